import { z } from 'zod';
import { inspectFolder } from '../storage/inspection/inspect-folder.ts';
import { addAction, type Commands } from './add-command.ts';
import { settingsOf } from './world.ts';

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
      const { dataFolder, bucket } = settingsOf(world);
      const findings = await inspectFolder(dataFolder, {
        now: world.now(),
        deep,
        freeBytes: world.freeBytes,
        bucket,
      });
      const lines = findings.map(({ level, sentence }) => `${level}: ${sentence}`);
      return {
        lines: findings.length === 0 ? [`${dataFolder} is well.`] : lines,
        json: findings,
        failed: findings.some(({ level }) => level === 'problem'),
      };
    },
  );
}
