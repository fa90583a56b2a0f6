/**
 * Chooses the names under which titles stand in a folder.
 *
 * 1. A name can be written on Windows, macOS and Linux. The exact title stands in the file itself.
 * 2. No two names of a folder differ by letter case or by Unicode composition alone, and none is another's with `.md`.
 * 3. The first row of a title has the plain name and those after it end with `~` and their id: given oldest first,
 *    a row keeps its name whatever is made after it.
 */
import { partsPair } from '#shared/text/cut-text.ts';
import { utf8 } from '../bytes.ts';

/** Room for an extension and an id within the 255 bytes that file systems give a name. */
const longestUnits = 100;
const longestBytes = 200;
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

export class FileNames {
  readonly #taken: Set<string>;

  /** `reserved`: names of the folder that mean something else. */
  constructor(reserved: readonly string[] = []) {
    this.#taken = new Set(reserved.map(keyOf));
  }

  /** Returns the name for a title; `extension` is kept at its end. */
  take(title: string, id: number, extension = ''): string {
    const stem = safeStem(title);
    for (const end of ['', `~${id.toString(36)}`]) {
      const name = `${stem}${end}${extension}`;
      if (this.#isFree(name)) return this.#taking(name);
    }
    for (let count = 2; ; count += 1) {
      const name = `${stem}~${id.toString(36)}-${count}${extension}`;
      if (this.#isFree(name)) return this.#taking(name);
    }
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(keyOf(name)) && !this.#taken.has(keyOf(`${name}.md`));
  }

  #taking(name: string): string {
    this.#taken.add(keyOf(name));
    this.#taken.add(keyOf(`${name}.md`));
    return name;
  }
}

function keyOf(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function safeStem(title: string): string {
  const replaced = title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[/\\:*?"<>|~\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '_');
  const cut = trimmed(cutBytes(trimmed(replaced)));
  if (cut === '') return '_';
  return reservedOnWindows.test(cut) || cut.startsWith('.') ? `_${cut}` : cut;
}

/** Returns whether a file or folder can be called so on Windows, macOS and Linux. */
export function isPortableName(name: string): boolean {
  const isPlain = !/[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}]/u.test(name) && name.isWellFormed();
  return (
    isPlain &&
    name !== '' &&
    trimmed(name) === name &&
    !reservedOnWindows.test(name) &&
    utf8(name).length <= 255
  );
}

/** Windows drops dots and spaces at the end; a dot at the beginning hides a file. */
function trimmed(name: string): string {
  return name.replace(/^\s+/u, '').replace(/[\s.]+$/u, '');
}

function cutBytes(name: string): string {
  let end = Math.min(name.length, longestUnits);
  while (end > 0 && (utf8(name.slice(0, end)).length > longestBytes || partsPair(name, end))) end -= 1;
  return name.slice(0, end);
}
