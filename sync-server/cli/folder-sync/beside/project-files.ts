/** The files of a project as a round of a folder changes them: added, renamed, deleted, and one put in place of another. */
import { baseOf } from '#shared/library-files/paths.ts';
import type { Resource } from '#shared/model/resource.ts';
import { parseCursor } from '#shared/sync/wire.ts';
import type { KnownFile, SentFile } from '../folder-state.ts';
import type { ChangeAnswer } from '../library-client.ts';
import type { RoundDeps, RoundReport } from '../round.ts';
import { besideAnother, isBesideName } from './beside-name.ts';

export type BesideDeps = {
  report: RoundReport;
  complain(sentence: string): void;
  /** Does what concerns one file: what fails for it alone is named. */
  alone(name: string, work: () => Promise<void>): Promise<boolean>;
};

/** A file of the folder that the project is to get. `before`: the one of this name whose place it takes. */
export type FileToAdd = Omit<KnownFile, 'id'> & { before: Resource | null };

export class ProjectFiles {
  readonly #deps: RoundDeps;
  readonly #given: BesideDeps;
  /** Those whose names can be beside a prompt; by their names, the newest first. */
  readonly #there = new Map<string, readonly Resource[]>();
  /** The names of all, by their ids. */
  readonly #names = new Map<number, string>();
  /** By their names. */
  readonly #announced = new Map<string, SentFile>();

  constructor(deps: RoundDeps, given: BesideDeps) {
    this.#deps = deps;
    this.#given = given;
  }

  async read(): Promise<void> {
    const files = await this.#deps.client.files(this.#deps.project);
    for (const file of files.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)) {
      const name = file.name.normalize('NFC');
      this.#names.set(file.id, name);
      if (!isBesideName(name)) continue;
      this.#there.set(name, [...(this.#there.get(name) ?? []), file]);
    }
  }

  names(): Iterable<string> {
    return this.#there.keys();
  }

  named(name: string): readonly Resource[] {
    return this.#there.get(name) ?? [];
  }

  nameOf(id: number): string | undefined {
    return this.#names.get(id);
  }

  /** Whether another file takes the place of this one, which is still to go. */
  isReplaced(id: number): boolean {
    return [...this.#deps.state.sending.values()].some(({ replaces }) => replaces === id);
  }

  /** Returns whether it was done. */
  async rename(file: Resource, name: string): Promise<boolean> {
    const answer = await this.#deps.client.change({
      ...{ method: 'PATCH', path: `/api/resources/${file.id}` },
      body: { name },
    });
    if (!this.#isDone(name, answer)) return false;
    this.#forget(file.id);
    this.#there.set(name, [{ ...file, name }, ...(this.#there.get(name) ?? [])]);
    this.#names.set(file.id, name);
    this.#given.report.there.changed += 1;
    return true;
  }

  /** A folder has room for one file of a name: another one of the project gets a name of its own, and comes then. */
  async setBeside(file: Resource): Promise<boolean> {
    const name = file.name.normalize('NFC');
    const next = besideAnother(name, (each) => this.#there.has(each));
    if (next === null) {
      this.#given.complain(`${name}: the project has another file of this name. Rename one of them.`);
      return false;
    }
    const isDone = await this.rename(file, next);
    if (isDone) this.#given.report.again = true;
    return isDone;
  }

  /** Gives files that are about to be added their ids, and saves these before the first is sent. */
  async announce(files: readonly FileToAdd[]): Promise<void> {
    const { newId, state } = this.#deps;
    if (files.length === 0) return;
    for (const { before, ...file } of files) {
      const sent = { ...file, id: newId(), replaces: before?.id ?? null };
      state.sending.set(sent.id, sent);
      this.#announced.set(sent.name, sent);
    }
    await state.save();
  }

  /** Adds a file of the folder, which was announced. */
  async add({ name, before }: FileToAdd, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { client, project, state } = this.#deps;
    const sent = this.#announced.get(name);
    if (sent === undefined) throw new Error('This file was not announced.');
    const description = before?.description ?? '';
    const answer = await client.addFile(project, {
      ...{ id: sent.id, name, description, fileName: baseOf(name) },
      bytes,
    });
    if (this.#isDone(sent.path, answer)) {
      this.#given.report.there[before === null ? 'added' : 'changed'] += 1;
      await this.#endSending(sent);
    } else state.sending.delete(sent.id);
  }

  /** A crash may have come between a file and the one that it replaces, or the answer may have been lost. */
  async finishSending(): Promise<void> {
    const { sending } = this.#deps.state;
    for (const sent of [...sending.values()]) {
      const name = this.#names.get(sent.id);
      // One that was renamed meanwhile is another file now.
      const isSame = sent.replaces !== null && this.#names.get(sent.replaces) === name;
      if (name === undefined) sending.delete(sent.id);
      else
        await this.#given.alone(sent.name, () =>
          this.#endSending({ ...sent, replaces: isSame ? sent.replaces : null }),
        );
    }
  }

  async #endSending({ replaces, ...sent }: SentFile): Promise<void> {
    if (replaces !== null) {
      if (!(await this.delete(sent.name, replaces))) return;
      this.#forget(replaces);
    }
    this.#deps.state.files.set(sent.name, sent);
    this.#deps.state.sending.delete(sent.id);
  }

  #forget(id: number): void {
    const name = this.#names.get(id) ?? '';
    const others = this.named(name).filter((file) => file.id !== id);
    if (others.length > 0) this.#there.set(name, others);
    else this.#there.delete(name);
    this.#names.delete(id);
  }

  /** A file that was renamed or replaced since the feed was read stays for the next round. */
  async delete(path: string, id: number): Promise<boolean> {
    const seq = parseCursor(this.#deps.state.cursor ?? '')?.seq ?? 0;
    const body = { seen: { seq, beforeNumber: 0 } };
    const answer = await this.#deps.client.change({ method: 'DELETE', path: `/api/resources/${id}`, body });
    return this.#isDone(path, answer);
  }

  /** A refusal is named; one that has gone or moved on meanwhile is for the next round. */
  #isDone(path: string, answer: ChangeAnswer): boolean {
    if (answer.kind === 'done') return true;
    if (answer.kind === 'refused') this.#given.complain(`${path}: ${answer.sentence}`);
    else this.#given.report.again = true;
    return false;
  }
}
