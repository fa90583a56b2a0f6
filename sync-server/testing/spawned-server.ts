import { type ChildProcess, spawn } from 'node:child_process';
import { programPath } from './program-path.ts';

/** Tests send as fast as they can, some while the clock stands still; `''` gives the limit of the product. */
export const inAHurry = { MAX_REQUESTS_PER_SECOND: '1000000' };

export type SpawnedServer = {
  child: ChildProcess;
  /** The address of the ready line; rejects when the server ended without one. */
  ready: Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; out: string; err: string }>;
  /** Resolves with everything on stdout once a line with this text is complete. */
  printed(text: string): Promise<string>;
  [Symbol.dispose](): void;
};

/** Returns the environment of a process of ours: nothing of a developer's, but where compiled modules are found. */
export function environmentOf(variables: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  // At the default level each sign-in writes a line: tests look for errors.
  return {
    PATH,
    LOG_LEVEL: 'error',
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    ...variables,
  };
}

/** The real server as a process of its own, on a free port unless the variables name one. */
export function spawnServer(
  variables: Record<string, string>,
  { program = 'main', args = [] }: { program?: 'main' | 'promptory'; args?: readonly string[] } = {},
): SpawnedServer {
  const child = spawn(process.execPath, [programPath(program), ...args], {
    env: environmentOf({ PORT: '0', ...inAHurry, ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = Promise.withResolvers<string>();
  // Whoever only waits for the end of a server that never gets ready has nothing to catch.
  ready.promise.catch(() => {});
  let out = '';
  const waiting = new Set<() => void>();
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    const address = /^Promptory is ready at (\S+)\n/.exec(out)?.[1];
    if (address !== undefined) ready.resolve(address);
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<Awaited<SpawnedServer['ended']>>((resolve) => {
    child.once('close', (code, signal) => {
      ready.reject(new Error(`the server ended before it was ready: ${err}`));
      resolve({ code, signal, out, err });
    });
  });
  const printed = (text: string) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const found = out.indexOf(text);
        if (found === -1 || out.indexOf('\n', found) === -1) return;
        waiting.delete(look);
        resolve(out);
      };
      waiting.add(look);
      look();
    });
  return { child, ready: ready.promise, ended, printed, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
