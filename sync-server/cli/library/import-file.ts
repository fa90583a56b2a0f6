/** Reads a file of JSON lines exactly: what is no UTF-8 is a broken line, not a replaced character. */
import { readFileSync } from 'node:fs';
import { type ImportLine, isPromptLine } from '../../services/transfer/import-prompts.ts';
import { WrongArguments } from '../world.ts';

/** Throws `WrongArguments` where the file cannot be read. */
export function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new WrongArguments(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

export function* linesOf(bytes: Buffer): Generator<ImportLine> {
  let number = 1;
  for (let start = 0; start < bytes.length; number += 1) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    yield { number, text: exactText(bytes.subarray(start, end)) };
    start = end + 1;
  }
}

function exactText(bytes: Buffer): string | null {
  try {
    // A mark at the beginning of the file belongs to the file, not to its first line.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** True for a file whose first line that can be read is a prompt with its versions; also where none can be. */
export function hasPromptLines(bytes: Buffer): boolean {
  for (const line of linesOf(bytes)) {
    const is = isPromptLine(line);
    if (is !== undefined) return is;
  }
  return true;
}
