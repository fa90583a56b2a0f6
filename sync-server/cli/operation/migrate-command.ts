/** `migrate`: brings tables up to date, or moves a library between a data folder and a PostgreSQL. */
import { z } from 'zod';
import { readEnvironment } from '../../environment.ts';
import { CannotStart } from '../../storage/failures/cannot-start.ts';
import type { Moved, MovePlace } from '../../storage/moving/move-library.ts';
import { openBlobs, openServerBlobs } from '../../storage/open-blobs.ts';
import { migrateStorages } from '../../storage/open-storages.ts';
import { addAction, type Commands } from '../add-command.ts';
import { createProgress } from '../progress.ts';
import { type Outcome, settingsOf, type World, WrongArguments } from '../world.ts';

const address = (option: string) =>
  z.string().regex(/^postgres(ql)?:\/\//, `${option} must be an address like postgres://user@host/name`);

const MigrateArguments = z
  .object({
    to: address('--to').optional(),
    from: address('--from').optional(),
    files: z.string().optional(),
  })
  .refine(({ to, from }) => to === undefined || from === undefined, 'give either --to or --from')
  .refine(
    ({ to, from, files }) => files === undefined || (to ?? from) !== undefined,
    '--files goes with --to or --from',
  );

export function addMigrateCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('migrate')
      .description(
        'brings the tables up to date; with --to or --from it moves the library of the data folder; the server must be stopped',
      )
      .option(
        '--to <address>',
        'an empty PostgreSQL that gets all rows, as postgres://user:password@host/name',
      )
      .option('--from <address>', 'the PostgreSQL whose rows come into the data folder, which must be empty')
      .option('--files <place>', 'also moves the files, into or out of a bucket written as FILES_URL is'),
    MigrateArguments,
    async ({ to, from, files }) => {
      if (to !== undefined) return move(world, { url: to, files, isInto: true });
      if (from !== undefined) return move(world, { url: from, files, isInto: false });
      const { from: before, to: after } = await migrateStorages({ ...settingsOf(world), now: world.now });
      const line =
        before === after
          ? `The tables are up to date, at ${after}.`
          : `The tables went from ${before} to ${after}.`;
      return { lines: [line], json: { from: before, to: after } };
    },
  );
}

type Asked = { url: string; files: string | undefined; isInto: boolean };

async function move(world: World, asked: Asked): Promise<Outcome> {
  const { dataFolder } = settingsOf(world);
  const place = { dataFolder, url: asked.url, now: world.now, files: await filesOf(world, asked) };
  const { moveFromPostgres, moveToPostgres } = await import('../../storage/moving/move-library.ts');
  const ofFiles = createProgress(world, 'Moving');
  const ofRows = createProgress(world, 'Moving');
  const moving = asked.isInto ? moveToPostgres : moveFromPostgres;
  const moved = await moving(place, {
    onFile: ofFiles,
    onRows: (done) => ofRows(done, 'rows'),
    onComparing: () => {
      ofRows.end();
      world.writeError('Comparing both sides.\n');
    },
  }).finally(() => {
    ofFiles.end();
    ofRows.end();
  });
  return outcomeOf(moved, { dataFolder, asked });
}

async function filesOf(world: World, { files }: Asked): Promise<MovePlace['files']> {
  if (files === undefined) return undefined;
  const { dataFolder, bucket } = environmentWith(world, files);
  const elsewhere = await openServerBlobs({ dataFolder, bucket }, (sentence) => {
    throw new CannotStart(sentence);
  });
  return { inFolder: await openBlobs({ dataFolder, bucket: undefined }), elsewhere };
}

function environmentWith({ variables }: World, FILES_URL: string) {
  try {
    return readEnvironment({ ...variables, FILES_URL });
  } catch (error) {
    if (error instanceof CannotStart) throw new WrongArguments(error.message.replace('FILES_URL', '--files'));
    throw error;
  }
}

function outcomeOf(
  { tables, files }: Moved,
  { dataFolder, asked }: { dataFolder: string; asked: Asked },
): Outcome {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const accounts = tables.find(({ name }) => name === 'users')?.rows ?? 0;
  const place = asked.isInto ? withoutPassword(asked.url) : dataFolder;
  const missing = files?.missing ?? [];
  const counted = files === null ? '' : ` and ${files.files} files`;
  return {
    lines: [
      `${accounts} accounts with ${rows} rows of ${tables.length} tables${counted} are in ${place}, compared row by row${files === null ? '' : ' and byte by byte'}.`,
      ...(files === null ? ['Files stayed where they are.'] : []),
      asked.isInto
        ? `Set DATABASE_URL${files === null ? '' : ' and FILES_URL'}, and start. ${dataFolder} is as it was: start no server without DATABASE_URL on it any more.`
        : 'Unset DATABASE_URL, and start. The PostgreSQL is as it was: start no server on it any more.',
    ],
    json: { place, tables, files },
    complaints:
      missing.length === 0 ? [] : [`${missing.length} files were missing, like ${missing[0]}: run doctor.`],
    failed: missing.length > 0,
  };
}

function withoutPassword(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
