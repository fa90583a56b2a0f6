/** The server's process: its memory and how soon it answers. The reference is a Node that answers one line. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environmentOf } from '../../../sync-server/testing/spawned-server.ts';
import { temporaryFolder } from '../../../sync-server/testing/temporary-folder.ts';
import type { Row, RowGroup } from '../../row.ts';
import { builtServer, pullAll, pushPrompts, startTime } from './built-server.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hello =
  'require("node:http").createServer((_, answer) => answer.end()).listen(process.env.PORT, "127.0.0.1")';

export const serverProcess: RowGroup = {
  name: 'server-process',
  async measure({ quick }) {
    return [...(await memoryRows(quick)), ...(await startRows(quick ? 3 : 7))];
  },
};

async function memoryRows(quick: boolean): Promise<Row[]> {
  const built = await builtServer();
  try {
    await pause(1_000);
    const idle = built.memory().rss;
    await pushPrompts(built, { count: quick ? 2_000 : 10_000, bytes: 1024 });
    await pullAll(built);
    const { peak } = built.memory();
    return [
      row('server memory, idle', idle, 130),
      row('server memory, the most while 10,000 prompts of 1 KB are pushed and pulled', peak, 130),
    ];
  } finally {
    await built.close();
  }
}

function row(title: string, megabytes: number, limit: number): Row {
  return { title, unit: 'MB', ours: [megabytes], bar: { at: 'max', of: 'value', limit, better: 'lower' } };
}

async function startRows(times: number): Promise<Row[]> {
  const own: number[] = [];
  const byNpm: number[] = [];
  const bare: number[] = [];
  using folder = temporaryFolder();
  const variables = { DATA_DIR: folder.path, HOST: '127.0.0.1' };
  const env = Object.fromEntries(
    Object.entries(environmentOf(variables)).flatMap(([name, value]) =>
      value === undefined || name === 'NODE_COMPILE_CACHE' ? [] : [[name, value]],
    ),
  );
  for (let time = 0; time < times; time += 1) {
    const health = { path: '/healthz', env };
    own.push(await startTime(process.execPath, [`${root}dist-server/main.js`], health));
    byNpm.push(await startTime('npm', ['start', '--prefix', root], health));
    bare.push(await startTime(process.execPath, ['-e', hello], { path: '/', env }));
  }
  const reference = { name: 'node alone', values: bare };
  const limit = (milliseconds: number) =>
    ({ at: 'p50', of: 'value', limit: milliseconds, better: 'lower' }) as const;
  return [
    { title: 'start of the server to its first answer', unit: 'ms', ours: own, reference, bar: limit(400) },
    { title: 'npm start, with nothing to build', unit: 'ms', ours: byNpm, reference, bar: limit(1_000) },
  ];
}
