/** Declares what a round asks of the files of a folder, however they hold its prompts. */

/** A file, or a section of one, without its text. `raw`: the hash of all of it. */
export type FoundPrompt = {
  path: string;
  id: number | null;
  title: string | null;
  hash: string;
  raw: string;
};

export type FoundFolder = {
  prompts: FoundPrompt[];
  /** Files that cannot be read as prompts, with the reason. */
  refused: { path: string; sentence: string }[];
};

export type WantedPrompt = { id: number; title: string; text: string };

/** Paths are relative to the folder, with slashes; a section's has `#` and its place after that of its file. */
export type PromptFiles = {
  find(): Promise<FoundFolder>;
  /** Throws `FileChanged` where it is not the one that was found. */
  read(found: FoundPrompt): Promise<{ id: number | null; title: string | null; text: string }>;
  /** `found`: what is replaced; null: there must be none. Returns the hash of what is written. */
  write(path: string, wanted: WantedPrompt, found: FoundPrompt | null): Promise<string>;
  remove(found: FoundPrompt): Promise<void>;
  /** Gives a file the name of its title. */
  rename(found: FoundPrompt, wanted: WantedPrompt): Promise<FoundPrompt>;
  /** Whether another prompt than this one lies at a path. */
  isOthers(path: string, id: number): Promise<boolean>;
  /** Returns the path for a new prompt. */
  newPath(title: string, id: number): string;
  /** Returns the title that a path stands for. */
  titleOfPath(path: string, id: number | null): string;
  /** Returns the title that a file or section with the id of another one is to have. */
  titleOfCopy(found: FoundPrompt): string;
  /** Returns whether a path has the name of a title. */
  isNamed(path: string, title: string, id: number): boolean;
};

const conflictMark =
  /\.sync-conflict-\d{8}-\d{6}(?:-\w+)?(?=\.\w+$)| ?\([^()]*conflicted copy[^()]*\)(?=\.\w+$)/i;

export const conflictSentence =
  'A program that syncs files left it beside another version, and it is left alone. Take over what you need, then remove it.';

/**
 * Returns the path of the file beside which Syncthing, Dropbox or Nextcloud put this one, since it could not place it;
 * null for any other file.
 */
export function originalOf(path: string): string | null {
  return conflictMark.test(path) ? path.replace(conflictMark, '') : null;
}

/** Returns whether a file or folder of this name is a tool's, and not a person's. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
