import { z } from 'zod';
import { addAction, type Commands } from './add-command.ts';

const Arguments = z.object({
  url: z.string(),
  tokenEnv: z
    .string()
    .regex(/^\w+$/, '--token-env must name an environment variable')
    .default('PROMPTORY_TOKEN'),
});

/** Adds `mcp --url ADDRESS`. */
export function addMcpCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('mcp')
      .description('serves MCP on standard input and output, with the prompts of a Promptory server')
      .requiredOption('--url <address>', 'of the server')
      .option('--token-env <name>', 'the variable that has the API token; PROMPTORY_TOKEN by default'),
    Arguments,
    async (given) => {
      // Loaded then: no other command needs the SDK.
      const { carryMcp } = await import('./mcp-command.ts');
      return carryMcp(world, given);
    },
  );
}
