/**
 * One round that makes a folder and a project equal.
 *
 *   find files -> read the feed, page by page -> send what the folder changed -> deletions -> files beside prompts
 *
 * 1. No text is lost: texts merge (`merge-prompt.ts`), an edit wins over a deletion, and the file that a person changed
 *    meanwhile is left for the next round.
 * 2. It may end anywhere: what was done by then is found equal, or merged upon the same base again.
 * 3. A prompt is deleted only if it was in both places before, and many only if that is asked for.
 * 4. What fails for one prompt alone, on the disk or at the server, stops no other one.
 * 5. Held are the names and hashes of the prompts, one page of the feed, and the texts of one prompt.
 */
import { limits } from '#shared/model/limits.ts';
import { Prompt } from '#shared/model/prompt.ts';
import type { FeedChange } from '#shared/sync/wire.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import { SecretFound } from './admit-text.ts';
import { syncBeside } from './beside/sync-beside.ts';
import { FileChanged, FileTooLarge, LinkInTheWay } from './files/folder-disk.ts';
import type { FoundPrompt, PromptFiles } from './files/prompt-files.ts';
import { isOfTheDisk, type Known } from './folder-state.ts';
import { type RemotePrompt, ServerAway } from './library-client.ts';
import { PromptSync } from './prompt-sync.ts';
import { isMany, isNamedByTitle, type RoundDeps, type RoundReport, titleHere } from './round.ts';

export async function syncRound(deps: RoundDeps): Promise<RoundReport> {
  const round = new Round(deps);
  return round.run();
}

class Round {
  readonly #deps: RoundDeps;
  readonly #sync: PromptSync;
  /** Files by the prompts that they are. */
  readonly #local = new Map<number, FoundPrompt>();
  readonly #new: FoundPrompt[] = [];
  /** Files with the id of another file, without it; `isSame`: its title is that of the other one too. */
  readonly #copies: { found: FoundPrompt; isSame: boolean }[] = [];
  /** Paths that are there and cannot be read. */
  readonly #unreadable = new Set<string>();

  constructor(deps: RoundDeps) {
    this.#deps = deps;
    this.#sync = new PromptSync(deps, this.#local);
  }

  async run(): Promise<RoundReport> {
    const { state } = this.#deps;
    const { report } = this.#sync;
    await this.#findFiles();
    const deleted = [...state.prompts.values()].filter((known) => this.#isDeletedHere(known));
    if (this.#isMany(deleted.length)) {
      report.complaints.push(refusedDeletes(deleted.length, 'The folder'));
      report.failed = true;
      return report;
    }
    await this.#finishMerges();
    const unread = [...state.prompts.values()].filter((known) => known.unread !== undefined);
    await this.#pull();
    await this.#readAgain(unread);
    await this.#sendChanged();
    await this.#sendNew();
    await this.#sendCopies();
    await this.#sendDeletions();
    await this.#takeDeletions();
    await this.#bringFilesBeside();
    await state.save();
    await state.removeOldTexts();
    return report;
  }

  async #findFiles(): Promise<void> {
    const { files, state } = this.#deps;
    const { prompts, refused } = await files.find();
    for (const { path, sentence } of refused) {
      this.#unreadable.add(path);
      this.#sync.complain(`${path}: ${sentence}`);
    }
    const atPath = new Map([...state.prompts.values()].map((known) => [known.path, known.id]));
    const claimed = new Map<number, string | null>();
    const rank = (found: FoundPrompt) => rankOf(files, found, state.prompts);
    for (const found of prompts.toSorted((a, b) => rank(a) - rank(b))) {
      const id = found.id ?? atPath.get(found.path) ?? null;
      if (id === null) {
        this.#new.push(found);
        continue;
      }
      const original = claimed.get(id);
      if (original !== undefined) {
        const isSame = found.title === original || found.title === state.prompts.get(id)?.title;
        this.#copies.push({ found: { ...found, id: null }, isSame });
        continue;
      }
      claimed.set(id, found.title);
      if (state.prompts.has(id)) this.#local.set(id, found);
      else this.#new.push(found);
    }
  }

  /** One that could not be written here is not deleted here. */
  #isDeletedHere({ id, path, gone, unread }: Known): boolean {
    const [file = path] = path.split('#');
    const isGone = !this.#local.has(id) && !this.#unreadable.has(path) && !this.#unreadable.has(file);
    return isGone && gone === undefined && unread === undefined;
  }

  #isMany(count: number): boolean {
    const { state, allowDeletes } = this.#deps;
    return !allowDeletes && isMany(count, state.prompts.size);
  }

  /** A crash may have left a merge between the state and its file. */
  async #finishMerges(): Promise<void> {
    for (const known of this.#deps.state.prompts.values()) {
      if (known.merging !== undefined) await this.#sync.finishMerge(known);
    }
  }

  async #pull(): Promise<void> {
    const { client, state } = this.#deps;
    const seen = new Set<number>();
    for (;;) {
      const page = await client.changes(state.cursor);
      if (page === null) {
        // The server has another history, perhaps a backup: everything is compared again.
        state.cursor = null;
        state.readingAll = true;
        // The files that it lacks now were not deleted: they are sent again.
        state.files.clear();
        state.sending.clear();
        seen.clear();
        continue;
      }
      for (const change of page.changes) {
        if (change.type !== 'prompt' || typeof change.id !== 'number') continue;
        seen.add(change.id);
        await this.#takeChange(change.id, change);
      }
      state.cursor = page.cursor;
      if (page.more) {
        await state.saveSoon();
        continue;
      }
      if (state.readingAll) this.#forgetUnseen(seen);
      state.readingAll = false;
      await state.save();
      return;
    }
  }

  async #takeChange(id: number, { rev, row, deleted }: FeedChange): Promise<void> {
    const { client, state } = this.#deps;
    const known = state.prompts.get(id);
    const prompt = Prompt.safeParse(row);
    if (prompt.success && client.holds(prompt.data)) {
      if (known !== undefined) delete known.gone;
      await this.#bring(id, { row: prompt.data, rev });
    } else if (known !== undefined && (deleted === true || prompt.success)) {
      known.gone = { rev, moved: deleted !== true };
    }
  }

  /** A server that has never had a prompt gets it as a new one. */
  #forgetUnseen(seen: ReadonlySet<number>): void {
    for (const { id } of [...this.#deps.state.prompts.values()]) {
      if (seen.has(id)) continue;
      const found = this.#local.get(id);
      this.#deps.state.prompts.delete(id);
      this.#local.delete(id);
      if (found !== undefined) this.#new.push({ ...found, id });
    }
  }

  async #bring(id: number, remote: RemotePrompt): Promise<void> {
    const { state } = this.#deps;
    // A file of which the state knows nothing, after its loss or a crash.
    const index = this.#local.has(id) ? -1 : this.#new.findIndex((found) => found.id === id);
    const [found] = index < 0 ? [] : this.#new.splice(index, 1);
    if (found !== undefined) this.#local.set(id, found);
    const path = state.prompts.get(id)?.path ?? this.#local.get(id)?.path ?? remote.row.title;
    const isDone = await this.#alone(path, () => this.#sync.bring(id, remote));
    const known = state.prompts.get(id);
    if (!isDone && known !== undefined) known.unread = true;
    await this.#oneMore();
  }

  /** Reads once more the prompts that an earlier round could not bring together. */
  async #readAgain(unread: readonly Known[]): Promise<void> {
    const { client, state } = this.#deps;
    for (const { id } of unread) {
      const known = state.prompts.get(id);
      if (known?.unread === undefined) continue;
      await this.#alone(known.path, async () => {
        const remote = await client.prompt(known.id);
        delete known.unread;
        if (remote !== null && client.holds(remote.row)) await this.#bring(known.id, remote);
      });
    }
  }

  async #sendChanged(): Promise<void> {
    const { files, state } = this.#deps;
    for (const [id, found] of [...this.#local]) {
      const known = state.prompts.get(id);
      if (known === undefined || known.gone !== undefined || known.unread !== undefined) continue;
      const isSame = found.hash === known.hash && titleHere(files, found, known) === known.title;
      if (isSame) known.path = found.path;
      else await this.#alone(found.path, () => this.#sync.send(known));
      await this.#oneMore();
    }
  }

  async #sendNew(): Promise<void> {
    for (const found of this.#new) {
      await this.#alone(found.path, () => this.#sync.create(found));
      await this.#oneMore();
    }
  }

  /** Two prompts of one title would stop each program that pulls by it: a copy is called as its file is. */
  async #sendCopies(): Promise<void> {
    const { report } = this.#sync;
    for (const { found, isSame } of this.#copies) {
      const own = isSame ? null : found.title;
      const title = own ?? this.#freeTitle(this.#deps.files.titleOfCopy(found));
      const { added } = report.there;
      await this.#alone(found.path, () => this.#sync.create({ ...found, title }));
      if (report.there.added > added) {
        report.notices.push(`${found.path} is a copy: it is a prompt of its own now, "${title}".`);
      }
      await this.#oneMore();
    }
  }

  #freeTitle(wanted: string): string {
    const taken = new Set([...this.#deps.state.prompts.values()].map(({ title }) => title));
    let title = shortTitle(wanted, limits.promptTitleLength);
    for (let count = 2; taken.has(title); count += 1) {
      const end = ` ${count}`;
      title = `${shortTitle(wanted, limits.promptTitleLength - end.length)}${end}`;
    }
    return title;
  }

  async #oneMore(): Promise<void> {
    const { here, there } = this.#sync.report;
    const changed = [here, there].flatMap(({ added, changed, deleted }) => [added, changed, deleted]);
    this.#deps.onProgress?.(changed.reduce((sum, count) => sum + count, 0));
    await this.#deps.state.saveSoon();
  }

  async #sendDeletions(): Promise<void> {
    const { state } = this.#deps;
    for (const known of [...state.prompts.values()]) {
      if (this.#isDeletedHere(known)) await this.#alone(known.path, () => this.#sync.deleteThere(known));
      else if (known.gone !== undefined && !this.#local.has(known.id)) state.prompts.delete(known.id);
    }
  }

  async #takeDeletions(): Promise<void> {
    const { state } = this.#deps;
    const gone = [...state.prompts.values()].filter((known) => known.gone !== undefined);
    if (this.#isMany(gone.length)) {
      this.#sync.complain(refusedDeletes(gone.length, 'The project'));
      return;
    }
    for (const known of gone) await this.#alone(known.path, () => this.#sync.deleteHere(known));
  }

  async #bringFilesBeside(): Promise<void> {
    const { beside } = this.#deps;
    if (beside === null) return;
    await syncBeside(this.#deps, {
      ...{ beside, report: this.#sync.report, complain: (sentence) => this.#sync.complain(sentence) },
      alone: async (name, work) => {
        const isDone = await this.#alone(name, work);
        await this.#oneMore();
        return isDone;
      },
    });
  }

  /** Does what concerns one prompt or file, and returns whether it was done. What fails for it alone is named, and stops no other. */
  async #alone(name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (failure) {
      if (failure instanceof FileChanged) this.#sync.report.again = true;
      else await this.#setAside(name, failure);
      return false;
    }
  }

  /** Throws what is no failure of one prompt: where the server answers nothing else either, it is away. */
  async #setAside(name: string, failure: unknown): Promise<void> {
    if (failure instanceof ServerAway) await this.#deps.client.projects();
    else if (!isOfTheDisk(failure) && !isOfThePrompt(failure)) throw failure;
    const isNamed = !(failure instanceof SecretFound && failure.isInTitle);
    this.#sync.complain(isNamed ? `${name}: ${failure.message}` : failure.message);
  }
}

function isOfThePrompt(failure: unknown): failure is FileTooLarge | LinkInTheWay | SecretFound {
  return failure instanceof FileTooLarge || failure instanceof LinkInTheWay || failure instanceof SecretFound;
}

/** A file with an id at its known place is that prompt, or else one that is called as it; a copy of it is another one. */
function rankOf(files: PromptFiles, found: FoundPrompt, known: ReadonlyMap<number, Known>): number {
  const { id, path } = found;
  if (id === null) return 3;
  if (known.get(id)?.path === path) return 0;
  return isNamedByTitle(files, found) ? 1 : 2;
}

function refusedDeletes(count: number, where: string): string {
  return `${where} lacks ${count} prompts, more than half of all. If that is right, repeat it with --allow-deletes.`;
}
