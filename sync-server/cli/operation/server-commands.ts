/** Commands about the server and its settings. */
import { z } from 'zod';
import { effectiveSettings } from '../../environment.ts';
import { addAction, type Commands } from '../add-command.ts';
import { ownAddress } from '../own-address.ts';
import { settingsOf } from '../world.ts';
import { checkHealth } from './check-health.ts';

const Nothing = z.object({});
const HealthArguments = z.object({
  url: z
    .url({ protocol: /^https?$/, error: '--url must be an address like http://127.0.0.1:8787' })
    .optional(),
});

export function addServerCommands(commands: Commands): void {
  const { program, world } = commands;
  program
    .command('serve')
    .description('runs the server until SIGTERM, SIGINT or SIGHUP')
    .action(async () => {
      settingsOf(world);
      await import('../../main.ts');
    });

  addAction(
    commands,
    program
      .command('healthcheck')
      .description('asks the server at HOST and PORT whether it is well')
      .option('--url <address>', 'of another server'),
    HealthArguments,
    async ({ url }) => checkHealth(url ?? ownAddress(settingsOf(world))),
  );

  addAction(
    commands,
    program.command('config').description('prints the effective settings, and which of them are defaults'),
    Nothing,
    async () => {
      settingsOf(world);
      const settings = effectiveSettings(world.variables);
      const lines = settings.map(({ name, value, from }) => `${name}=${value ?? ''}  (${from})`);
      return { lines, json: settings };
    },
  );
}
