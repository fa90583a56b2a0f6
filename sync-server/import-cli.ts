/** `npm run import -- --user NAME FILE.jsonl [--project NAME]`: composes the services and says what was done. */
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { newId } from '#shared/model/ids.ts';
import { readEnvironment } from './environment.ts';
import { usernameKey } from './services/accounts.ts';
import { createCommitMutation } from './services/commit-mutation.ts';
import { createImportPrompts, type ImportLine, type ImportReport } from './services/import-prompts.ts';
import { createPokes } from './services/pokes.ts';
import { CannotStart } from './storage/cannot-start.ts';
import { createAccountsStorage } from './storage/sqlite/accounts.ts';
import { createLibraryStorage } from './storage/sqlite/library-storage.ts';
import { openDatabase } from './storage/sqlite/open-database.ts';

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

async function importFile(args: string[]): Promise<ImportReport> {
  const { user, project, file } = readArguments(args);
  const bytes = readFile(file);
  const { dataFolder } = readEnvironment(process.env);
  process.umask(0o077);
  const database = openDatabase({ file: join(dataFolder, 'promptory.sqlite'), now: Date.now });
  try {
    const found = await createAccountsStorage(database).findUser(usernameKey(user));
    if (found === undefined) throw new CannotStart(`There is no user named ${user} in ${dataFolder}.`);
    const storage = createLibraryStorage(database);
    const commit = createCommitMutation({
      storage,
      pokes: createPokes(),
      now: Date.now,
      newId: () => newId((words) => crypto.getRandomValues(words)),
      reportError: (error) => console.error(error),
    });
    const importPrompts = createImportPrompts({ storage, commit, now: Date.now });
    return await importPrompts({ userId: found.id, projectName: project, lines: linesOf(bytes) });
  } finally {
    database.close();
  }
}

try {
  const report = await importFile(process.argv.slice(2));
  for (const { line, reason } of report.broken) console.error(`Line ${line}: ${reason}`);
  const { prompts, versions, alreadyThere, broken } = report;
  console.log(
    `${prompts} prompts and ${versions} earlier versions added, ${alreadyThere} were already there, ` +
      `${broken.length} broken lines.`,
  );
  process.exitCode = broken.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
