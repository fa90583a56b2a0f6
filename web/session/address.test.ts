import { expect, test } from 'vitest';
import { type Address, readAddress, writeAddress } from './address.ts';

const largest = 2 ** 52 - 1;

test.each<[string, Exclude<Address, { kind: 'act' }>]>([
  ['/', { kind: 'home' }],
  ['/p/7', { kind: 'prompt', id: 7, version: null }],
  [`/p/${largest}?version=${largest}`, { kind: 'prompt', id: largest, version: largest }],
  [`/f/${largest}`, { kind: 'file', id: largest }],
])('%s is read as it was written', (path, address) => {
  expect(writeAddress(address)).toBe(path);
  expect(readAddress(path)).toEqual(address);
});

test.each([
  ['/p/7/', { kind: 'prompt', id: 7, version: null }],
  ['/p/7?utm_source=mail#end', { kind: 'prompt', id: 7, version: null }],
  ['/?act=new-prompt', { kind: 'act', act: 'new-prompt' }],
  ['/?act=search', { kind: 'act', act: 'search' }],
  ['/?act=shared', { kind: 'act', act: 'shared' }],
  ['/?act=erase', { kind: 'home' }],
])('%s is read too', (path, address) => {
  expect(readAddress(path)).toEqual(address);
});

test.each([
  '/p',
  '/p/',
  '/p/0',
  '/p/07',
  '/p/-1',
  '/p/1e3',
  `/p/${largest + 1}`,
  '/p/7/8',
  '/p/7?version=latest',
  '/p/7?version=',
  '/f/x',
  '/g/7',
  '/somewhere/else',
])('%s is no address of the workspace', (path) => {
  expect(readAddress(path)).toBeNull();
});
