import { execFile } from 'node:child_process';
import { runProgram } from '../cli/program.ts';
import type { World } from '../cli/world.ts';
import { programPath } from './program-path.ts';
import { environmentOf } from './spawned-server.ts';

export type Ended = { code: number; out: string; err: string };

/** The command line tool as a process of its own. */
export function spawnPromptory(
  variables: Record<string, string>,
  args: readonly string[],
  { cwd, input = '' }: { cwd?: string; input?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [programPath('promptory'), ...args],
      { env: environmentOf(variables), ...(cwd === undefined ? {} : { cwd }) },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
    // A command that reads no input may have ended.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The command line tool inside this process. Its clock stands still: on a busy machine it would report its progress. */
export async function runPromptory(
  variables: Record<string, string>,
  args: readonly string[],
  world: Partial<World> = {},
): Promise<Ended> {
  let out = '';
  let err = '';
  const began = Date.now();
  const code = await runProgram(
    {
      variables,
      cwd: process.cwd(),
      now: () => began,
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
      isTerminal: false,
      freeBytes: async () => 1024 ** 4,
      readInput: async () => '',
      askSecret: undefined,
      ...world,
    },
    args,
  );
  return { code, out, err };
}
