import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { VersionLabel } from './version-label.ts';

test.each(['production', 'v1.2', 'a', '1.0', '_', 'a'.repeat(36), 'latest-2'])('%j is a label', (label) => {
  expect(VersionLabel.parse(label)).toBe(label);
});

test.each([
  ['', messages.versionLabelCharacters],
  ['Production', messages.versionLabelCharacters],
  ['a b', messages.versionLabelCharacters],
  ['a\n', messages.versionLabelCharacters],
  ['ä', messages.versionLabelCharacters],
  ['a'.repeat(37), messages.versionLabelCharacters],
  ['latest', messages.versionLabelReserved],
  ['12', messages.versionLabelNumber],
])('%j is no label', (label, sentence) => {
  expect(VersionLabel.safeParse(label).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
