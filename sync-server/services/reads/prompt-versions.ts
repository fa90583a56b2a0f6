/**
 * Lists the prompts of a library and the versions of a prompt without their texts, saves versions and moves labels, for
 * programs that know a prompt by its names or its id.
 *
 * A label is moved under a condition: the version that its mover saw it on. The condition is compared with the label, and
 * the change is committed upon the row in which it was compared; where the row has changed meanwhile, otherwise than in
 * this label, it is compared once more.
 */

import { messages } from '#shared/model/messages.ts';
import { Problem } from '#shared/model/problem.ts';
import type { WrittenSettings } from '#shared/model/prompt-settings.ts';
import type { LabelPlace, VersionHead } from '#shared/model/pull.ts';
import { isBlank } from '#shared/model/text.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { defaultVersionDescription } from '#shared/mutations/preserved-text.ts';
import type { Pin } from '#shared/templates/snippet-syntax.ts';
import type { LibraryStorage, ListPlace, PinnedName, PromptHead } from '../../storage/ports/library-port.ts';
import type { CommitMutation } from '../change/commit-mutation.ts';
import type { MutationAnswer, MutationRequest } from '../change/mutation-request.ts';
import { problemOf } from '../change/problem-of.ts';
import { type Refused, refusedName } from './pull-prompt.ts';
import type { RowParts } from './read-library.ts';

export type PromptName = Omit<PinnedName, 'pin'>;

export type ListedPrompt = Omit<PromptHead, 'rev'>;

/** `expected`: the version that the label is on by now, `placed` for any, `unplaced` for none. */
export type LabelMove = {
  label: string;
  /** Null takes the label off. */
  version: number | null;
  expected?: number | 'placed' | 'unplaced' | undefined;
  /** Who moves it, for the log of the label. */
  device: string;
  /** Why, where the label asks for proof. */
  override?: string | undefined;
};

export type PromptVersions = {
  /** In no order. `onlyProject`: those of that project alone; null: of all. */
  listPrompts(userId: number, onlyProject: number | null): AsyncIterable<ListedPrompt[]>;
  /** Finds a prompt by its names or ids, without its text. `labels`: those that are on a version. */
  find(
    userId: number,
    name: PromptName,
  ): Promise<{ kind: 'found'; prompt: ListedPrompt; labels: string[] } | Refused>;
  /** Newest first. */
  list(
    userId: number,
    name: PromptName,
  ): Promise<{ kind: 'listed'; versions: RowParts<VersionHead> } | Refused>;
  /**
   * Saves a text as the newest version, which is the current text from then on. A current text that no version has is kept
   * as one before. `settings`: those of the version and of the prompt from then on; without them the prompt's stay.
   */
  save(
    userId: number,
    name: PromptName,
    version: { text: string; description: string; settings?: WrittenSettings | undefined },
  ): Promise<{ kind: 'saved'; version: number } | Refused>;
  moveLabel(
    userId: number,
    name: PromptName,
    move: LabelMove,
  ): Promise<{ kind: 'moved'; place: LabelPlace } | Refused>;
};

export type PromptVersionsDeps = {
  storage: Pick<LibraryStorage, 'pinnedText' | 'promptHeads' | 'versionHeads'>;
  commit: Pick<CommitMutation, 'one'>;
  newId(): number;
};

/** The row may change that often while one label is moved: each key of somebody who types does. */
const mostTries = 10;

export function createPromptVersions({ storage, commit, newId }: PromptVersionsDeps): PromptVersions {
  const find = (userId: number, name: PromptName, pin: Pin) => storage.pinnedText(userId, { ...name, pin });

  return {
    async *listPrompts(userId, onlyProject) {
      for (let from: ListPlace | null = null; ; ) {
        const { rows, next } = await storage.promptHeads(userId, from);
        const reached = rows.filter(({ projectId }) => onlyProject === null || projectId === onlyProject);
        yield reached.map(({ rev: _, ...head }) => head);
        if (next === null) return;
        from = next;
      }
    },

    async find(userId, name) {
      const found = await find(userId, name, null);
      if (found.kind !== 'found') return refusedName(found, { pin: null });
      const { rev: _, ...prompt } = found.prompt;
      return { kind: 'found', prompt, labels: found.labels.map(({ label }) => label) };
    },

    async list(userId, name) {
      const found = await find(userId, name, null);
      if (found.kind !== 'found') return refusedName(found, { pin: null });
      return { kind: 'listed', versions: versionsOf(storage, userId, found.prompt.id) };
    },

    async save(userId, name, { text, description, settings }) {
      if (isBlank(text)) {
        const errors = [{ path: 'text', message: messages.emptyTextNotSaved }];
        return refused(problemOf('invalid_fields', { errors }));
      }
      const found = await find(userId, name, null);
      if (found.kind !== 'found') return refusedName(found, { pin: null });
      const { id } = found.prompt;
      const preserve = { id: newId(), description: defaultVersionDescription, conflict: null };
      const current = settings === undefined ? {} : { settings, headSettings: settings };
      const body = { content: text, description, preserve, ...current };
      const answer = await commit.one(
        userId,
        request(name, { method: 'PUT', path: `/api/prompts/${id}`, body }),
      );
      if (answer.status >= 400) return refusedBy(answer);
      const saved = await find(userId, byIds(name, found.prompt), latest);
      if (saved.kind !== 'found') return refusedName(saved, { pin: latest });
      return { kind: 'saved', version: saved.version?.version ?? 0 };
    },

    moveLabel: (userId, name, move) => moveLabel({ storage, commit }, { userId, name, move }),
  };
}

type MoveDeps = Pick<PromptVersionsDeps, 'storage' | 'commit'>;
type Moving = { userId: number; name: PromptName; move: LabelMove };

async function moveLabel(
  { storage, commit }: MoveDeps,
  { userId, name, move: { label, version, expected, device, override } }: Moving,
): ReturnType<PromptVersions['moveLabel']> {
  const named = VersionLabel.safeParse(label);
  if (!named.success) {
    const errors = named.error.issues.map(({ message }) => ({ path: 'label', message }));
    return refused(problemOf('invalid_fields', { errors }));
  }
  const pin: Pin = version === null ? null : { kind: 'version', version };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const target = await storage.pinnedText(userId, { ...name, pin });
    if (target.kind !== 'found') return refusedName(target, { pin });
    const { id, rev } = target.prompt;
    const ids = byIds(name, target.prompt);
    const now = await storage.pinnedText(userId, { ...ids, pin: { kind: 'label', label } });
    const current = now.kind === 'found' ? now.version : null;
    const place = current?.version ?? null;
    if (!fits(place, expected)) return refusedPlace({ label, version: place });
    const versionId = target.version?.id ?? null;
    const reason = override === undefined ? {} : { override };
    const body = { labels: [{ label, versionId, from: current?.id ?? null, device, ...reason }] };
    const path = `/api/prompts/${id}/attributes`;
    const answer = await commit.one(userId, request(name, { method: 'PATCH', path, body, ifMatch: rev }));
    if (answer.status < 400) return { kind: 'moved', place: { label, version } };
    if (answer.status !== 412) return refusedBy(answer);
  }
  return refused(problemOf('busy'));
}

const latest: Pin = { kind: 'label', label: 'latest' };

type Changing = Pick<MutationRequest, 'method' | 'path' | 'body'> & { ifMatch?: number };

function request({ onlyProject }: PromptName, { ifMatch, ...changing }: Changing): MutationRequest {
  return { ...changing, key: null, ifMatch, onlyProject };
}

/** Returns the name of the prompt that was found, which is the same after it was renamed. */
function byIds({ onlyProject }: PromptName, { id, projectId }: PromptHead): PromptName {
  return { project: String(projectId), prompt: String(id), onlyProject };
}

function fits(place: number | null, expected: LabelMove['expected']): boolean {
  if (expected === undefined) return true;
  if (expected === 'placed') return place !== null;
  return expected === 'unplaced' ? place === null : place === expected;
}

async function* versionsOf(
  storage: Pick<LibraryStorage, 'versionHeads'>,
  userId: number,
  promptId: number,
): RowParts<VersionHead> {
  for (let from: ListPlace | null = null; ; ) {
    const part = await storage.versionHeads(userId, promptId, from);
    if (part === undefined) return;
    const labels = new Map<number, string[]>();
    for (const { label, versionId } of part.labels) {
      labels.set(versionId, [...(labels.get(versionId) ?? []), label]);
    }
    yield part.rows.map((head) => ({ ...head, labels: labels.get(head.id) ?? [] }));
    if (part.next === null) return;
    from = part.next;
  }
}

function refused(problem: Problem): Refused {
  return { kind: 'refused', problem };
}

function refusedPlace(place: LabelPlace): Refused {
  const where = place.version === null ? 'on no version' : `on version ${place.version}`;
  return refused({ ...problemOf('changed_since', { detail: `The label is ${where}.` }), current: place });
}

function refusedBy({ status, body }: MutationAnswer): Refused {
  const problem = Problem.safeParse(body);
  if (!problem.success) throw new Error(`A change was answered ${status} without a problem.`);
  return refused(problem.data);
}
