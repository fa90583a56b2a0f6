/**
 * The prompts of a project that a folder holds, as a client of its own: those with the folder's tags and, where it is
 * asked for, at a label.
 *
 * 1. A new file gets the tags; a deleted one takes its layout's tag off, and the prompt stays in the library.
 * 2. At a label the text of a prompt is that of the labelled version. An edit here is merged into the prompt's current
 *    text, upon what the folder had; the label stays, and the folder keeps the edit until the label moves.
 * 3. A prompt with the label is not deleted by a file that goes, where no tag can be taken off instead.
 * 4. A new file has no version that a label could point to: it waits likewise.
 */
import { z } from 'zod';
import { mergeText } from '#shared/merge/merge-text.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { isBlank, storable } from '#shared/model/text.ts';
import { Version } from '#shared/model/version.ts';
import type { FeedChange } from '#shared/sync/wire.ts';
import { conflictDescription } from '#shared/text/conflict-description.ts';
import { type FolderState, hashOf } from './folder-state.ts';
import type { Change, ChangeAnswer, LibraryClient, RemotePrompt } from './library-client.ts';

export type PartSelection = {
  /** Its id. */
  readonly project: number;
  /** A prompt must have them all. */
  readonly tags: readonly string[];
  readonly label: string | null;
};

export type LibraryPart = LibraryClient & {
  /** Whether the folder holds a prompt, as it is answered by this client. */
  holds(row: Prompt): boolean;
  /** The tag that a deleted file takes off its prompt; null: it deletes the prompt. */
  readonly ownTag: string | null;
  /** Returns how many texts it has kept as versions since the last call. */
  takeConflicts(): number;
  /** Lets the folder hold a prompt of the project whose file lies in it. */
  take(prompt: RemotePrompt): Promise<RemotePrompt>;
};

type Deps = { state: FolderState; newId(): number; now(): number };

export function libraryPart(inner: LibraryClient, selection: PartSelection, deps: Deps): LibraryPart {
  const { project, label } = selection;
  const tagged = taggedPart(inner, selection);
  if (label === null) return tagged;
  const part = new LabelledPart(tagged, { label, tags: selection.tags }, deps);
  return {
    ownTag: tagged.ownTag,
    projects: () => inner.projects(),
    versions: (id) => inner.versions(id),
    files: (id) => inner.files(id),
    bytesOf: (file) => inner.bytesOf(file),
    addFile: (id, file) => inner.addFile(id, file),
    changes: (since) => part.changes(since),
    prompt: (id) => part.prompt(id),
    change: (change) => part.change(change),
    holds: (row) => row.projectId === project && tagged.holds(row) && part.holds(row),
    takeConflicts: () => part.takeConflicts(),
    take: (prompt) => part.take(prompt),
  };
}

function taggedPart(inner: LibraryClient, { project, tags }: PartSelection): LibraryPart {
  const [own] = tags;
  const tag = async (id: number, body: { addTags: readonly string[] } | { removeTags: readonly string[] }) =>
    inner.change({ method: 'PATCH', path: `/api/prompts/${id}/attributes`, body });
  const holds = (row: Prompt) =>
    row.projectId === project && tags.every((each) => row.attributes?.tags?.includes(each) === true);
  const taken = async (prompt: RemotePrompt): Promise<RemotePrompt> => {
    if (holds(prompt.row)) return prompt;
    const answer = await tag(prompt.row.id, { addTags: tags });
    return answer.kind === 'done' && answer.prompt !== null ? answer.prompt : prompt;
  };
  return {
    ...inner,
    ownTag: own ?? null,
    holds,
    takeConflicts: () => 0,
    take: taken,
    async change(change) {
      const id = idIn(change.path);
      if (change.method === 'DELETE' && own !== undefined && id !== null)
        return tag(id, { removeTags: [own] });
      const answer = await inner.change(change);
      if (change.method !== 'POST' || answer.kind !== 'done' || answer.prompt === null) return answer;
      return { kind: 'done', prompt: await taken(answer.prompt) };
    },
  };
}

function idIn(path: string): number | null {
  const [, digits] = /^\/api\/prompts\/(\d+)/.exec(path) ?? [];
  return digits === undefined ? null : Number(digits);
}

const TextChange = z.object({ content: z.string() });

const notDeleted = (label: string) =>
  `It was deleted here, and the prompt has the label ${label}: nothing is deleted until the label is taken off.`;

/** `over`: the hash of the labelled text that the folder had; null: there was none. */
type Place = { text: string; over: string | null };

class LabelledPart {
  readonly #inner: LibraryPart;
  readonly #label: string;
  readonly #hasTags: boolean;
  readonly #deps: Deps;
  #conflicts = 0;

  constructor(inner: LibraryPart, { label, tags }: { label: string; tags: readonly string[] }, deps: Deps) {
    this.#inner = inner;
    this.#label = label;
    this.#hasTags = tags.length > 0;
    this.#deps = deps;
  }

  #versionOf(row: Prompt): number | null {
    return row.attributes?.labels?.find(({ label }) => label === this.#label)?.versionId ?? null;
  }

  holds(row: Prompt): boolean {
    return this.#versionOf(row) !== null || this.#deps.state.waiting.get(row.id)?.over === null;
  }

  /** Returns the text that the folder is to have. */
  async #placeOf(row: Prompt): Promise<Place> {
    const { waiting } = this.#deps.state;
    const versionId = this.#versionOf(row);
    const versions = versionId === null ? [] : await this.#inner.versions(row.id);
    const labelled = versions.find(({ id }) => id === versionId)?.content ?? null;
    const over = labelled === null ? null : hashOf(labelled);
    const waits = waiting.get(row.id);
    if (waits !== undefined && waits.over === over && waits.text !== over) {
      const text = await this.#deps.state.text(waits.text);
      if (text !== null) return { text, over };
    }
    waiting.delete(row.id);
    return { text: labelled ?? row.content, over };
  }

  async #placed(remote: RemotePrompt): Promise<RemotePrompt> {
    if (!this.#inner.holds(remote.row)) return remote;
    const { text } = await this.#placeOf(remote.row);
    return { ...remote, row: { ...remote.row, content: text } };
  }

  takeConflicts(): number {
    const count = this.#conflicts;
    this.#conflicts = 0;
    return count;
  }

  async prompt(id: number): Promise<RemotePrompt | null> {
    const remote = await this.#inner.prompt(id);
    return remote === null ? null : this.#placed(remote);
  }

  async take(prompt: RemotePrompt): Promise<RemotePrompt> {
    const { state } = this.#deps;
    const taken = await this.#inner.take(prompt);
    if (this.#versionOf(taken.row) !== null) return this.#placed(taken);
    state.waiting.set(taken.row.id, { text: await state.keep(taken.row.content), over: null });
    return taken;
  }

  /** A labelled version that was edited changes no row of a prompt: its prompt is looked at for it. */
  async changes(since: string | null) {
    const page = await this.#inner.changes(since);
    if (page === null) return null;
    const changes: FeedChange[] = [];
    const last = new Map<number, FeedChange>();
    for (const change of page.changes) {
      if (change.type === 'prompt' && typeof change.id === 'number') last.set(change.id, change);
      const version =
        change.type === 'version' ? Version.pick({ promptId: true }).safeParse(change.row) : null;
      const promptId = version?.data?.promptId;
      if (promptId === undefined || !this.#deps.state.prompts.has(promptId) || last.has(promptId)) continue;
      const remote = await this.#inner.prompt(promptId);
      if (remote === null) continue;
      const { seq } = change;
      last.set(promptId, { type: 'prompt', id: promptId, seq, rev: remote.rev, row: remote.row });
    }
    for (const change of last.values()) changes.push(await this.#change(change));
    return { ...page, changes };
  }

  async #change(change: FeedChange): Promise<FeedChange> {
    const read = Prompt.safeParse(change.row);
    if (!read.success) return change;
    const { row } = await this.#placed({ row: read.data, rev: change.rev });
    return { ...change, row };
  }

  async change(change: Change): Promise<ChangeAnswer> {
    const isText = change.method === 'PATCH' && change.path.endsWith('/content');
    const id = idIn(change.path);
    if (isText && id !== null) return this.#changeText(change, id);
    if (change.method === 'DELETE' && id !== null && (await this.#isApproved(id)))
      return { kind: 'refused', sentence: notDeleted(this.#label) };
    const answer = await this.#inner.change(change);
    if (answer.kind !== 'done' || answer.prompt === null) return answer;
    const { prompt } = answer;
    if (change.method === 'POST') await this.#wait(prompt.row.id, prompt.row.content, null);
    return { kind: 'done', prompt: await this.#placed(prompt) };
  }

  /** Whether the label would go with the prompt: where the folder has a tag, a deletion takes off that alone. */
  async #isApproved(id: number): Promise<boolean> {
    const actual = this.#hasTags ? null : await this.#inner.prompt(id);
    return actual !== null && this.#versionOf(actual.row) !== null;
  }

  async #wait(id: number, text: string, over: string | null): Promise<void> {
    const { state } = this.#deps;
    const hash = await state.keep(text);
    if (hash === over) state.waiting.delete(id);
    else state.waiting.set(id, { text: hash, over });
  }

  async #changeText(change: Change, id: number): Promise<ChangeAnswer> {
    const { content } = TextChange.parse(change.body);
    const actual = await this.#inner.prompt(id);
    if (actual === null) return this.#revive(change, content);
    if (actual.rev !== change.rev) return { kind: 'stale' };
    const { text: had, over } = await this.#placeOf(actual.row);
    const merged = mergeText(had, content, actual.row.content);
    const text = storable(merged.text);
    let next = actual;
    if (text !== actual.row.content && !isBlank(text)) {
      const body = { content: text, ...(merged.overlap ? { preserve: this.#preserve() } : {}) };
      const answer = await this.#inner.change({ ...change, body });
      if (answer.kind !== 'done' || answer.prompt === null) return answer;
      next = answer.prompt;
      if (merged.overlap) this.#conflicts += 1;
    }
    await this.#wait(id, content, over);
    return { kind: 'done', prompt: await this.#placed(next) };
  }

  #preserve() {
    const description = conflictDescription({ from: 'another device', at: new Date(this.#deps.now()) });
    return { id: this.#deps.newId(), description, conflict: 'unreviewed' };
  }

  /** A deleted prompt comes back with the text, and with its labels. */
  async #revive(change: Change, content: string): Promise<ChangeAnswer> {
    const answer = await this.#inner.change(change);
    if (answer.kind !== 'done' || answer.prompt === null) return answer;
    const { over } = await this.#placeOf(answer.prompt.row);
    await this.#wait(answer.prompt.row.id, content, over);
    return { kind: 'done', prompt: await this.#placed(answer.prompt) };
  }
}
