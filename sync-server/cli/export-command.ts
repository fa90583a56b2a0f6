import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type ExportCounts, exportLibrary } from '../services/export-library.ts';
import { createReadLibrary } from '../services/read-library.ts';
import { withDatabaseCopy } from '../storage/backup/with-database-copy.ts';
import { createDiskBlobs } from '../storage/blobs/disk-blobs.ts';
import { openStorages } from '../storage/open-storages.ts';
import { addAction, type Commands } from './add-command.ts';
import { findAccount } from './on-accounts.ts';
import { type Outcome, settingsOf, type World, WrongArguments } from './world.ts';

const Arguments = z.object({
  user: z.string().min(1, '--user must name an account'),
  out: z.string().min(1, '--out must name a file'),
});

export const exportFile = ['--out <file>', 'the file to write; it must not exist'] as const;

/** Adds `export --user NAME --out FILE`. */
export function addExportCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('export')
      .description('writes a library into a file that the app imports; the server may be running')
      .requiredOption('--user <name>', 'the account')
      .requiredOption(...exportFile),
    Arguments,
    ({ user, out }) => runExport(world, { name: user, out }),
  );
}

/** `out` is relative to where the person stands. */
export async function runExport(world: World, given: { name: string; out: string }): Promise<Outcome> {
  const { name } = given;
  const out = resolve(world.cwd, given.out);
  if (existsSync(out)) throw new WrongArguments(`${out} is there already: name a file that is not.`);
  const { dataFolder } = settingsOf(world);
  const counts = await withDatabaseCopy(dataFolder, async (copy) => {
    const storages = await openStorages({ dataFolder: copy, now: world.now });
    try {
      const user = await findAccount(storages, name);
      if (user === undefined) throw new WrongArguments(`There is no user named ${name} in ${dataFolder}.`);
      const library = createReadLibrary(storages.library);
      const blobs = createDiskBlobs(join(dataFolder, 'files'));
      return await writeExport(out, { library, blobs, user, exportedAt: world.now() });
    } finally {
      await storages.close();
    }
  });
  const { projects, prompts, versions, files, leftOut } = counts;
  return {
    lines: [`${out} has ${projects} projects, ${prompts} prompts, ${versions} versions and ${files} files.`],
    json: { file: out, ...counts },
    complaints:
      leftOut === 0 ? [] : [`${leftOut} files are missing, or too large together: a backup has all.`],
    failed: leftOut > 0,
  };
}

/** Gives the file its name when all of it is written. */
async function writeExport(out: string, source: Parameters<typeof exportLibrary>[0]): Promise<ExportCounts> {
  const counts = { projects: 0, prompts: 0, versions: 0, resources: 0, files: 0, leftOut: 0 };
  const draft = `${out}.unfinished`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(exportLibrary(source, counts)), target);
    await rename(draft, out);
    return counts;
  } finally {
    await rm(draft, { force: true });
  }
}
