import { expect, test } from 'vitest';
import { messages } from '../messages.ts';
import { Credentials, Registration } from './user.ts';

const named = (username: string) =>
  Registration.safeParse({ displayName: 'Ada', username, password: 'correct horse' });

test.each([
  [' ada ', 'ada'],
  ['\uFF41\uFF44\uFF41', 'ada'],
  ['\uFB01nn', 'finn'],
  ['Zoe\u0308', 'Zo\u00EB'],
  ['\u00B4abc', '\u0301abc'],
  ['\u738B\u5C0F\u660E', '\u738B\u5C0F\u660E'],
  ['ada \u{1F98A}', 'ada \u{1F98A}'],
])('the username %j of a new account becomes %j', (username, stored) => {
  expect(named(username).data?.username).toBe(stored);
});

test.each([
  ['a control character', 'ad\u0007a'],
  ['a line break', 'ad\na'],
  ['a line separator', 'ad\u2028a'],
  ['a zero-width space', 'ad\u200Ba'],
  ['a zero-width joiner', 'ad\u200Da'],
  ['a soft hyphen', 'ad\u00ADa'],
  ['a byte order mark inside', 'ad\uFEFFa'],
  ['a bidi override', 'ad\u202Ea'],
  ['a bidi isolate', 'ad\u2066a'],
  ['a Hangul filler', 'ad\u3164a'],
  ['half of a pair', 'ad\uD83Ea'],
])('a username with %s is refused', (_what, username) => {
  const issues = named(username).error?.issues.map(({ message }) => message);
  expect(issues).toEqual([messages.usernameUnseen]);
});

test('a name of before, with any characters, may sign in', () => {
  expect(Credentials.safeParse({ username: 'ad\u200Ba', password: 'x' }).success).toBe(true);
});

test.each([
  ['p\u0000 \u202E\u200B \uD83E'.padEnd(20), true],
  ['\u{1F98A}'.repeat(256), true],
  ['\u{1F98A}'.repeat(256) + 'x', false],
])('a password of any characters up to 1,024 bytes is taken: %#', (password, taken) => {
  const read = Registration.safeParse({ displayName: 'Ada', username: 'ada', password });
  expect(read.success).toBe(taken);
});
