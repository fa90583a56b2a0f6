/** Begins runs of a prompt, and goes on with those that have ended. */
import type { Resource } from '#shared/model/resource.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { Run, RunMessage } from '#shared/model/run/run.ts';
import type { RunAttachment } from '#shared/model/run/run-request.ts';
import type { Library } from '../../data/database/library.ts';
import { filledPrompt, namesOf } from '../../data/run/filled-prompt.ts';
import { readRun } from '../../data/run/run-ring.ts';
import type { RunEngine } from '../../session/run-engine-type.ts';
import { attachedFiles, withTexts } from './attached-files.ts';
import type { TriedColumn } from './columns.ts';
import type { ShownRun } from './try-it-state.ts';

/** Keeps a press on "Run" from beginning a run. */
export type Hindrance =
  | { readonly kind: 'holes'; readonly missing: readonly string[]; readonly snippets: readonly string[] }
  /** `unread`: the library could not be read. */
  | { readonly kind: 'gone' | 'fileAway' | 'pictureAway' | 'tooLarge' | 'unread' };

export type StartDeps = {
  readonly library: Library;
  readonly engine: RunEngine;
  readonly promptId: number;
  /** The current text as it stands in the editor; null where another one is there. */
  text(): string | null;
  /** Those that go with each run. */
  readonly files: readonly Resource[];
  fetchBlob(resource: Resource): Promise<Blob | null>;
  /** Null where it is neither here nor to be had. */
  pictureOf(sha256: string): Promise<Blob | null>;
};

type Start = {
  readonly column: TriedColumn;
  /** Undefined: it is gone. */
  readonly model: ModelEntry | undefined;
  /** Also with variables that have no value, and references that lead nowhere. */
  readonly isComplete: boolean;
};

export async function startRun(
  { library, engine, promptId, ...deps }: StartDeps,
  { column, model, isComplete }: Start,
): Promise<ShownRun | Hindrance> {
  const { versionId } = column;
  const filled = await filledPrompt(
    library,
    { promptId, ...column },
    versionId === null ? deps.text() : null,
  );
  if (model === undefined || filled === null) return { kind: 'gone' };
  if (filled === 'tooLarge') return { kind: 'tooLarge' };
  const { missing, problems, messages, ...sent } = filled;
  if (missing.length + problems.length > 0 && !isComplete)
    return { kind: 'holes', missing, snippets: namesOf(problems) };
  const beside = await attachedFiles(deps.files, deps.fetchBlob);
  if (beside === null) return { kind: 'fileAway' };
  const id = engine.runs.start({
    ...{ ...sent, promptId, versionId, model },
    messages: withTexts(messages, beside.texts),
    attachments: beside.pictures,
  });
  return { column, id };
}

/** Sends what a run was sent, its answer, and more messages. */
export async function continueRun(
  { library, engine, promptId, pictureOf }: StartDeps,
  { column, id }: ShownRun,
  { model, added }: { readonly model: ModelEntry; readonly added: readonly RunMessage[] },
): Promise<ShownRun | Hindrance> {
  const run = engine.runs.read().get(id)?.run ?? (await readRun(library, id));
  if (run === null) return { kind: 'gone' };
  const { versionId, textHash, values, settings, messages, answer, toolCalls } = run;
  const answered: RunMessage = {
    ...{ role: 'assistant', content: answer },
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
  const pictures = await picturesOf(run, pictureOf);
  if (pictures === null) return { kind: 'pictureAway' };
  const next = engine.runs.start({
    ...{ promptId, versionId, textHash, values, settings, model },
    messages: [...messages, answered, ...added],
    attachments: pictures,
  });
  return { column, id: next };
}

/** Returns the pictures of a run at the messages that they went with; null where the bytes of one are not to be had. */
async function picturesOf(
  { messages, attachments }: Run,
  pictureOf: StartDeps['pictureOf'],
): Promise<RunAttachment[] | null> {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const pictures: RunAttachment[] = [];
  for (const { name, mediaType, sha256, at = last } of attachments) {
    const blob = sha256 === undefined ? null : await pictureOf(sha256);
    if (sha256 === undefined || blob === null) return null;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    pictures.push({ name, mediaType, sha256, at, bytes });
  }
  return pictures;
}
