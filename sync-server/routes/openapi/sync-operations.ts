/** The operations by which the app carries changes and the bytes of files between devices; `docs/sync.md` explains them. */
import { ChangesPage, PushAnswer, PushRequest, UploadState } from '#shared/sync/wire.ts';
import { ChangesQuery } from '../sync/sync.ts';
import { type Answer, json, type Operations } from './operation.ts';

const sync = { tag: 'Sync' } as const;
const uploadHeaders = ['Upload-Offset', 'Upload-Length', 'Upload-Complete'] as const;
const upload: Answer = { ...json(UploadState, uploadHeaders), description: 'How many bytes are there.' };

export const syncOperations = {
  'POST /api/sync/push': {
    ...sync,
    id: 'push',
    summary: 'Send changes',
    description: 'Each is answered by itself, in order, with the status that its own route would have.',
    headers: ['X-Promptory-Waited'],
    bodies: [{ schema: PushRequest }],
    answers: { 200: json(PushAnswer) },
    problems: ['cursor_reset', 'base_text_missing'],
  },
  'GET /api/sync/changes': {
    ...sync,
    id: 'pull',
    summary: 'Read a page of the change feed',
    description:
      'What was changed after `since`, in the order of the changes. 410: this history does not have that place, and all is to be read again.',
    query: ChangesQuery.shape,
    headers: ['X-Promptory-Client'],
    answers: { 200: json(ChangesPage) },
    problems: ['invalid_fields', 'cursor_reset'],
  },
  'GET /api/sync/events': {
    ...sync,
    id: 'listen',
    summary: 'Be notified of changes',
    description: 'Server-sent events `poke` with `{"seq":812,"epoch":"9f"}`: the place of the latest change.',
    answers: {
      200: { description: 'Goes on until the client leaves.', content: { type: 'text/event-stream' } },
    },
  },

  'GET /api/files/:sha256': {
    ...sync,
    id: 'uploadState',
    summary: 'How much of a file has arrived',
    description: 'To go on where an upload broke off: the next piece begins at Upload-Offset.',
    answers: { 200: upload },
    problems: ['invalid_file_type'],
  },
  'PUT /api/files/:sha256': {
    ...sync,
    id: 'uploadBytes',
    summary: 'Send the bytes of a file, whole or the next piece',
    description: 'Its row is there already. Upload-Offset says where the piece begins.',
    headers: ['Upload-Offset'],
    answers: { 200: upload },
    problems: [
      'invalid_request',
      'offset_differs',
      'file_too_large',
      'bytes_differ',
      'invalid_file_type',
      'storage_full',
    ],
  },
  'DELETE /api/files/:sha256': {
    ...sync,
    id: 'cancelUpload',
    summary: 'Give up a partial upload',
    description: 'The bytes that have arrived are removed. A file that is complete stays.',
    answers: { 204: { description: 'There is none any more.' } },
  },
} as const satisfies Operations;
