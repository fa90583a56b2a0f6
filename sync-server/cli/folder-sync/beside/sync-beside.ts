/**
 * Makes the files beside prompts and the files of the project that are named as they are equal.
 *
 * Before: the prompts of the round are where they are to be. A file of a project keeps its bytes: an edit is a new file
 * under the name, and the old one goes.
 *
 * 1. Nothing is lost: where both sides changed a file, the folder's keeps the name, and the project's gets another one
 *    beside it.
 * 2. A file is deleted only if it was in both places before and is unchanged, and many only if that is asked for. A skill
 *    whose folder is gone leaves its files in the project.
 * 3. It may end anywhere: what is equal by then is adopted.
 */
import { baseOf } from '#shared/library-files/paths.ts';
import type { Resource } from '#shared/model/resource.ts';
import { parseCursor } from '#shared/sync/wire.ts';
import { hashOf, type KnownFile, type SentFile } from '../folder-state.ts';
import type { ChangeAnswer } from '../library-client.ts';
import { isMany, type RoundDeps, type RoundReport } from '../round.ts';
import { besideAnother, isBesideName, movedTo, skillOf } from './beside-name.ts';
import type { FilesBeside, FoundBeside, FoundFile } from './files-beside.ts';

export type BesideDeps = {
  beside: FilesBeside;
  report: RoundReport;
  complain(sentence: string): void;
  /** Does what concerns one file: what fails for it alone is named. */
  alone(name: string, work: () => Promise<void>): Promise<boolean>;
};

export async function syncBeside(deps: RoundDeps, given: BesideDeps): Promise<void> {
  await new BesideRound(deps, given).run();
}

/** One name on all three sides. `others`: further files of the project that have it. */
type Sides = {
  name: string;
  prompt: number;
  here: FoundFile | null;
  there: Resource | null;
  others: readonly Resource[];
  known: KnownFile | null;
};

class BesideRound {
  readonly #deps: RoundDeps;
  readonly #given: BesideDeps;
  /** Those of the project whose names can be beside a prompt; by their names, the newest first. */
  readonly #there = new Map<string, Resource[]>();
  /** Prompts by their folders' names. */
  readonly #skills = new Map<string, number>();
  /** Prompts whose folders the disk does not give now: nothing of theirs is touched. */
  readonly #set = new Set<number>();

  constructor(deps: RoundDeps, given: BesideDeps) {
    this.#deps = deps;
    this.#given = given;
  }

  get #known(): Map<string, KnownFile> {
    return this.#deps.state.files;
  }

  async run(): Promise<void> {
    await this.#findSkills();
    if (this.#skills.size === 0 && this.#known.size === 0 && this.#deps.state.sending === null) return;
    await this.#readProject();
    await this.#finishSending();
    await this.#followSkills();
    await this.#leaveSkills();
    const found = await this.#given.beside.find(this.#skills.keys());
    for (const { path, sentence } of found.refused) this.#given.complain(`${path}: ${sentence}`);
    await this.#bringAll(found);
    this.#nameLeft(found.left);
  }

  async #findSkills(): Promise<void> {
    const { beside } = this.#given;
    for (const { id, path, gone } of this.#deps.state.prompts.values()) {
      if (gone === undefined && (await beside.isThere(path))) this.#skills.set(beside.skillAt(path), id);
      else this.#set.add(id);
    }
  }

  async #readProject(): Promise<void> {
    const files = await this.#deps.client.files(this.#deps.project);
    for (const file of files.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)) {
      const name = file.name.normalize('NFC');
      if (!isBesideName(name)) continue;
      this.#there.set(name, [...(this.#there.get(name) ?? []), file]);
    }
  }

  /** A skill that got another name takes its files along, here by its folder and there by this. */
  async #followSkills(): Promise<void> {
    const nameOf = new Map([...this.#skills].map(([skill, id]) => [id, skill]));
    const moved: [KnownFile, string][] = [];
    for (const known of this.#known.values()) {
      const name = movedTo(nameOf.get(known.prompt) ?? skillOf(known.name), known.name);
      if (name !== known.name) moved.push([known, name]);
    }
    for (const [known] of moved) this.#known.delete(known.name);
    for (const [known, name] of moved) this.#known.set(name, { ...known, name });
    for (const [known, name] of moved) {
      const there = this.#there.get(known.name)?.find(({ id }) => id === known.id);
      if (there === undefined) continue;
      await this.#given.alone(name, async () => {
        await this.#rename(there, name);
      });
    }
  }

  /** Returns whether it was done. */
  async #rename(file: Resource, name: string): Promise<boolean> {
    const answer = await this.#deps.client.change({
      ...{ method: 'PATCH', path: `/api/resources/${file.id}` },
      body: { name },
    });
    if (!this.#isDone(name, answer)) return false;
    const before = file.name.normalize('NFC');
    this.#there.set(
      before,
      (this.#there.get(before) ?? []).filter(({ id }) => id !== file.id),
    );
    this.#there.set(name, [{ ...file, name }, ...(this.#there.get(name) ?? [])]);
    this.#given.report.there.changed += 1;
    return true;
  }

  /** Takes the files out of the folder whose prompt has left it; they are in the project. */
  async #leaveSkills(): Promise<void> {
    const held = new Set([...this.#skills.values(), ...this.#set]);
    const left = new Set<string>();
    for (const known of [...this.#known.values()]) {
      if (held.has(known.prompt)) continue;
      await this.#given.alone(known.name, () => this.#leave(known));
      left.add(skillOf(known.name));
    }
    for (const skill of left) if (!this.#skills.has(skill)) await this.#given.beside.removeSkill(skill);
  }

  async #leave(known: KnownFile): Promise<void> {
    const { beside, report } = this.#given;
    const found = this.#skills.has(skillOf(known.name)) ? null : await beside.at(known.name);
    if (found?.sha256 === known.sha256) {
      await beside.remove(found);
      report.here.deleted += 1;
    } else if (found !== null) {
      report.notices.push(
        `${found.path}: its skill has left the folder, and what was changed here stays here.`,
      );
    }
    this.#known.delete(known.name);
  }

  async #bringAll(found: FoundBeside): Promise<void> {
    const isHeld = (name: string) => this.#skills.has(skillOf(name)) && !found.unreadable.has(skillOf(name));
    const names = new Set([...found.files.keys(), ...this.#there.keys(), ...this.#known.keys()]);
    const all = [...names]
      .filter(isHeld)
      .sort()
      .map((name) => this.#sidesOf(name, found));
    const [deletedHere, deletedThere] = [all.filter(isDeletedHere), all.filter(isDeletedThere)];
    const kept = new Set<Sides>([
      ...this.#tooMany(deletedHere, 'The folder'),
      ...this.#tooMany(deletedThere, 'The project'),
    ]);
    for (const sides of all) {
      if (!kept.has(sides)) await this.#given.alone(this.#pathOf(sides), () => this.#bring(sides));
    }
  }

  #tooMany(deleted: readonly Sides[], where: string): readonly Sides[] {
    if (this.#deps.allowDeletes || !isMany(deleted.length, this.#known.size)) return [];
    this.#given.complain(
      `${where} lacks ${deleted.length} files of skills, more than half of all. If that is right, repeat it with --allow-deletes.`,
    );
    return deleted;
  }

  #sidesOf(name: string, found: FoundBeside): Sides {
    const here = found.files.get(name) ?? null;
    const known = this.#known.get(name) ?? null;
    const all = this.#there.get(name) ?? [];
    const there =
      all.find(({ sha256 }) => sha256 === here?.sha256) ??
      all.find(({ id }) => id !== known?.id) ??
      all[0] ??
      null;
    const others = all.filter((file) => file !== there);
    const prompt = this.#skills.get(skillOf(name)) ?? 0;
    return { name, prompt, here, there, others, known };
  }

  #pathOf({ name, here }: Sides): string {
    return here?.path ?? this.#given.beside.pathOf(name);
  }

  async #bring(sides: Sides): Promise<void> {
    const { name, here, there, others, known } = sides;
    for (const other of others) await this.#setBeside(other);
    // Its bytes are still on the way from the device that added it.
    if (there !== null && !there.available) return;
    if (here === null && there === null) {
      this.#known.delete(name);
      return;
    }
    if (there !== null && here?.sha256 === there.sha256) return this.#know(sides, there.id, there.sha256);
    if (isDeletedHere(sides)) return this.#deleteThere(sides);
    if (isDeletedThere(sides)) return this.#deleteHere(sides);
    if (here === null) return this.#write(sides);
    if (there !== null && here.sha256 === known?.sha256) return this.#write(sides);
    return this.#send(sides, here);
  }

  /** A folder has room for one file of a name: another one of the project gets a name of its own, and comes then. */
  async #setBeside(file: Resource): Promise<boolean> {
    this.#given.report.again = true;
    return this.#rename(
      file,
      besideAnother(file.name.normalize('NFC'), (name) => this.#there.has(name)),
    );
  }

  #know({ name, prompt }: Sides, id: number, sha256: string): void {
    this.#known.set(name, { id, prompt, name, sha256 });
  }

  async #write(sides: Sides): Promise<void> {
    const { name, here, there } = sides;
    if (there === null) return;
    const { client, admit } = this.#deps;
    const { beside, report, complain } = this.#given;
    const bytes = await client.bytesOf(there.id);
    if (bytes === null || hashOf(bytes) !== there.sha256) {
      report.again = true;
      return;
    }
    if (here === null && (await beside.isThere(beside.pathOf(name))))
      return complain(`${beside.pathOf(name)}: another file lies there.`);
    const before = here === null ? null : { title: name, text: textOf(await beside.read(here)) ?? '' };
    const text = textOf(bytes);
    if (text !== null) await admit({ id: there.id, title: name, text }, before);
    await beside.write(name, bytes, here);
    report.here[here === null ? 'added' : 'changed'] += 1;
    this.#know(sides, there.id, there.sha256);
  }

  /** Adds the file of the folder to the project; what it had under the name goes, or gets another one. */
  async #send(sides: Sides, here: FoundFile): Promise<void> {
    const { name, there, known } = sides;
    const { client, project, newId, state } = this.#deps;
    const { report } = this.#given;
    const isEdit = there !== null && known?.sha256 === there.sha256;
    if (there !== null && !isEdit) {
      if (!(await this.#setBeside(there))) return;
    }
    const bytes = await this.#given.beside.read(here);
    const sent = { id: newId(), prompt: sides.prompt, name, sha256: here.sha256 };
    state.sending = { ...sent, replaces: isEdit ? there.id : null };
    await state.save();
    const answer = await client.addFile(project, {
      ...{ id: sent.id, name, description: isEdit ? there.description : '', fileName: baseOf(name) },
      bytes,
    });
    if (this.#isDone(here.path, answer)) {
      report.there[isEdit ? 'changed' : 'added'] += 1;
      await this.#endSending(state.sending);
    } else state.sending = null;
  }

  /** A crash may have come between a file and the one that it replaces. */
  async #finishSending(): Promise<void> {
    const { sending } = this.#deps.state;
    if (sending === null) return;
    const all = [...this.#there].flatMap(([name, files]) => files.map(({ id }) => ({ name, id })));
    const sent = all.find(({ id }) => id === sending.id);
    const replaced = all.find(({ id }) => id === sending.replaces);
    // One that was renamed meanwhile is another file now.
    const replaces = replaced?.name === sent?.name ? sending.replaces : null;
    if (sent === undefined) this.#deps.state.sending = null;
    else await this.#given.alone(sending.name, () => this.#endSending({ ...sending, replaces }));
  }

  async #endSending({ replaces, ...sent }: SentFile): Promise<void> {
    if (replaces !== null) {
      if (!(await this.#delete(sent.name, replaces))) return;
      for (const [name, files] of this.#there) {
        const kept = files.filter(({ id }) => id !== replaces);
        this.#there.set(name, kept);
      }
    }
    this.#known.set(sent.name, sent);
    this.#deps.state.sending = null;
  }

  async #deleteThere(sides: Sides): Promise<void> {
    if (sides.there === null || !(await this.#delete(this.#pathOf(sides), sides.there.id))) return;
    this.#given.report.there.deleted += 1;
    this.#known.delete(sides.name);
  }

  /** A file that was renamed or replaced since the feed was read stays for the next round. */
  async #delete(path: string, id: number): Promise<boolean> {
    const seq = parseCursor(this.#deps.state.cursor ?? '')?.seq ?? 0;
    const body = { seen: { seq, beforeNumber: 0 } };
    const answer = await this.#deps.client.change({ method: 'DELETE', path: `/api/resources/${id}`, body });
    return this.#isDone(path, answer);
  }

  async #deleteHere({ name, here }: Sides): Promise<void> {
    if (here === null) return;
    await this.#given.beside.remove(here);
    this.#given.report.here.deleted += 1;
    this.#known.delete(name);
  }

  /** `missing` is done, where something was to go. */
  #isDone(path: string, answer: ChangeAnswer): boolean {
    if (answer.kind === 'done') return true;
    if (answer.kind === 'refused') this.#given.complain(`${path}: ${answer.sentence}`);
    else this.#given.report.again = true;
    return false;
  }

  #nameLeft(left: readonly string[]): void {
    if (left.length === 0) return;
    const [first] = left;
    const more = left.length === 1 ? '' : ` and ${left.length - 1} more`;
    this.#given.report.notices.push(
      `${first}${more}: a project keeps no such files, and they stay in the folder alone.`,
    );
  }
}

function isDeletedHere({ here, there, known }: Sides): boolean {
  return here === null && there !== null && known?.sha256 === there.sha256;
}

function isDeletedThere({ here, there, known }: Sides): boolean {
  return here !== null && there === null && known?.sha256 === here.sha256;
}

/** Returns null where it is no UTF-8 text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
