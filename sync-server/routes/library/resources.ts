import { type Context, Hono } from 'hono';
import { PathId } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import { onlyProjectOf } from '../../middleware/authorize-token.ts';
import { bodyBytes, claimsMoreThan } from '../../middleware/body/body-bytes.ts';
import { type FilePart, readForm } from '../../middleware/body/multipart-form.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { AddResource } from '../../services/blobs/add-resource.ts';
import type { OpenBlob } from '../../services/blobs/open-blob.ts';
import type { CommitMutation } from '../../services/change/commit-mutation.ts';
import type { ReadLibrary } from '../../services/reads/read-library.ts';
import { answerFile } from '../answers/answer-blob.ts';
import { answerList } from '../answers/answer-list.ts';
import { answerMutation, answerOf, readHeaders } from '../answers/answer-mutation.ts';

export type ResourcesDeps = {
  library: ReadLibrary;
  commit: CommitMutation;
  addResource: AddResource;
  openBlob: OpenBlob;
};

const bytesNeeded = 'A token of a single project sends a file with its bytes, as multipart/form-data.';

/** Mounted at `/api`. */
export function resourcesRoutes(deps: ResourcesDeps): Hono<ServerContext> {
  const { library, commit, openBlob } = deps;
  return new Hono<ServerContext>()
    .get('/projects/:id/resources', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      const found = id.success ? await library.resourcesOf(c.get('user').id, id.data) : undefined;
      return found === undefined ? answerProblem('not_found') : answerList(c, found);
    })
    .post('/projects/:id/resources', (c) => {
      const isForm = /^\s*multipart\/form-data/i.test(c.req.header('Content-Type') ?? '');
      if (isForm) return addFromForm(c, deps);
      // A row alone could name the bytes of a file of another project.
      if (onlyProjectOf(c) !== null) return answerProblem('unsupported_media_type', { detail: bytesNeeded });
      return answerMutation(c, commit);
    })
    .patch('/resources/:id', (c) => answerMutation(c, commit))
    .delete('/resources/:id', (c) => answerMutation(c, commit))
    .get('/resources/:id/download', async (c) => {
      const id = PathId.safeParse(c.req.param('id'));
      if (!id.success) return answerProblem('not_found');
      const opened = await openBlob(c.get('user').id, id.data);
      return opened.kind === 'open'
        ? answerFile(c, opened.resource, opened.file)
        : answerProblem(opened.kind);
    });
}

/** Multipart with `file`, and where they are sent `name`, `description` and `id`. Spec section 3. */
async function addFromForm(c: Context<ServerContext>, { addResource }: ResourcesDeps): Promise<Response> {
  const headers = readHeaders(c);
  if (!headers.ok) return headers.answer;
  const room = await addResource.reserve(c.get('user').id, expectedBytes(c));
  if ('kind' in room) return answerProblem('storage_full', { detail: room.detail });
  using _room = room;
  const draft = addResource.draft();
  try {
    const read = await readFile(c, draft);
    if (!read.ok) return read.answer;
    const { key } = headers;
    const to = { path: c.req.path, key, onlyProject: onlyProjectOf(c) };
    const outcome = await addResource.add(c.get('user').id, { draft, ...read }, to);
    if (outcome.kind === 'answered') return answerOf(outcome.answer);
    return answerProblem(outcome.code, outcome.detail === undefined ? {} : { detail: outcome.detail });
  } finally {
    await draft.discard();
  }
}

/** At most the largest file, where the form does not say how long it is, or says that it is longer. */
function expectedBytes(c: Context<ServerContext>): number {
  const claimed = Number(c.req.header('Content-Length') ?? limits.maxUploadBytes);
  return claimed >= 0 ? Math.min(claimed, limits.maxUploadBytes) : limits.maxUploadBytes;
}

type ReadFile =
  | { ok: true; fileName: string; claim: string; fields: Record<string, unknown> }
  | { ok: false; answer: Response };

/** The form, with its file in the draft. What is too large is refused as soon as that is known. */
async function readFile(
  c: Context<ServerContext>,
  draft: ReturnType<AddResource['draft']>,
): Promise<ReadFile> {
  const refused = (answer: Response): ReadFile => ({ ok: false, answer });
  const formBytes = c.get('route').body?.form ?? 0;
  if (claimsMoreThan(c, formBytes)) return refused(answerProblem('file_too_large'));
  const files: Pick<FilePart, 'fileName' | 'claim'>[] = [];
  const form = await readForm({
    contentType: c.req.header('Content-Type') ?? '',
    read: bodyBytes(c, formBytes),
    async takeFile({ bytes, ...part }) {
      if (part.field !== 'file') return 'passed';
      files.push(part);
      return (await draft.append(bytes, limits.maxUploadBytes)) === 'too_large' ? 'refused' : 'taken';
    },
  });
  if (form.kind === 'refused') return refused(answerProblem('file_too_large'));
  if (form.kind === 'unreadable') return refused(answerProblem('invalid_request', { detail: form.detail }));
  const { file: _text, id, ...fields } = form.fields;
  const [sent] = files;
  if (sent === undefined || (sent.fileName === '' && (await draft.size()) === 0)) {
    const errors = [{ path: 'file', message: messages.fileRequired }];
    return refused(answerProblem('invalid_fields', { errors }));
  }
  const named = id === undefined ? {} : { id: /^\d{1,16}$/.test(id) ? Number(id) : id };
  // A form sends each end of a line as CRLF (HTML, "multipart form data").
  const { description } = fields;
  const described = description === undefined ? {} : { description: description.replaceAll('\r\n', '\n') };
  return {
    ...{ ok: true, fileName: sent.fileName, claim: sent.claim },
    fields: { ...fields, ...described, ...named },
  };
}
