import { expect, test } from 'vitest';
import { continuesFeed } from './continues-feed.ts';

const from = { epoch: 'e1', seq: 7 };

test.each([
  ['further in the same epoch', { cursor: 'e1.8', more: true }, from, true],
  ['further in a later epoch', { cursor: 'e2.8', more: false }, from, true],
  ['at the end of the feed, where it was', { cursor: 'e1.7', more: false }, from, true],
  ['where it was, with more to come', { cursor: 'e1.7', more: true }, from, false],
  ['at the same number of another epoch', { cursor: 'e2.7', more: false }, from, false],
  ['back', { cursor: 'e1.6', more: false }, from, false],
  ['anywhere, from the beginning', { cursor: 'e2.1', more: true }, undefined, true],
  ['to no place', { cursor: 'nowhere', more: false }, undefined, false],
])('a page that leads %s goes on: %#', (_where, page, place, is) => {
  expect(continuesFeed(page, place)).toBe(is);
});
