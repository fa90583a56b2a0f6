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
import { folderOf } from '#shared/library-files/paths.ts';
import type { Resource } from '#shared/model/resource.ts';
import { hashOf, type KnownFile } from '../folder-state.ts';
import { isMany, type RoundDeps } from '../round.ts';
import { movedTo, type Skill, skillOf, skillsOf } from './beside-name.ts';
import type { FilesBeside, FoundBeside, FoundFile } from './files-beside.ts';
import { type BesideDeps, type FileToAdd, ProjectFiles } from './project-files.ts';

export async function syncBeside(
  deps: RoundDeps,
  given: BesideDeps & { beside: FilesBeside },
): Promise<void> {
  await new BesideRound(deps, given).run();
}

/** One name on all three sides. `others`: further files of the project that have it. */
type Sides = {
  name: string;
  skill: Skill;
  here: FoundFile | null;
  there: Resource | null;
  others: readonly Resource[];
  known: KnownFile | null;
};

type Act = 'wait' | 'forget' | 'know' | 'deleteThere' | 'deleteHere' | 'write' | 'send';

class BesideRound {
  readonly #deps: RoundDeps;
  readonly #given: BesideDeps & { beside: FilesBeside };
  readonly #project: ProjectFiles;
  /** By their names. */
  #skills = new Map<string, Skill>();
  /** Names of files here that the project has under another one still. */
  readonly #unmoved = new Set<string>();
  /** Prompts whose folders the disk does not give now: nothing of theirs is touched. */
  readonly #set = new Set<number>();

  constructor(deps: RoundDeps, given: BesideDeps & { beside: FilesBeside }) {
    this.#deps = deps;
    this.#given = given;
    this.#project = new ProjectFiles(deps, given);
  }

  get #known(): Map<string, KnownFile> {
    return this.#deps.state.files;
  }

  async run(): Promise<void> {
    await this.#findSkills();
    const { files, sending } = this.#deps.state;
    if (this.#skills.size + files.size + sending.size === 0) return;
    await this.#project.read();
    await this.#project.finishSending();
    await this.#followSkills();
    await this.#leaveSkills();
    const found = await this.#given.beside.find(this.#skills.values());
    for (const { path, sentence } of found.refused) this.#given.complain(`${path}: ${sentence}`);
    await this.#bringAll(found);
    this.#nameLeft(found.left);
  }

  async #findSkills(): Promise<void> {
    const { beside } = this.#given;
    const held: { id: number; title: string; folder: string }[] = [];
    for (const { id, title, path, gone } of this.#deps.state.prompts.values()) {
      if (gone === undefined && (await beside.isThere(path)))
        held.push({ id, title, folder: beside.folderOf(path) });
      else this.#set.add(id);
    }
    this.#skills = skillsOf(held);
  }

  /** A skill that got another name takes its files along: in the folder with its own, in the project by this. */
  async #followSkills(): Promise<void> {
    const skillOfPrompt = new Map([...this.#skills.values()].map((skill) => [skill.prompt, skill]));
    const moved: [KnownFile, string][] = [];
    for (const known of this.#known.values()) {
      const name = movedTo(skillOfPrompt.get(known.prompt)?.name ?? skillOf(known.name), known.name);
      if (name !== known.name) moved.push([known, name]);
    }
    for (const [known] of moved) this.#known.delete(known.name);
    for (const [known, name] of moved) {
      const there = this.#project.named(known.name).find(({ id }) => id === known.id);
      let isMoved = there === undefined;
      if (there !== undefined)
        await this.#given.alone(name, async () => {
          isMoved = await this.#project.rename(there, name);
        });
      if (!isMoved) this.#unmoved.add(name);
      const next = isMoved ? name : known.name;
      this.#known.set(next, { ...known, name: next });
    }
  }

  /** Takes the files out of the folder whose prompt has left it; they are in the project. */
  async #leaveSkills(): Promise<void> {
    const skills = [...this.#skills.values()];
    const held = new Set([...this.#set, ...skills.map(({ prompt }) => prompt)]);
    const folders = new Set(skills.map(({ folder }) => folder));
    const left = new Set<string>();
    for (const known of [...this.#known.values()]) {
      const folder = skillFolder(known);
      if (held.has(known.prompt)) continue;
      // Another prompt has the folder by now.
      if (folders.has(folder)) this.#known.delete(known.name);
      else {
        left.add(folder);
        await this.#given.alone(known.path, () => this.#leave(known));
      }
    }
    for (const folder of left) await this.#given.beside.removeSkill(folder);
  }

  async #leave(known: KnownFile): Promise<void> {
    const { beside, report } = this.#given;
    const found = await beside.at(known.path);
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
    const names = new Set([...found.files.keys(), ...this.#project.names(), ...this.#known.keys()]);
    const isOpen = (name: string) => !isPassed(name, found.passed);
    for (const name of this.#project.names()) {
      const [there] = this.#project.named(name);
      const isNews = there !== undefined && there.sha256 !== this.#known.get(name)?.sha256;
      if (isNews && !isOpen(name) && this.#skills.has(skillOf(name)))
        this.#given.report.notices.push(
          `${name}: it does not come, since a link or another file is in its place.`,
        );
    }
    const all = [...names]
      .filter((name) => isOpen(name) && !this.#unmoved.has(name))
      .sort()
      .flatMap((name) => this.#sidesOf(name, found));
    const kept = new Set<Sides>([
      ...this.#tooMany(all.filter(isDeletedHere), 'The folder'),
      ...this.#tooMany(
        all.filter((sides) => this.#isDeletedThere(sides)),
        'The project',
      ),
    ]);
    await this.#project.announce(
      all.flatMap((sides) =>
        sides.here !== null && this.#actOf(sides) === 'send' ? newFile(sides, sides.here) : [],
      ),
    );
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

  /** Returns none for a name that is of no prompt here. */
  #sidesOf(name: string, found: FoundBeside): Sides[] {
    const skill = this.#skills.get(skillOf(name));
    if (skill === undefined) return [];
    const here = found.files.get(name) ?? null;
    const known = this.#known.get(name) ?? null;
    const all = this.#project.named(name);
    const there =
      all.find(({ sha256 }) => sha256 === here?.sha256) ??
      all.find(({ id }) => id !== known?.id) ??
      all[0] ??
      null;
    return [{ name, skill, here, there, others: all.filter((file) => file !== there), known }];
  }

  #pathOf({ name, skill, here }: Sides): string {
    return here?.path ?? skill.folder + name.slice(skill.name.length);
  }

  /** One that the project has under a name of no prompt here was renamed, perhaps with a skill that is so soon. */
  #isDeletedThere({ here, there, known }: Sides): boolean {
    const isGone = here !== null && there === null && known?.sha256 === here.sha256;
    const name = isGone ? this.#project.nameOf(known.id) : undefined;
    return isGone && (name === undefined || this.#skills.has(skillOf(name)));
  }

  /** Decides what is to be done about a name; the folder's side is there where it is sent. */
  #actOf(sides: Sides): Act {
    const { here, there, known } = sides;
    // Its bytes are still on the way from the device that added it.
    if (there?.available === false && (here === null || known?.id !== there.id)) return 'wait';
    if (here === null && there === null) return 'forget';
    if (there?.available === true && here?.sha256 === there.sha256) return 'know';
    if (isDeletedHere(sides)) return 'deleteThere';
    if (this.#isDeletedThere(sides)) return 'deleteHere';
    if (here === null) return 'write';
    if (here.sha256 !== known?.sha256) return 'send';
    if (there === null) return 'wait';
    // The server has lost the bytes of a file that it had.
    return there.available ? 'write' : 'send';
  }

  async #bring(sides: Sides): Promise<void> {
    const { name, here, there, others } = sides;
    for (const other of others) if (!this.#project.isReplaced(other.id)) await this.#project.setBeside(other);
    switch (this.#actOf(sides)) {
      case 'wait':
        return;
      case 'forget':
        this.#known.delete(name);
        return;
      case 'know':
        return there === null ? undefined : this.#know(sides, there);
      case 'deleteThere':
        return this.#deleteThere(sides);
      case 'deleteHere':
        return this.#deleteHere(sides);
      case 'write':
        return this.#write(sides);
      case 'send':
        return here === null ? undefined : this.#send(sides, here);
    }
  }

  #know(sides: Sides, { id, sha256 }: { id: number; sha256: string }): void {
    const { name, skill } = sides;
    this.#known.set(name, { id, prompt: skill.prompt, name, path: this.#pathOf(sides), sha256 });
  }

  async #write(sides: Sides): Promise<void> {
    const { name, here, there } = sides;
    if (there === null) return;
    const { client, admit } = this.#deps;
    const { beside, report, complain } = this.#given;
    const bytes = await client.bytesOf(there.id);
    const path = this.#pathOf(sides);
    if (bytes === null) {
      report.again = true;
      return;
    }
    if (hashOf(bytes) !== there.sha256)
      return complain(`${path}: what the server gives is not what its project names, and is not written.`);
    if (here === null && (await beside.isThere(path))) return complain(`${path}: another file lies there.`);
    const before = here === null ? null : { title: name, text: textOf(await beside.read(here)) ?? '' };
    const text = textOf(bytes);
    if (text !== null)
      await admit({ id: there.id, title: name, text, titled: 'the name of a file of the project' }, before);
    await beside.write(path, bytes, here);
    report.here[here === null ? 'added' : 'changed'] += 1;
    this.#know(sides, there);
  }

  /** Adds the file of the folder to the project; what it had under the name goes, or gets another one. */
  async #send(sides: Sides, here: FoundFile): Promise<void> {
    const file = newFile(sides, here);
    const { there } = sides;
    if (there !== null && file.before === null && !(await this.#project.setBeside(there))) return;
    await this.#project.add(file, await this.#given.beside.read(here));
  }

  async #deleteThere(sides: Sides): Promise<void> {
    if (sides.there === null || !(await this.#project.delete(this.#pathOf(sides), sides.there.id))) return;
    this.#given.report.there.deleted += 1;
    this.#known.delete(sides.name);
  }

  async #deleteHere({ name, here }: Sides): Promise<void> {
    if (here === null) return;
    await this.#given.beside.remove(here);
    this.#given.report.here.deleted += 1;
    this.#known.delete(name);
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

function newFile({ name, there, known, skill }: Sides, { path, sha256 }: FoundFile): FileToAdd {
  const isEdit = there !== null && (known?.sha256 === there.sha256 || sha256 === there.sha256);
  return { prompt: skill.prompt, name, path, sha256, before: isEdit ? there : null };
}

function isDeletedHere({ here, there, known }: Sides): boolean {
  return here === null && there !== null && known?.sha256 === there.sha256;
}

function isPassed(name: string, passed: ReadonlySet<string>): boolean {
  for (let at = name; at !== ''; at = folderOf(at)) if (passed.has(at)) return true;
  return false;
}

/** Returns the folder of the prompt that a known file was beside. */
function skillFolder({ name, path }: KnownFile): string {
  return path
    .split('/')
    .slice(0, 1 - name.split('/').length)
    .join('/');
}

/** Returns null where it is no text. */
function textOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
