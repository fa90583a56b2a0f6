/** Brings one prompt and its file together. */
import { limits } from '#shared/model/limits.ts';
import { isBlank } from '#shared/model/text.ts';
import { parseCursor } from '#shared/sync/wire.ts';
import { conflictDescription } from '#shared/text/conflict-description.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { FoundPrompt, WantedPrompt } from './files/prompt-files.ts';
import { hashOf, type Known } from './folder-state.ts';
import type { ChangeAnswer, RemotePrompt } from './library-client.ts';
import { type MergedPrompt, mergePrompt } from './merge-prompt.ts';
import { type RoundDeps, type RoundReport, titleHere, titleOf } from './round.ts';

const mostTries = 5;

export class PromptSync {
  readonly report: RoundReport = {
    here: { added: 0, changed: 0, deleted: 0 },
    there: { added: 0, changed: 0, deleted: 0 },
    ...{ conflicts: 0, complaints: [], notices: [], failed: false, again: false },
  };
  readonly #deps: RoundDeps;
  readonly #local: Map<number, FoundPrompt>;

  constructor(deps: RoundDeps, local: Map<number, FoundPrompt>) {
    this.#deps = deps;
    this.#local = local;
  }

  complain(sentence: string): void {
    if (!this.report.complaints.includes(sentence)) this.report.complaints.push(sentence);
    this.report.failed = true;
  }

  /** Makes the file of a prompt and the server's row, as it was just read, equal. */
  async bring(id: number, remote: RemotePrompt): Promise<void> {
    const { state } = this.#deps;
    const known = state.prompts.get(id);
    const found = this.#local.get(id);
    const { title, content } = remote.row;
    const hash = hashOf(content);
    const isNews = known === undefined || known.hash !== hash || known.title !== title;
    const isSeen = known?.rev === remote.rev;
    if (known !== undefined && !isNews) known.rev = remote.rev;
    if (found === undefined) {
      // Deleted here, and unchanged there: the deletion is sent later.
      if (isSeen) return;
      const path = await this.#placeFor(known, { title, id });
      // The feed does not bring it twice: where it cannot be written now, a later round reads it again.
      if (known === undefined) state.prompts.set(id, { id, rev: 0, title, path, hash: '', unread: true });
      await this.#writeNew(path, remote);
      return;
    }
    if (known !== undefined && !isNews) return;
    await this.#merge({ found, known, remote });
  }

  /** Its former place, unless another prompt has moved there. */
  async #placeFor(known: Known | undefined, { title, id }: { title: string; id: number }): Promise<string> {
    const { files } = this.#deps;
    const isFree = known !== undefined && !(await files.isOthers(known.path, id));
    return isFree ? known.path : files.newPath(title, id);
  }

  async #writeNew(path: string, remote: RemotePrompt): Promise<void> {
    const { id, title, content: text } = remote.row;
    await this.#deps.admit({ id, title, text }, null);
    const raw = await this.#deps.files.write(path, { id, title, text }, null);
    this.#local.set(id, { path, id, title, hash: hashOf(text), raw });
    this.report.here.added += 1;
    await this.#know(remote, path);
  }

  /** Sends what a file has changed upon the state that both had. */
  async send(known: Known): Promise<void> {
    const { client } = this.#deps;
    const found = this.#local.get(known.id);
    const remote = await client.prompt(known.id);
    if (found === undefined) return;
    // It was deleted since, or moved: the next round has it from the feed.
    if (remote === null || !client.holds(remote.row)) this.report.again = true;
    else await this.#merge({ found, known, remote });
  }

  async #merge({
    found,
    known,
    remote,
  }: {
    found: FoundPrompt;
    known: Known | undefined;
    remote: RemotePrompt;
  }): Promise<void> {
    const { files, state } = this.#deps;
    const { id, title, content } = remote.row;
    const file = await files.read(found);
    const mine = { title: this.#titleOf(found, known), text: file.text };
    const theirs = { title, text: content };
    const base = known === undefined ? null : { title: known.title, text: await state.text(known.hash) };
    const placed = mergePrompt(base, mine, theirs);
    const merged = { ...placed, overlap: placed.overlap || known?.overlap === true };
    const isFileOld = merged.text !== file.text || merged.title !== file.title || file.id !== id;
    const isServerOld = merged.text !== content || merged.title !== title;
    if (isBlank(merged.text) && merged.text !== content) {
      this.complain(`${found.path} has no text: the prompt keeps the one that it has.`);
      return;
    }
    if (isFileOld) {
      await this.#deps.admit({ id, ...merged }, file);
      const isMerge = merged.text !== file.text && merged.text !== content;
      if (isMerge && known !== undefined)
        await this.#recordMerge(known, { file: file.text, merged, content });
      const raw = await this.#deps.files.write(found.path, { id, ...merged }, found);
      this.#local.set(id, { path: found.path, id, title: merged.title, hash: hashOf(merged.text), raw });
      this.report.here.changed += 1;
    }
    const path = await this.#named(found.path, known, { id, ...merged });
    await this.#know(remote, path);
    const next = state.prompts.get(id);
    if (isServerOld && merged.overlap && next !== undefined) next.overlap = true;
    if (isServerOld) await this.#push(remote, { ...merged, path });
  }

  #titleOf(found: FoundPrompt, known: Known | undefined): string {
    return shortTitle(titleOf(this.#deps.files, found, known), limits.promptTitleLength) || 'Untitled';
  }

  /** The state comes before the file: after a crash in between, what is in the file tells how far it came. */
  async #recordMerge(
    known: Known,
    texts: { file: string; merged: MergedPrompt; content: string },
  ): Promise<void> {
    const { state } = this.#deps;
    known.merging = {
      from: hashOf(texts.file),
      to: await state.keep(texts.merged.text),
      base: await state.keep(texts.content),
      overlap: texts.merged.overlap,
    };
    await state.save();
  }

  /** Goes on with a merge that a crash has ended. */
  async finishMerge(known: Known): Promise<void> {
    const { merging } = known;
    const found = this.#local.get(known.id);
    if (merging === undefined) return;
    if (found?.hash === merging.to) {
      known.hash = merging.base;
      if (merging.overlap) known.overlap = true;
    }
    delete known.merging;
    known.unread = true;
  }

  /** A file that has the name of its title follows it; one that a person named otherwise stays. Returns its path. */
  async #named(path: string, known: Known | undefined, wanted: WantedPrompt): Promise<string> {
    const { files } = this.#deps;
    const found = this.#local.get(wanted.id);
    if (known === undefined || known.title === wanted.title || path !== known.path) return path;
    if (found === undefined || !files.isNamed(path, known.title, wanted.id)) return path;
    const next = await files.rename(found, wanted);
    this.#local.set(wanted.id, next);
    return next.path;
  }

  async #know({ row, rev }: RemotePrompt, path: string): Promise<void> {
    const { state } = this.#deps;
    const { id, title } = row;
    state.prompts.set(id, { id, rev, title, path, hash: await state.keep(row.content) });
  }

  async #push(remote: RemotePrompt, wanted: MergedPrompt & { path: string }): Promise<void> {
    const { client, newId, now } = this.#deps;
    let current = remote;
    if (wanted.text !== remote.row.content) {
      const description = conflictDescription({ from: 'another device', at: new Date(now()) });
      const preserve = { id: newId(), description, conflict: 'unreviewed' };
      const answer = await client.change({
        ...{ method: 'PATCH', path: `/api/prompts/${remote.row.id}/content`, rev: remote.rev },
        body: { content: wanted.text, ...(wanted.overlap ? { preserve } : {}) },
      });
      const next = this.#done(answer, wanted.path);
      if (next === null) return;
      if (wanted.overlap) this.report.conflicts += 1;
      current = next;
    }
    if (wanted.title !== current.row.title) {
      const body = { title: wanted.title };
      const path = `/api/prompts/${remote.row.id}`;
      const next = this.#done(
        await client.change({ method: 'PATCH', path, body, rev: current.rev }),
        wanted.path,
      );
      if (next === null) return;
      current = next;
    }
    this.report.there.changed += 1;
    await this.#know(current, wanted.path);
  }

  /** Null where the change was not made; a later round then does what is left to do. */
  #done(answer: ChangeAnswer, path: string): RemotePrompt | null {
    if (answer.kind === 'done') return answer.prompt;
    if (answer.kind === 'refused') this.complain(`${path}: ${answer.sentence}`);
    else this.report.again = true;
    return null;
  }

  /** Makes a prompt of a file; the file has the id before the server does. */
  async create(found: FoundPrompt): Promise<void> {
    const { client, newId, project } = this.#deps;
    let named = found;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const known = named.id === null ? null : await client.prompt(named.id);
      const isOurs = named.id !== null && (known === null || known.row.projectId === project);
      if (!isOurs) {
        named = await this.#withId(named, newId());
        continue;
      }
      const id = named.id ?? newId();
      this.#local.set(id, named);
      if (known !== null) return this.bring(id, client.holds(known.row) ? known : await client.take(known));
      const { text } = await this.#deps.files.read(named);
      const title = this.#titleOf(named, undefined);
      const body = { id, title, content: text, projectId: project };
      const answer = await client.change({ method: 'POST', path: '/api/prompts', body });
      if (answer.kind === 'done' && answer.prompt !== null) {
        this.report.there.added += 1;
        return this.#merge({ found: named, known: undefined, remote: answer.prompt });
      }
      this.#local.delete(id);
      if (answer.kind === 'refused') return this.complain(`${found.path}: ${answer.sentence}`);
      if (answer.kind === 'missing') return this.complain('The project is not there any more.');
      named = await this.#withId(named, newId());
    }
    this.report.again = true;
  }

  async #withId(found: FoundPrompt, id: number): Promise<FoundPrompt> {
    const { text } = await this.#deps.files.read(found);
    const title = this.#titleOf(found, undefined);
    const raw = await this.#deps.files.write(found.path, { id, title, text }, found);
    return { ...found, id, title, raw };
  }

  async deleteThere(known: Known): Promise<void> {
    const { client, state } = this.#deps;
    const seq = parseCursor(state.cursor ?? '')?.seq ?? 0;
    const body = { seen: { seq, beforeNumber: 0 } };
    const answer = await client.change({ method: 'DELETE', path: `/api/prompts/${known.id}`, body });
    if (answer.kind === 'refused') this.complain(`${known.path}: ${answer.sentence}`);
    if (answer.kind === 'stale') {
      // Somebody changed it since: the next round has it from the feed.
      this.report.again = true;
      return;
    }
    if (answer.kind === 'done') this.#noteDeletion(known.path);
    if (answer.kind !== 'refused') state.prompts.delete(known.id);
  }

  #noteDeletion(path: string): void {
    const { ownTag } = this.#deps.client;
    this.report.there.deleted += 1;
    if (ownTag !== null)
      this.report.notices.push(`${path}: its prompt stays in the library, without the tag ${ownTag}.`);
  }

  /** Removes the file of a prompt that is gone, or brings back the prompt whose file was changed. */
  async deleteHere(known: Known): Promise<void> {
    const { files, state } = this.#deps;
    const found = this.#local.get(known.id);
    const { gone } = known;
    if (found === undefined || gone === undefined) return;
    if (found.hash === known.hash && titleHere(files, found, known) === known.title) {
      await files.remove(found);
      this.report.here.deleted += 1;
      state.prompts.delete(known.id);
      return;
    }
    if (gone.moved && (await this.#sendLeaving(found, known, gone))) return;
    const { text } = await files.read(found);
    if (gone.moved || isBlank(text) || !(await this.#revive(known, { text, rev: gone.rev }))) {
      state.prompts.delete(known.id);
      this.#local.delete(known.id);
      await this.create({ ...found, id: null });
    }
  }

  /** A prompt that this folder does not hold any more, and the project still has, gets its last edit here. */
  async #sendLeaving(found: FoundPrompt, known: Known, gone: NonNullable<Known['gone']>): Promise<boolean> {
    const { client, project, state } = this.#deps;
    const remote = await client.prompt(known.id);
    if (remote?.row.projectId !== project) return false;
    await this.#merge({ found, known, remote });
    const next = state.prompts.get(known.id);
    if (next !== undefined) next.gone = { ...gone, rev: next.rev };
    this.report.again = true;
    return true;
  }

  async #revive(known: Known, { text, rev }: { text: string; rev: number }): Promise<boolean> {
    const path = `/api/prompts/${known.id}/content`;
    const answer = await this.#deps.client.change({ method: 'PATCH', path, body: { content: text }, rev });
    if (answer.kind !== 'done' || answer.prompt === null) return false;
    this.report.there.added += 1;
    await this.#know(answer.prompt, known.path);
    const found = this.#local.get(known.id);
    const now = this.#deps.state.prompts.get(known.id);
    if (found !== undefined) await this.#merge({ found, known: now, remote: answer.prompt });
    return true;
  }
}
