/**
 * Defines a run that a person keeps: a row of its prompt, which every device has. It is written once; only what the
 * person thinks of it changes. It has no address and no key.
 */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { PromptSettings } from '../prompt-settings.ts';
import { recordOf } from '../record-of.ts';
import { exactText, isStorableJson, storable, utf8Bytes } from '../text.ts';
import { ModelKind } from './model-entry.ts';
import { type Run, RunMessage, RunRating, RunUsage, ToolCall } from './run.ts';
import { AnswerProblem } from './run-problem.ts';

/** Lists what was sent, to which model, and what came. */
const content = {
  /** The device that ran it. */
  device: z.string(),
  from: z.enum(['device', 'node']),
  /** `name`: of the entry as it was; `model`: the id that was sent. */
  model: z.object({ name: z.string(), kind: ModelKind, model: z.string() }),
  /** The SHA-256 of the text before it was filled. */
  textHash: z.string(),
  messages: z.array(RunMessage),
  values: recordOf(z.string(), z.string()),
  settings: PromptSettings,
  /** `sha256`: null where it was no file of the library. */
  attachments: z.array(z.object({ name: z.string(), mediaType: z.string(), sha256: z.string().nullable() })),
  state: z.enum(['done', 'stopped', 'brokenOff']),
  answer: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(ToolCall),
  problems: z.array(AnswerProblem),
  usage: RunUsage.nullable(),
  cost: z.number().nullable(),
  /** Milliseconds, as those of a run. */
  firstMs: z.int().nullable(),
  totalMs: z.int().nullable(),
};

export const RunContent = z.looseObject(content);
export type RunContent = z.infer<typeof RunContent>;

/** As it is kept: fields of a later release pass through. */
export const WrittenRun = RunContent.refine(isStorableJson, messages.nullCharacter)
  .refine(
    ({ answer }) => utf8Bytes(answer) <= limits.keptAnswerMaxBytes,
    `The answer is larger than ${limits.keptAnswerMaxBytes / 1024} KB.`,
  )
  .refine(
    (run) => utf8Bytes(JSON.stringify(run)) <= limits.keptRunMaxBytes,
    `The run is larger than ${limits.keptRunMaxBytes / 1024} KB.`,
  );

export const RunNote = exactText(limits.runNoteMaxBytes);

export const KeptRun = z.looseObject({
  id: Id,
  promptId: Id,
  /** Null: the text was no version. The version may have been deleted since. */
  versionId: Id.nullable(),
  /** When the run began. */
  createdAt: z.iso.datetime(),
  run: RunContent,
  ...RunRating.shape,
});
export type KeptRun = z.infer<typeof KeptRun>;

/** Returns the arguments that keep this run as it is, without the fields of a later release. */
export function argsOfKeptRun({ promptId, id, versionId, createdAt, run, verdict, stars, note }: KeptRun) {
  return { promptId, id, versionId, createdAt, run, verdict, stars, note };
}

/** Stands for the content of a run that was not read, or is erased. */
export const unreadRun: RunContent = {
  ...{ device: '', from: 'device', model: { name: '', kind: 'openai', model: '' }, textHash: '' },
  ...{ messages: [], values: {}, settings: {}, attachments: [], state: 'done', answer: '', reasoning: '' },
  ...{ toolCalls: [], problems: [], usage: null, cost: null, firstMs: null, totalMs: null },
};

/** Why a run cannot be kept. `tooLong`: its answer; `tooLarge`: all of it. */
export type UnkeptReason = 'underWay' | 'nothingCame' | 'tooLong' | 'tooLarge';

/** Returns the row that keeps a run of this device, under the id of the run. */
export function keptRunOf(run: Run): { kind: 'row'; row: KeptRun } | { kind: 'no'; reason: UnkeptReason } {
  const { id, promptId, versionId, state } = run;
  if (state === 'waiting' || state === 'queued' || state === 'running')
    return { kind: 'no', reason: 'underWay' };
  const isEmpty = run.answer === '' && run.reasoning === '' && run.toolCalls.length === 0;
  if (state === 'failed' || isEmpty) return { kind: 'no', reason: 'nothingCame' };
  const kept = storableRun(contentOf(run, state));
  if (utf8Bytes(kept.answer) > limits.keptAnswerMaxBytes) return { kind: 'no', reason: 'tooLong' };
  if (utf8Bytes(JSON.stringify(kept)) > limits.keptRunMaxBytes) return { kind: 'no', reason: 'tooLarge' };
  return {
    kind: 'row',
    row: { id, promptId, versionId, createdAt: run.startedAt, run: kept, ...run.rating },
  };
}

function contentOf(run: Run, state: RunContent['state']): RunContent {
  const { device, from, model, textHash, messages: sent, values, settings } = run;
  const { answer, reasoning, toolCalls, usage, cost, firstMs, totalMs } = run;
  return {
    ...{ device, from, textHash, values, settings, messages: sent, state },
    model: { name: model.name, kind: model.kind, model: model.model },
    attachments: run.attachments.map(({ name, mediaType, sha256 = null }) => ({ name, mediaType, sha256 })),
    ...{ answer, reasoning, toolCalls, problems: answerProblems(run), usage, cost, firstMs, totalMs },
  };
}

/** Whatever else an endpoint did, the answer broke off by it. */
function answerProblems({ state, problems }: Run): AnswerProblem[] {
  const known = problems.flatMap((problem) => AnswerProblem.safeParse(problem).data ?? []);
  const isExplained =
    state !== 'brokenOff' || known.some(({ kind }) => kind === 'brokenOff' || kind === 'silent');
  return isExplained ? known : [...known, { kind: 'brokenOff' }];
}

/** A model may answer with half a pair or U+0000, which a row cannot have. */
function storableRun(run: RunContent): RunContent {
  const read: unknown = JSON.parse(JSON.stringify(run), (_key, part: unknown) =>
    typeof part === 'string' ? storable(part) : part,
  );
  return RunContent.parse(read);
}

/** Returns the run that a kept one was, for the screens that show runs. */
export function runOfKept({ id, promptId, versionId, createdAt, run, verdict, stars, note }: KeptRun): Run {
  const { model, attachments, ...rest } = run;
  return {
    ...rest,
    ...{ id, promptId, versionId, startedAt: createdAt, model: { ...model, entryId: 0 } },
    attachments: attachments.map(({ name, mediaType, sha256 }) => ({
      ...{ name, mediaType, bytes: 0 },
      ...(sha256 === null ? {} : { sha256 }),
    })),
    rating: { verdict, stars, note },
    excerpt: run.answer.trimStart().slice(0, 200).toWellFormed(),
  };
}
