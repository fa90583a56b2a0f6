import { z } from 'zod';
import { inspectServer } from '../storage/inspection/inspect-server.ts';
import { addAction, type Commands } from './add-command.ts';
import { databaseOf, settingsOf } from './world.ts';

const Arguments = z.object({ deep: z.boolean().default(false) });

/** Adds `doctor [--deep]`. */
export function addDoctorCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('doctor')
      .description('finds what is wrong with settings, data folder, database, files, disk and clock')
      .option('--deep', 'also read every file and compare its hash'),
    Arguments,
    async ({ deep }) => {
      const settings = settingsOf(world);
      const findings = await inspectServer(settings, {
        now: world.now(),
        deep,
        freeBytes: world.freeBytes,
        bucket: settings.bucket,
      });
      const lines = findings.map(({ level, sentence }) => `${level}: ${sentence}`);
      return {
        lines: findings.length === 0 ? [`${databaseOf(settings)} is well.`] : lines,
        json: findings,
        failed: findings.some(({ level }) => level === 'problem'),
      };
    },
  );
}
