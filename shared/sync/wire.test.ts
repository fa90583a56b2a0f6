import { describe, expect, test } from 'vitest';
import { limits } from '#shared/model/limits.ts';
import {
  ChangesPage,
  ClientId,
  clientHeader,
  FeedChange,
  formatCursor,
  formatRev,
  isKnownChange,
  mutationKey,
  Poke,
  PushAnswer,
  PushRequest,
  PushResult,
  parseCursor,
  parseMutationKey,
  parseRev,
  protocolHeader,
  TextPatch,
  UploadState,
  uploadCompleteHeader,
  uploadLengthHeader,
  uploadOffsetHeader,
  userHeader,
  WaitedSeconds,
  waitedHeader,
} from './wire.ts';

test('the names of the headers are those that every client and server knows', () => {
  expect([protocolHeader, userHeader, clientHeader]).toEqual([
    'X-Promptory',
    'X-Promptory-User',
    'X-Promptory-Client',
  ]);
  expect([uploadOffsetHeader, uploadLengthHeader, uploadCompleteHeader]).toEqual([
    'Upload-Offset',
    'Upload-Length',
    'Upload-Complete',
  ]);
});

test.each([
  ['a', true],
  ['A-z_09', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  [' a', false],
  ['a:', false],
])('the client id %j is one: %s', (id, is) => {
  expect(ClientId.safeParse(id).success).toBe(is);
});

test.each([
  [mutationKey('c1', 41), { client: 'c1', number: 41 }],
  [mutationKey('a_B-9', Number.MAX_SAFE_INTEGER), { client: 'a_B-9', number: Number.MAX_SAFE_INTEGER }],
  ['c1:123', { client: 'c1', number: 123 }],
  // Sixteen digits, and no number that can be counted on from.
  ['c1:9999999999999999', null],
  ['c1:01', null],
  [' c1:1', null],
  ['c1:1 ', null],
  ['c1:1x', null],
])('the key %j is read as %j', (key, read) => {
  expect(parseMutationKey(key)).toEqual(read);
});

test.each([
  [formatRev(0), 0],
  ['"12"', 12],
  [' "7" ', 7],
  ['"07"', null],
  ['"7"x', null],
  ['x"7"', null],
])('the revision %j is read as %j', (header, rev) => {
  expect(parseRev(header)).toBe(rev);
});

test.each([
  [formatCursor({ epoch: 'a_B-9', seq: 1234 }), { epoch: 'a_B-9', seq: 1234 }],
  [' e.1', null],
  ['e.1 ', null],
  ['e.1x', null],
  [`e.${'1'.repeat(17)}`, null],
  [`${'e'.repeat(65)}.1`, null],
])('the cursor %j is read as %j', (text, cursor) => {
  expect(parseCursor(text)).toEqual(cursor);
});

describe('a push', () => {
  const mutation = { key: 'c:1', method: 'POST', path: '/api/projects' };
  const takes = (changes: object, request: object = {}) =>
    PushRequest.safeParse({ mutations: [{ ...mutation, ...changes }], ...request }).success;

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('carries a %s', (method) => {
    expect(takes({ method })).toBe(true);
  });

  test.each<[string, object, object]>([
    ['a whole one', { body: { a: 1 } }, { since: 'e.7', acknowledged: 0, device: 'Firefox', brief: true }],
    ['a revision', { ifMatch: 3 }, {}],
    ['the revision that the mutation before it left', { ifMatch: 'previous' }, {}],
    ['a path of 2000 characters', { path: 'x'.repeat(2000) }, {}],
    ['a device name of 100 characters', {}, { device: 'x'.repeat(100) }],
    [
      'as many mutations as there may be',
      {},
      { mutations: Array.from({ length: limits.pushMutations }, () => mutation) },
    ],
    ['nothing', {}, { mutations: [] }],
  ])('takes %s', (_, changes, request) => {
    expect(takes(changes, request)).toBe(true);
  });

  test.each<[string, object, object]>([
    ['another method', { method: 'GET' }, {}],
    ['a key that is none', { key: 'c' }, {}],
    ['another word for a revision', { ifMatch: 'any' }, {}],
    ['a negative revision', { ifMatch: -1 }, {}],
    ['a longer path', { path: 'x'.repeat(2001) }, {}],
    ['a longer device name', {}, { device: 'x'.repeat(101) }],
    [
      'one mutation more',
      {},
      { mutations: Array.from({ length: limits.pushMutations + 1 }, () => mutation) },
    ],
    ['a field that it does not know', { extra: 1 }, {}],
    ['a field beside the mutations that it does not know', {}, { extra: 1 }],
    ['a negative number', {}, { acknowledged: -1 }],
  ])('does not take %s', (_, changes, request) => {
    expect(takes(changes, request)).toBe(false);
  });
});

const result = { key: 'c:1', status: 200 };
const change = { type: 'prompt', id: 1, seq: 2, rev: 1 };

test.each<[string, { safeParse(value: unknown): { success: boolean } }, unknown]>([
  ['an upload', UploadState, { offset: 0, size: 5, complete: false }],
  ['a result', PushResult, result],
  ['a whole result', PushResult, { ...result, seq: 0, rev: 1, revs: { 'prompt:1': 1 }, body: {}, more: 1 }],
  ['an answer to a push', PushAnswer, { seq: 0, results: [result] }],
  ['a change', FeedChange, change],
  ['a change of what is open', FeedChange, { ...change, type: 'uiState', id: 'open_prompt_ids' }],
  ['a deletion', FeedChange, { ...change, deleted: true }],
  [
    'a whole change',
    FeedChange,
    { ...change, ownNumber: 1, userSeq: 1, row: { any: 1 }, author: { device: 'd', at: 't' } },
  ],
  ['a page', ChangesPage, { cursor: 'e.1', more: false, changes: [change] }],
])('%s is read', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(true);
});

test.each<[string, { safeParse(value: unknown): { success: boolean } }, unknown]>([
  ['an upload without a place', UploadState, { size: 5, complete: false }],
  ['a result without a status', PushResult, { key: 'c:1' }],
  ['an answer to a push without a place', PushAnswer, { results: [result] }],
  ['an answer to a push without results', PushAnswer, { seq: 0 }],
  ['a change without a place', FeedChange, { type: 'prompt', id: 1, rev: 1 }],
  ['a change without a kind', FeedChange, { ...change, type: undefined }],
  ['a change without an id', FeedChange, { ...change, id: null }],
  ['a deletion that is none', FeedChange, { ...change, deleted: false }],
  ['a change by half an author', FeedChange, { ...change, author: { device: 'd' } }],
  ['a page without a cursor', ChangesPage, { more: false, changes: [] }],
  ['a page with something else in it', ChangesPage, { cursor: 'e.1', more: false, changes: [{}] }],
])('%s is not', (_, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false);
});

test.each<[string, boolean, object]>([
  ['of a prompt', true, {}],
  ['of a state of the screen', true, { type: 'uiState', id: 'open_prompt_ids' }],
  ['of a kind that only a newer app has', false, { type: 'label' }],
  ['of a state that only a newer app has', false, { type: 'uiState', id: 'theme' }],
  ['of a prompt with an id of another form', false, { id: 'open' }],
])('a change %s is known: %s', (_, isKnown, fields) => {
  expect(isKnownChange(FeedChange.parse({ ...change, ...fields }))).toBe(isKnown);
});

test('a push names for how long its oldest mutation waited', () => {
  expect(waitedHeader).toBe('X-Promptory-Waited');
  const read = (text: string) => WaitedSeconds.safeParse(text).data;
  expect(['0', '86400', '999999999'].map(read)).toEqual([0, 86_400, 999_999_999]);
  for (const wrong of ['', '1.5', '-1', ' 1', '1 ', '1s', 'x1', '1234567890'])
    expect(read(wrong)).toBeUndefined();
});

test.each([
  ['a'.repeat(64), true],
  ['0123456789abcdef'.repeat(4), true],
  ['a'.repeat(63), false],
  ['a'.repeat(65), false],
  ['A'.repeat(64), false],
  [`x${'a'.repeat(64)}`, false],
  ['g'.repeat(64), false],
])('a difference of texts names them by %s: %s', (hash, is) => {
  const whole = { base: 'a'.repeat(64), hash, splices: [[0, 1, 'x']] };
  expect(TextPatch.safeParse(whole).success).toBe(is);
});

test.each([
  [[[0, 0, '']], true],
  [[], true],
  [[[0, 1]], false],
  [[[-1, 0, '']], false],
  [[[0, 0.5, '']], false],
  [Array.from({ length: limits.patchSplices }, () => [0, 0, '']), true],
  [Array.from({ length: limits.patchSplices + 1 }, () => [0, 0, '']), false],
])('splices are places, lengths and texts: %#', (splices, is) => {
  const hash = 'a'.repeat(64);
  expect(TextPatch.safeParse({ base: hash, hash, splices }).success).toBe(is);
  expect(TextPatch.safeParse({ base: hash, hash, splices, more: 1 }).success).toBe(false);
});

test('a poke names a place of the feed', () => {
  expect(Poke.safeParse({ seq: 3, later: 'field' }).success).toBe(true);
  for (const wrong of [{}, { seq: -1 }, { seq: 1, epoch: 7 }])
    expect(Poke.safeParse(wrong).success).toBe(false);
});
