import { expect, test } from 'vitest';
import { messages, problemMessages } from '../model/messages.ts';
import { type ProblemCode, problemStatus } from '../model/problem.ts';
import type { Answer } from './classify-answer.ts';
import { classifyUpload } from './classify-upload.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const answer = (status: number, body: unknown, retryAfter: string | null = null): Answer => ({
  status,
  retryAfter,
  body,
});
const problem = (code: ProblemCode, more: object = {}) =>
  answer(problemStatus[code], {
    type: 'about:blank',
    title: code,
    status: problemStatus[code],
    code,
    ...more,
  });

test.each<[string, Answer, object]>([
  ['nothing', null, { kind: 'again', reason: 'network' }],
  [
    'a place',
    answer(200, { offset: 3, size: 9, complete: false }),
    { kind: 'state', state: { offset: 3, size: 9, complete: false } },
  ],
  ['a success without a place', answer(200, {}), { kind: 'again', reason: 'server' }],
  ['another place than was said', problem('offset_differs'), { kind: 'elsewhere' }],
  ['no row about it', problem('not_found'), { kind: 'noRow' }],
  ['a 404 that says nothing', answer(404, undefined), { kind: 'again', reason: 'server' }],
  [
    'a type that it is not',
    problem('invalid_file_type'),
    { kind: 'refused', reason: messages.invalidFileType },
  ],
  ['too much', problem('file_too_large'), { kind: 'refused', reason: messages.fileTooLarge }],
  ['other bytes', problem('bytes_differ'), { kind: 'refused', reason: problemMessages.bytes_differ }],
  [
    'no room, with a sentence of its own',
    problem('storage_full', { detail: '3 bytes are left.' }),
    { kind: 'refused', reason: '3 bytes are left.' },
  ],
  ['no room', problem('storage_full'), { kind: 'refused', reason: problemMessages.storage_full }],
  ['a 507 of a server that is full', answer(507, undefined), { kind: 'again', reason: 'full' }],
  ['a 413 of a proxy', answer(413, undefined), { kind: 'again', reason: 'server' }],
  ['trouble', problem('internal'), { kind: 'again', reason: 'server' }],
  ['a busy server', answer(503, undefined, '4'), { kind: 'again', afterMs: 4000, reason: 'rate' }],
  ['an ended session', problem('signed_out'), { kind: 'signIn' }],
  ['a reset', problem('cursor_reset'), { kind: 'reset' }],
  ['a server that is too new', problem('update_needed'), { kind: 'updateNeeded' }],
])('%s in answer to a piece of a file', (_, given, outcome) => {
  expect(classifyUpload(given, now)).toMatchObject(outcome);
});
