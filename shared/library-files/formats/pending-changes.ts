/**
 * Holds the changes that waited in the library of an export, by the row that they are about.
 *
 * 1. Of a change only its place in the file is held: its texts are read when its row is.
 * 2. A row of which the file has only changes is a candidate too: as its creation among them says, or nameless.
 * 3. A row that was made and deleted before any server had it is left out.
 */
import { z } from 'zod';
import { isTypeInPrompt } from '#shared/kinds/in-prompt.ts';
import type { RowRef } from '#shared/kinds/row.ts';
import { message } from '#shared/language/message.ts';
import { pastTime } from '#shared/model/past-row.ts';
import type { Resource } from '#shared/model/resource.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { bind, creations, deletions, MutationName } from '#shared/mutations/registry.ts';
import {
  type CandidateProject,
  type FileCandidate,
  type Pending,
  type PendingChange,
  type ProjectCandidate,
  type PromptCandidate,
  promptCandidate,
} from '../candidate.ts';
import type { InputFile, Reason } from '../files.ts';

/** Locates an item in the file. */
export type Place = { readonly start: number; readonly end: number };

export type PendingRef = { readonly type: 'project' | 'prompt' | 'resource'; readonly id: number };

type Group = { readonly ref: PendingRef; creation: Place | null; isUndone: boolean; changes: Place[] };
type Reading = { readonly client: string | null; valueOfPlace(place: Place): Promise<unknown> };
type WithProject = Reading & { project(id: number): CandidateProject };
type Placed<Candidate> = Candidate & { readonly pending: Pending };

const WaitingChange = z.looseObject({ name: z.string(), args: z.unknown(), createdAt: z.string() });
const OfPrompt = z.looseObject({ promptId: z.number() });

export class PendingChanges {
  readonly #groups = new Map<string, Group>();

  /** Returns why a change cannot be read. What a device alone remembers, such as its open tabs, is left out. */
  add({ value, start, end }: Place & { readonly value: unknown }): Reason | null {
    const read = WaitingChange.safeParse(value);
    const name = MutationName.safeParse(read.data?.name);
    if (!read.success || !name.success) {
      return { sentence: message('This version of Promptory does not know such a change.') };
    }
    const bound = bind(name.data, read.data.args);
    if (!bound.ok) return { sentence: bound.errors[0]?.message ?? '' };
    const ref = refOf(bound.mutation.target.ref, read.data.args);
    if (ref === null) return null;
    const group = this.#group(ref);
    const isOfRow = bound.mutation.target.ref.type === ref.type;
    const place = { start, end };
    if (isOfRow && creations.has(name.data)) group.creation = place;
    else group.changes.push(place);
    if (isOfRow && deletions.has(name.data) && name.data !== 'deleteVersions') {
      group.isUndone = group.creation !== null;
    }
    return null;
  }

  #group(ref: PendingRef): Group {
    const key = `${ref.type}:${ref.id}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group: Group = { ref, creation: null, isUndone: false, changes: [] };
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the changes of a row of the file, once. */
  async take(
    { type, id }: PendingRef,
    { basis, client, valueOfPlace }: Reading & Pick<Pending, 'basis'>,
  ): Promise<{ pending?: Pending }> {
    const key = `${type}:${id}`;
    const group = this.#groups.get(key);
    this.#groups.delete(key);
    if (group === undefined) return {};
    return { pending: await pendingOf(group, { basis, client, valueOfPlace }) };
  }

  /** Yields the projects of which the file has only changes. */
  async *projects(path: string, reading: Reading): AsyncGenerator<Placed<ProjectCandidate>> {
    for await (const { args, createdAt, pending } of this.#left('project', reading)) {
      const made = args === undefined ? null : mutations.createProject.args.parse(args);
      const { name = '', color = null } = made ?? {};
      const row = { id: pending.id, name, color, createdAt, position: null, later: {} };
      yield { kind: 'project', source: sourceOf(path, name), ...row, pending };
    }
  }

  async *prompts(path: string, reading: WithProject): AsyncGenerator<Placed<PromptCandidate>> {
    for await (const { args, createdAt, pending } of this.#left('prompt', reading)) {
      const made = args === undefined ? null : mutations.createPrompt.args.parse(args);
      const { title = '', content = '', notes = '' } = made ?? {};
      const project = made === null ? noProject : reading.project(made.projectId);
      const row = { id: pending.id, title, content, notes, createdAt };
      yield { ...promptCandidate({ source: sourceOf(path, title), project, ...row }), pending };
    }
  }

  async *files(
    path: string,
    reading: WithProject & { fileOf(row: Resource): InputFile | null },
  ): AsyncGenerator<Placed<FileCandidate>> {
    for await (const { args, createdAt, pending } of this.#left('resource', reading)) {
      const made = args === undefined ? null : mutations.createResource.args.parse(args);
      const row = made === null ? null : { ...made, createdAt: createdAt ?? '', available: false };
      const name = row?.name ?? '';
      const project = row === null ? noProject : reading.project(row.projectId);
      const file = row === null ? null : reading.fileOf(row);
      yield { kind: 'file', source: sourceOf(path, name), project, row, name, file, pending };
    }
  }

  /** Yields what is left of a type; `args`: of the creation, where it is among the changes. */
  async *#left(type: PendingRef['type'], reading: Reading) {
    for (const [key, group] of this.#groups) {
      if (group.ref.type !== type) continue;
      this.#groups.delete(key);
      if (group.isUndone) continue;
      const basis = group.creation === null ? ('nothing' as const) : ('creation' as const);
      const made = group.creation === null ? null : await changeAt(group.creation, reading);
      const pending = await pendingOf(group, { ...reading, basis });
      yield { args: made?.args, createdAt: pastTime(made?.createdAt ?? null), pending };
    }
  }
}

const noProject: CandidateProject = { id: null, name: '' };

async function changeAt(place: Place, { valueOfPlace }: Pick<Reading, 'valueOfPlace'>) {
  return WaitingChange.extend({ name: MutationName }).parse(await valueOfPlace(place));
}

async function pendingOf(
  { ref, changes }: Group,
  { basis, client, valueOfPlace }: Reading & Pick<Pending, 'basis'>,
): Promise<Pending> {
  const read: PendingChange[] = [];
  for (const place of changes) {
    const { name, args } = await changeAt(place, { valueOfPlace });
    read.push({ name, args });
  }
  return { id: ref.id, basis, client, changes: read };
}

/** Returns the row whose candidate a change goes with; null for what belongs to a device alone. */
function refOf({ type, id }: RowRef, args: unknown): PendingRef | null {
  const ofPrompt = OfPrompt.safeParse(args);
  if (ofPrompt.success) return { type: 'prompt', id: ofPrompt.data.promptId };
  if (typeof id !== 'number' || isTypeInPrompt(type)) return null;
  return { type, id };
}

function sourceOf(path: string, name: string): string {
  return name === '' ? path : `${path}: ${name}`;
}
