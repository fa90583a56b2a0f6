/** `npm run import -- --user NAME FILE.jsonl [--project NAME]`: composes the services and says what was done. */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { onLibraryOf, runCommand } from './on-a-library.ts';
import { createImportPrompts, type ImportLine } from './services/import-prompts.ts';
import { CannotStart } from './storage/cannot-start.ts';

const usage = 'Usage: npm run import -- --user NAME FILE.jsonl [--project NAME]';

const Arguments = z.object({
  values: z.object({ user: z.string().min(1), project: z.string().trim().min(1).optional() }),
  positionals: z.tuple([z.string().min(1)]),
});

/** Throws `CannotStart` with a sentence for a person. */
function readArguments(args: string[]): { user: string; project: string; file: string } {
  let raw: unknown;
  try {
    const options = { user: { type: 'string' }, project: { type: 'string' } } as const;
    raw = parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new CannotStart(usage);
  }
  const parsed = Arguments.safeParse(raw);
  if (!parsed.success) throw new CannotStart(usage);
  const [file] = parsed.data.positionals;
  const { user, project = basename(file, extname(file)) } = parsed.data.values;
  return { user, project, file };
}

function* linesOf(bytes: Buffer): Generator<ImportLine> {
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

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CannotStart(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

async function importFile(args: string[]): Promise<void> {
  const { user, project, file } = readArguments(args);
  const bytes = readFile(file);
  const report = await onLibraryOf(user, ({ userId, storage, commit }) =>
    createImportPrompts({ storage, commit, now: Date.now })({
      userId,
      projectName: project,
      lines: linesOf(bytes),
    }),
  );
  for (const { line, reason } of report.broken) console.error(`Line ${line}: ${reason}`);
  const { prompts, versions, alreadyThere, broken } = report;
  console.log(
    `${prompts} prompts and ${versions} earlier versions added, ${alreadyThere} were already there, ` +
      `${broken.length} broken lines.`,
  );
  process.exitCode = broken.length > 0 ? 1 : 0;
}

await runCommand(importFile);
