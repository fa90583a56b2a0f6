/**
 * Brings prompts from a file of lines `{"title": …, "versions": [texts]}` into one project of a user.
 *
 * 1. Texts arrive byte for byte; the last is the current one, the earlier ones are versions.
 * 2. Ids are made of what a line says, so the same line again adds nothing, even where a person has changed
 *    or deleted what came of it; a line that is there twice in one file is two prompts.
 * 3. A broken line is named by its number and stops nothing else; of such a line nothing is added.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { rowKey } from '#shared/kinds/row.ts';
import { defaultProjectColor } from '#shared/model/colors.ts';
import { limits } from '#shared/model/limits.ts';
import type { Note } from '#shared/model/note.ts';
import { Problem } from '#shared/model/problem.ts';
import { PromptContent } from '#shared/model/prompt.ts';
import { isBlank, storableText } from '#shared/model/text.ts';
import { type ArgsOf, bind, type MutationName } from '#shared/mutations/registry.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { CommitMutation } from '../change/commit-mutation.ts';
import type { MutationRequest } from '../change/mutation-request.ts';

/** `number` counts from 1, as an editor does. `text` is null where the line's bytes are not UTF-8. */
export type ImportLine = { number: number; text: string | null };

export type ImportReport = {
  prompts: number;
  versions: number;
  alreadyThere: number;
  broken: { line: number; reason: string }[];
};

export type ImportPrompts = (options: {
  userId: number;
  projectName: string;
  lines: Iterable<ImportLine>;
  /** Only counts what would be added. */
  dryRun?: boolean;
}) => Promise<ImportReport>;

export type ImportDeps = { storage: LibraryStorage; commit: CommitMutation; now(): number };

const ImportedPrompt = z.object({
  title: storableText.trim().min(1),
  versions: z.array(PromptContent).min(1),
});
type ImportedPrompt = z.infer<typeof ImportedPrompt>;

type Wanted = { line: number; id: number; prompt: ImportedPrompt };

/** Lines that are committed together: few enough to leave room for others, enough to be quick. */
const together = 100;

export function createImportPrompts(deps: ImportDeps): ImportPrompts {
  return async ({ userId, projectName, lines, dryRun = false }) => {
    const report: ImportReport = { prompts: 0, versions: 0, alreadyThere: 0, broken: [] };
    const name = shortTitle(projectName, limits.projectNameLength);
    const projectId = idFrom('project', name);
    const occurrences = new Map<number, number>();
    let waiting: Wanted[] = [];
    const flush = async () => {
      await addAll(deps, { userId, project: { id: projectId, name }, wanted: waiting, report, dryRun });
      waiting = [];
    };
    for (const line of lines) {
      const read = readLine(line);
      if (read.kind === 'blank') continue;
      if (read.kind === 'broken') {
        report.broken.push({ line: line.number, reason: read.reason });
        continue;
      }
      const content = idFrom('line', JSON.stringify(read.prompt));
      const count = (occurrences.get(content) ?? 0) + 1;
      occurrences.set(content, count);
      const id = count === 1 ? content : idFrom('repeated', `${content}:${count}`);
      waiting.push({ line: line.number, id, prompt: read.prompt });
      if (waiting.length === together) await flush();
    }
    await flush();
    return report;
  };
}

type ReadLine =
  | { kind: 'blank' }
  | { kind: 'broken'; reason: string }
  | { kind: 'prompt'; prompt: ImportedPrompt };

function readLine({ text }: ImportLine): ReadLine {
  if (text === null) return { kind: 'broken', reason: 'The line is not UTF-8.' };
  if (isBlank(text)) return { kind: 'blank' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'broken', reason: 'The line is not JSON.' };
  }
  const parsed = ImportedPrompt.safeParse(json);
  if (parsed.success) return { kind: 'prompt', prompt: parsed.data };
  const reasons = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the line'}: ${message}`,
  );
  return { kind: 'broken', reason: reasons.join('; ') };
}

/** Returns whether a line is meant to be such a prompt; undefined where it is none of any kind. */
export function isPromptLine({ text }: ImportLine): boolean | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return z.looseObject({ versions: z.array(z.unknown()) }).safeParse(value).success;
  } catch {
    return undefined;
  }
}

async function addAll(
  { storage, commit, now }: ImportDeps,
  options: {
    userId: number;
    project: { id: number; name: string };
    wanted: Wanted[];
    report: ImportReport;
    dryRun: boolean;
  },
): Promise<void> {
  const { userId, project, wanted, report, dryRun } = options;
  const projectRef = { type: 'project', id: project.id } as const;
  const refOf = ({ id }: Wanted) => ({ type: 'prompt', id }) as const;
  const known = await storage.known(userId, [projectRef, ...wanted.map(refOf)]);
  const fresh = wanted.filter((each) => !known.has(rowKey(refOf(each))));
  const hasProject = known.has(rowKey(projectRef));
  report.alreadyThere += wanted.length - fresh.length;
  if (fresh.length === 0) return;

  const color = defaultProjectColor;
  const requests = hasProject ? [] : [requestOf('createProject', { ...project, color })];
  const lineOf: (Wanted | null)[] = requests.map(() => null);
  for (const each of fresh) {
    const made = requestsFor(each, project.id, now());
    requests.push(...made);
    lineOf.push(...made.map(() => each));
  }
  if (dryRun) {
    report.prompts += fresh.length;
    report.versions += lineOf.filter((each) => each !== null).length - fresh.length;
    return;
  }
  const device = 'Import';
  const { answers } = await commit.push(userId, { requests, device, acknowledged: null, brief: true });
  const broken = new Set<number>();
  for (const [index, answer] of answers.entries()) {
    const of = lineOf[index];
    if (of === null || of === undefined) continue;
    if (answer.status >= 400) {
      if (!broken.has(of.line)) report.broken.push({ line: of.line, reason: reasonOf(answer.body) });
      broken.add(of.line);
    } else if (answer.status === 201) report.prompts += 1;
    else report.versions += 1;
  }
}

/** The prompt with its last text, then its earlier texts as versions, which leave that text current. */
function requestsFor({ id, prompt }: Wanted, projectId: number, now: number): MutationRequest[] {
  const { title, versions } = prompt;
  const content = versions.at(-1) ?? '';
  const short = shortTitle(title, limits.promptTitleLength);
  const notes = short === title ? {} : { notes: JSON.stringify([fullTitleNote(title, now)]) };
  // A version without a word cannot be made here either; the places of the others stay.
  const earlier = versions.slice(0, -1).flatMap((text, index) => {
    if (isBlank(text)) return [];
    const version = { id: idFrom('version', `${id}:${index}`), content: text, description: 'Imported' };
    return [requestOf('saveVersion', { promptId: id, ...version, head: content })];
  });
  return [requestOf('createPrompt', { id, title: short, content, projectId, ...notes }), ...earlier];
}

function fullTitleNote(title: string, now: number): Note {
  return { id: String(now), content: title, createdAt: new Date(now).toISOString() };
}

function requestOf<Name extends MutationName>(name: Name, args: ArgsOf<Name>): MutationRequest {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error(`an import made a wrong ${name}: ${JSON.stringify(bound.errors)}`);
  return { body: undefined, ...bound.mutation.request, key: null, ifMatch: undefined, onlyProject: null };
}

function reasonOf(body: unknown): string {
  const problem = Problem.safeParse(body);
  return problem.success ? problem.data.title : 'The server could not take it.';
}

/** 52 bits of a SHA-256; never 0. */
function idFrom(kind: string, text: string): number {
  const digest = createHash('sha256').update(`promptory import\n${kind}\n${text}`).digest();
  return Number(digest.readBigUInt64BE() >> 12n) || 1;
}
