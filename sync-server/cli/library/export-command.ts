import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type SecretPlace, secretPlaceSentence } from '#shared/lint/secrets/secret-place.ts';
import type { Environment } from '../../environment.ts';
import { findPart, type LibraryPart, type PartName } from '../../services/reads/library-part.ts';
import { withDatabaseCopy } from '../../storage/backup/with-database-copy.ts';
import { openBlobs } from '../../storage/open-blobs.ts';
import { openStorages } from '../../storage/open-storages.ts';
import type { Storages } from '../../storage/ports/storages.ts';
import { addAction, type Commands } from '../add-command.ts';
import {
  ExportFormat,
  formatOf,
  secretsInExport,
  type WrittenCounts,
  writeExport,
} from '../files/export-formats.ts';
import { findAccount } from '../on-accounts.ts';
import { databaseOf, type Outcome, settingsOf, type World, WrongArguments } from '../world.ts';

const Arguments = z
  .object({
    user: z.string().min(1, '--user must name an account'),
    out: z.string().min(1, '--out must name a file').optional(),
    project: z.string().min(1, '--project must name a project').optional(),
    prompt: z.string().min(1, '--prompt must name a prompt').optional(),
    format: ExportFormat.optional(),
    allowSecrets: z.boolean().default(false),
    args: z.array(z.string().min(1, 'OUT must name a file')).max(1),
  })
  .refine(({ out, args }) => (out === undefined) !== (args.length === 0), 'Name one file to write: OUT');

export const exportFile = ['--out <file>', 'the file to write; it must not exist'] as const;
export const allowSecrets = ['--allow-secrets', 'also what looks like a key or password'] as const;

/** Adds `export --user NAME OUT`. */
export function addExportCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('export')
      .description('writes a library, or a part of it, into a file or folder; the server may be running')
      .argument('[out]', 'the file to write, or the folder; it must not exist')
      .requiredOption('--user <name>', 'the account')
      .option('--out <file>', 'the same as OUT')
      .option('--project <project>', 'only this one: its name or id')
      .option('--prompt <prompt>', 'only this one: its title or id, with --project if others have that title')
      .option(
        '--format <format>',
        'json (the app imports it), tree (a folder of Markdown files), zip (the same as one file), ' +
          'promptfoo or espanso (YAML), open-webui (JSON), dotprompt, github-models, prompty, librechat or skills ' +
          '(a folder); by default as the name of OUT says',
      )
      .option(...allowSecrets),
    Arguments,
    ({ user, out, project, prompt, format, allowSecrets, args: [file = ''] }) =>
      runExport(world, { name: user, out: out ?? file, format, allowSecrets, part: { project, prompt } }),
  );
}

/** `out` is relative to where the person stands. */
export async function runExport(
  world: World,
  given: {
    name: string;
    out: string;
    format?: ExportFormat | undefined;
    allowSecrets: boolean;
    part?: PartName;
  },
): Promise<Outcome> {
  const { name, part: partName = {} } = given;
  const out = resolve(world.cwd, given.out);
  const format = given.format ?? formatOf(out);
  if (existsSync(out)) throw new WrongArguments(`${out} is there already: name a file that is not.`);
  const settings = settingsOf(world);
  return await onState(settings, world, async (storages) => {
    const user = await findAccount(storages, name);
    if (user === undefined)
      throw new WrongArguments(`There is no user named ${name} in ${databaseOf(settings)}.`);
    const part = await partOf(storages, user.id, partName);
    const blobs = await openBlobs(settings);
    const source = { storage: storages.library, blobs, user, part, exportedAt: world.now() };
    const secrets = given.allowSecrets ? [] : await secretsInExport(format, source);
    if (secrets.length > 0) return secretsOutcome(secrets);
    return exportOutcome(out, await writeExport(out, format, source));
  });
}

/** Opens a copy of the database for the work, which shows one state of it; of PostgreSQL, as it is while the work goes on. */
async function onState<T>(
  { databaseUrl, dataFolder }: Environment,
  { now }: World,
  work: (storages: Storages) => Promise<T>,
): Promise<T> {
  const on = async (folder: string) => {
    const storages = await openStorages({ databaseUrl, dataFolder: folder, now });
    return await work(storages).finally(() => storages.close());
  };
  return databaseUrl === undefined ? withDatabaseCopy(dataFolder, on) : on(dataFolder);
}

async function partOf({ library }: Storages, userId: number, name: PartName): Promise<LibraryPart> {
  const found = await findPart(library, userId, name);
  if (found.kind === 'found') return found.part;
  const { what, ids } = found;
  throw new WrongArguments(
    ids.length === 0
      ? `There is no such ${what}.`
      : `Several ${what}s have this name. Their ids: ${ids.slice(0, 100).join(', ')}.`,
  );
}

function secretsOutcome(secrets: readonly SecretPlace[]): Outcome {
  const places = [...new Set(secrets.map(secretPlaceSentence))];
  return {
    lines: [],
    json: { secrets },
    complaints: [
      'Nothing is written: some texts hold what looks like a secret. --allow-secrets writes them too.',
      ...places,
    ],
    failed: true,
  };
}

function exportOutcome(out: string, counts: WrittenCounts): Outcome {
  const { projects, prompts, versions, files, leftOut } = counts;
  return {
    lines: [`${out} has ${projects} projects, ${prompts} prompts, ${versions} versions and ${files} files.`],
    json: { file: out, ...counts },
    complaints:
      leftOut === 0 ? [] : [`${leftOut} files are missing, or too large together: a backup has all.`],
    failed: leftOut > 0,
  };
}
