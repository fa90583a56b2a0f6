/**
 * The last state that a folder and its project had in common, in `.promptory` in the folder.
 *
 * 1. `state.json` alone counts, and is replaced as a whole. Texts lie beside it under their SHA-256, before it names them.
 * 2. It may be older than the folder and the server after a crash: a round finds what is equal by then, and goes on.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Id } from '#shared/model/ids.ts';
import { Sha256 } from '#shared/model/resource.ts';
import { WrongArguments } from '../world.ts';

export const stateFolder = '.promptory';

const Known = z.object({
  id: Id,
  rev: z.int(),
  title: z.string(),
  path: z.string(),
  /** Of the text. */
  hash: z.string(),
  /** The server deleted it, or moved it to another project, at this revision. */
  gone: z.object({ rev: z.int(), moved: z.boolean() }).optional(),
  /** Read it again: it could not be brought together when it was read. */
  unread: z.literal(true).optional(),
  /** A merge that is being written: in place of `from` comes `to`, which has all of the server's `base`. */
  merging: z.object({ from: z.string(), to: z.string(), base: z.string(), overlap: z.boolean() }).optional(),
  /** The server's text is not all in the file: what replaces it there must keep it. */
  overlap: z.literal(true).optional(),
});
export type Known = z.infer<typeof Known>;

/** A text of a file that waits for the label to move: its hash, and that of the labelled text; null: there was none. */
const Waiting = z.object({ id: Id, text: z.string(), over: z.string().nullable() });
type Waiting = z.infer<typeof Waiting>;

/** A file beside a prompt in its folder, as both had it last. */
const KnownFile = z.object({
  id: Id,
  /** The prompt's id. */
  prompt: Id,
  /** Its name in the project. */
  name: z.string(),
  /** Its path in the folder. */
  path: z.string(),
  sha256: Sha256,
});
export type KnownFile = z.infer<typeof KnownFile>;

/** A file that is on its way to the server, under its new id. `replaces`: the id of the one that goes then. */
const SentFile = KnownFile.extend({ replaces: Id.nullable() });
export type SentFile = z.infer<typeof SentFile>;

const StateFile = z.object({
  version: z.literal(1),
  url: z.string(),
  project: Id,
  /** Its name at the last sync, which references to snippets have. */
  projectName: z.string().optional(),
  cursor: z.string().nullable(),
  /** All of the feed is being read, from the beginning; `cursor` is a place on the way. */
  readingAll: z.boolean(),
  prompts: z.array(Known),
  ...{ layout: z.string().default('tree'), tag: z.string().nullable().default(null) },
  label: z.string().nullable().default(null),
  waiting: z.array(Waiting).default([]),
  files: z.array(KnownFile).default([]),
  sending: z.array(SentFile).default([]),
});

/** Which prompts a folder holds, and how they lie in it. */
export type FolderShape = { layout: string; tag: string | null; label: string | null };

export type FolderOwner = FolderShape & { url: string; project: number; projectName: string };

/** Reads the project that a folder is kept equal with, as it was at the last sync; null where there is none. */
export async function readOwnState(
  root: string,
): Promise<{ projectName: string | null; prompts: ReadonlyMap<number, Known> } | null> {
  const stored = await readStateFile(join(root, stateFolder, 'state.json'));
  if (stored === null) return null;
  const { projectName = null, prompts } = stored.read;
  return { projectName, prompts: new Map(prompts.map((known) => [known.id, known])) };
}

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns null where there is none. */
async function readStateFile(
  path: string,
): Promise<{ text: string; read: z.infer<typeof StateFile> } | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return { text, read: StateFile.parse(JSON.parse(text)) };
  } catch {
    throw new WrongArguments(
      `${path} is damaged, or of another version. Without it, all files are compared with the project again, and files ` +
        'that were deleted come back: remove it.',
    );
  }
}

/** Whether an error of the file system says that nothing is there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Whether an error is one of the file system about a path. */
export function isOfTheDisk(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && 'syscall' in error && 'path' in error;
}

export class FolderState {
  cursor: string | null = null;
  readingAll = true;
  readonly prompts = new Map<number, Known>();
  /** By their prompts. */
  readonly waiting = new Map<number, Omit<Waiting, 'id'>>();
  /** Files beside prompts, by their names. */
  readonly files = new Map<string, KnownFile>();
  /** By their ids. */
  readonly sending = new Map<number, SentFile>();
  readonly #folder: string;
  readonly #owner: FolderOwner;
  #savedAt = 0;
  /** The file as it was read or written last. */
  #stored = '';
  #hasOldTexts = false;

  private constructor(folder: string, owner: FolderOwner) {
    this.#folder = folder;
    this.#owner = owner;
  }

  /**
   * `part`: of a layout that has several, each with a state of its own; '' for the first one. Throws `WrongArguments` where
   * the folder is another project's or has another layout, and where its file is damaged.
   */
  static async open(root: string, owner: FolderOwner, part = ''): Promise<FolderState> {
    const folder = join(root, stateFolder, part);
    await mkdir(join(folder, 'texts'), { recursive: true });
    await writeFile(join(root, stateFolder, '.gitignore'), '*\n');
    const state = new FolderState(folder, owner);
    const stored = await readStateFile(join(folder, 'state.json'));
    if (stored === null) return state;
    const { cursor, readingAll, prompts, waiting, files, sending } = stored.read;
    expectOwner(root, stored.read, owner);
    state.cursor = readingAll ? null : cursor;
    state.readingAll = readingAll;
    state.#stored = stored.text;
    for (const known of prompts) state.prompts.set(known.id, known);
    for (const { id, ...place } of waiting) state.waiting.set(id, place);
    for (const file of files) state.files.set(file.name, file);
    for (const sent of sending) state.sending.set(sent.id, sent);
    return state;
  }

  /** Keeps a text for merges to come; returns its hash. */
  async keep(text: string): Promise<string> {
    const hash = hashOf(text);
    const path = join(this.#folder, 'texts', hash);
    if ((await this.text(hash)) === null) await writeDurably(path, text);
    return hash;
  }

  /** Returns a text that was kept; null where it is not there, or is damaged. */
  async text(hash: string): Promise<string | null> {
    const text = await readFile(join(this.#folder, 'texts', hash), 'utf8').catch(() => null);
    return text !== null && hashOf(text) === hash ? text : null;
  }

  /** Saves it if the last time is a second ago. */
  async saveSoon(): Promise<void> {
    if (performance.now() - this.#savedAt > 1000) await this.save();
  }

  /** Writes it if it differs from the file. */
  async save(): Promise<void> {
    const { cursor, readingAll } = this;
    const sending = [...this.sending.values()];
    const prompts = [...this.prompts.values()];
    const waiting = [...this.waiting].map(([id, place]) => ({ id, ...place }));
    const files = [...this.files.values()];
    const file = { version: 1, ...this.#owner, cursor, readingAll, prompts, waiting, files, sending };
    const text = JSON.stringify(file);
    this.#savedAt = performance.now();
    if (text === this.#stored) return;
    await writeDurably(join(this.#folder, 'state.json'), text);
    this.#stored = text;
    this.#hasOldTexts = true;
  }

  /** Removes texts that nothing names, if the state was written since the last time. */
  async removeOldTexts(): Promise<void> {
    if (!this.#hasOldTexts) return;
    this.#hasOldTexts = false;
    const named = new Set([...this.waiting.values()].map(({ text }) => text));
    for (const { hash, merging } of this.prompts.values()) {
      named.add(hash);
      if (merging !== undefined) named.add(merging.base).add(merging.to);
    }
    for (const name of await readdir(join(this.#folder, 'texts'))) {
      if (!named.has(name)) await rm(join(this.#folder, 'texts', name), { force: true });
    }
  }
}

function expectOwner(root: string, stored: z.infer<typeof StateFile>, owner: FolderOwner): void {
  if (stored.url !== owner.url || stored.project !== owner.project)
    throw new WrongArguments(`${root} is kept equal with another project: take another folder.`);
  const isSame = (['layout', 'tag', 'label'] as const).every((name) => stored[name] === owner[name]);
  if (isSame) return;
  throw new WrongArguments(
    `${root} is kept equal with ${optionsOf(stored)}: take another folder, or these options.`,
  );
}

function optionsOf({ layout, tag, label }: FolderShape): string {
  const options = [
    ['layout', layout],
    ['tag', tag],
    ['label', label],
  ].filter(([, value]) => value !== null);
  return options.map(([name, value]) => `--${name} ${value}`).join(' ');
}

/** The file is the old one or the new one, whatever ends the process or the machine. */
async function writeDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.unfinished`;
  {
    await using handle = await open(draft, 'w', 0o600);
    await handle.writeFile(text);
    await handle.sync();
  }
  await rename(draft, path);
}
