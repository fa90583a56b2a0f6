/** Commands that back up a data folder into one file, and restore it from there. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { backUp } from '../../storage/backup/back-up.ts';
import { restoreBackup } from '../../storage/backup/restore-backup.ts';
import { readVersion } from '../../version.ts';
import { addAction, type Commands } from '../add-command.ts';
import { createProgress } from '../progress.ts';
import { recordEvent } from '../record-event.ts';
import { type Outcome, refuseDatabaseUrl, settingsOf, type World } from '../world.ts';

const BackupArguments = z.object({ out: z.string().min(1, '--out must name a file') });
const RestoreArguments = z.object({ args: z.tuple([z.string().min(1, 'FILE must name a backup')]) });

export function addBackupCommands(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('backup')
      .description('backs up all accounts, rows and files into one file; the server may be running')
      .requiredOption('--out <file>', 'the file to write; it must not exist'),
    BackupArguments,
    ({ out }) => runBackup(world, resolve(world.cwd, out)),
  );
  addAction(
    commands,
    program
      .command('restore')
      .description(
        'puts a backup in place of the data folder, which is set aside; the server must be stopped',
      )
      .argument('<file>', 'a file that backup wrote'),
    RestoreArguments,
    ({ args: [file] }) => runRestore(world, resolve(world.cwd, file)),
  );
}

async function runBackup(world: World, out: string): Promise<Outcome> {
  const settings = settingsOf(world);
  refuseDatabaseUrl(settings, 'back it up with pg_dump, and the files where they lie');
  const { dataFolder, bucket } = settings;
  const progress = createProgress(world, 'Backing up');
  const place = { dataFolder, out, version: readVersion(), now: world.now, filesIn: bucket?.name };
  const summary = await backUp(place, progress).finally(progress.end);
  const { missing, filesIn } = summary;
  return {
    lines: [
      `${summary.file} has ${summary.users} accounts, ${summary.rows} rows and ${summary.files} files in ${summary.bytes} bytes.`,
      ...(filesIn === null ? [] : [`The files lie in ${filesIn}, which needs a backup of its own.`]),
    ],
    json: summary,
    complaints:
      missing.length === 0 ? [] : [`${missing.length} files were missing, like ${missing[0]}: run doctor.`],
    failed: missing.length > 0,
  };
}

async function runRestore(world: World, file: string): Promise<Outcome> {
  const settings = settingsOf(world);
  refuseDatabaseUrl(settings, 'restore what pg_dump wrote with pg_restore, while no node runs');
  const { dataFolder, bucket } = settings;
  const progress = createProgress(world, 'Checking');
  const place = { dataFolder, file, now: world.now, filesIn: bucket?.name };
  const summary = await restoreBackup(place, progress).finally(progress.end);
  await recordEvent(world, { secret: async (_purpose, drawn) => drawn }, { kind: 'backup_restored' });
  const { createdAt, users, rows, files, setAside } = summary;
  return {
    lines: [
      `${dataFolder} is as it was at ${createdAt}: ${users} accounts, ${rows} rows and ${files} files.`,
      ...(setAside === null ? [] : [`What was there before is in ${setAside}: remove it when all is well.`]),
    ],
    json: summary,
  };
}
