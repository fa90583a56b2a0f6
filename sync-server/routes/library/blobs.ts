/**
 * `/api/files/<sha256>`: the bytes of a row that is there already, in the manner of the IETF's resumable
 * uploads: `Upload-Offset` says where, `Upload-Complete` whether that was all.
 */
import { type Context, Hono } from 'hono';
import { limits } from '#shared/model/limits.ts';
import { Sha256 } from '#shared/model/resource.ts';
import {
  type UploadState,
  uploadCompleteHeader,
  uploadLengthHeader,
  uploadOffsetHeader,
} from '#shared/sync/wire.ts';
import { bodyBytes, claimsMoreThan } from '../../middleware/body/body-bytes.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { UploadBytes, UploadOutcome } from '../../services/blobs/upload-bytes.ts';

export type FilesDeps = { uploads: UploadBytes };

/** Mounted at `/api`. */
export function blobRoutes({ uploads }: FilesDeps): Hono<ServerContext> {
  const named = (c: Context<ServerContext>) => {
    const sha256 = Sha256.safeParse(c.req.param('sha256'));
    return sha256.success ? { userId: c.get('user').id, sha256: sha256.data } : undefined;
  };
  return new Hono<ServerContext>()
    .get('/files/:sha256', async (c) => {
      const name = named(c);
      return name === undefined ? answerProblem('not_found') : answerOf(await uploads.state(name));
    })
    .put('/files/:sha256', async (c) => {
      const name = named(c);
      if (name === undefined) return answerProblem('not_found');
      const offset = readOffset(c.req.header(uploadOffsetHeader));
      if (offset === null) {
        return answerProblem('invalid_request', { detail: `${uploadOffsetHeader} is a number of bytes.` });
      }
      if (claimsMoreThan(c, c.get('route').body?.bytes ?? 0)) return answerProblem('file_too_large');
      // The row's own size, which is less, is the bound that counts.
      const bytes = bodyBytes(c, 2 * limits.maxUploadBytes);
      return answerOf(await uploads.append(name, { offset, bytes }));
    })
    .delete('/files/:sha256', async (c) => {
      const name = named(c);
      if (name === undefined) return answerProblem('not_found');
      await uploads.cancel(name);
      return c.body(null, 204);
    });
}

/** Absent: from the beginning. */
function readOffset(header: string | undefined): number | null {
  if (header === undefined) return 0;
  return /^\d{1,15}$/.test(header.trim()) ? Number(header) : null;
}

function answerOf(outcome: UploadOutcome): Response {
  if (outcome.kind === 'state') {
    const headers = { 'Content-Type': 'application/json', ...stateHeaders(outcome.state) };
    return new Response(JSON.stringify(outcome.state), { headers });
  }
  const { code, detail, state } = outcome;
  const headers = state === undefined ? {} : stateHeaders(state);
  return answerProblem(code, { ...(detail === undefined ? {} : { detail }), headers });
}

function stateHeaders({ offset, size, complete }: UploadState): Record<string, string> {
  return {
    [uploadOffsetHeader]: String(offset),
    [uploadLengthHeader]: String(size),
    [uploadCompleteHeader]: complete ? '?1' : '?0',
  };
}
