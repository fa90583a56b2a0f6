import { type SpawnedServer, spawnServer } from '../../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';

export type RealServer = {
  /** The origin of the app and the API; the same after every start. */
  readonly origin: string;
  readonly folder: string;
  start(): Promise<void>;
  /** Without a last word, as when the power fails. */
  kill(): Promise<void>;
  /** In order: answers what it has, then ends; resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Everything that it wrote to stderr so far, in all its lives. */
  complaints(): string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The server of `npm start` as a process of its own, on a free port that it keeps, with a folder that it keeps. */
export async function startRealServer(variables: Record<string, string> = {}): Promise<RealServer> {
  const folder = temporaryFolder();
  let complaints = '';
  let port = '0';
  let running: SpawnedServer | undefined;

  async function start(): Promise<string> {
    if (running !== undefined) throw new Error('the server is running already');
    running = spawnServer({ DATA_DIR: folder.path, MAX_REQUESTS_PER_SECOND: '', ...variables, PORT: port });
    running.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints += text;
    });
    const origin = await running.ready;
    port = new URL(origin).port;
    return origin;
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (running === undefined) return null;
    const ending = running;
    running = undefined;
    ending.child.kill(signal);
    return (await ending.ended).code;
  }

  const origin = await start();
  return {
    origin,
    folder: folder.path,
    start: async () => void (await start()),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    complaints: () => complaints,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
      folder[Symbol.dispose]();
    },
  };
}
