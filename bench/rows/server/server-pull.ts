/** `GET /api/pull` over HTTP among 10,000 prompts; the reference is the plain `GET` of the same prompt. */
import { words } from '../../figures.ts';
import type { Row, RowGroup } from '../../row.ts';
import { type BuiltServer, builtServer, pushPrompts } from './built-server.ts';

const bytes = 2048;

export const serverPull: RowGroup = {
  name: 'server-pull',
  async measure({ quick }) {
    const count = quick ? 500 : 10_000;
    const built = await builtServer({ MAX_REQUESTS_PER_SECOND: '1000000' });
    try {
      const textOf = (number: number) =>
        `{{tone | select: warm, plain | default: plain}} ${words(bytes - 80, number)} {{name}}`;
      await pushPrompts(built, { count, bytes, textOf });
      return await rowsOf(built, count, quick ? 2 : 8);
    } finally {
      await built.close();
    }
  },
};

/** Requests of one kind in a row, of which the CPU time of the server is measured. */
const together = 1000;

type Cost = { times: number[]; cpu: number[] };

async function rowsOf(built: BuiltServer, count: number, rounds: number): Promise<Row[]> {
  const plain: Cost = { times: [], cpu: [] };
  const pulled: Cost = { times: [], cpu: [] };
  const unchanged: Cost = { times: [], cpu: [] };
  for (let round = 0; round < rounds; round += 1) {
    const numbers = Array.from(
      { length: together },
      (_, index) => 1 + ((round * 7919 + index * 104_729) % count),
    );
    const paths = numbers.map((number) => `/api/pull/Bench/Prompt%20${number}`);
    await measure(
      built,
      plain,
      numbers.map((number) => ({ path: `/api/prompts/${number}` })),
    );
    const tags = await measure(
      built,
      pulled,
      paths.map((path) => ({ path })),
    );
    await measure(
      built,
      unchanged,
      paths.map((path, index) => ({ path, tag: tags[index] ?? '' })),
    );
  }
  const among = `${count.toLocaleString('en')} × 2 KB`;
  const bar = { at: 'p50', of: 'ratio', limit: 1.3, better: 'lower' } as const;
  const name = 'GET of the prompt';
  const row = (title: string, ours: number[], values: number[]): Row => {
    return { title: `${title}, ${among}`, unit: 'ms', ours, reference: { name, values }, bar };
  };
  return [
    row('pull by names', pulled.times, plain.times),
    row('server time of a pull by names', pulled.cpu, plain.cpu),
    row('pull that is unchanged (304)', unchanged.times, plain.times),
    row('server time of a pull that is unchanged', unchanged.cpu, plain.cpu),
  ];
}

/** Returns the tags of the answers. */
async function measure(
  { cpuSeconds, get }: BuiltServer,
  cost: Cost,
  requests: readonly { path: string; tag?: string }[],
): Promise<string[]> {
  const tags: string[] = [];
  const before = cpuSeconds();
  for (const { path, tag } of requests) {
    const started = performance.now();
    const answer = await get(path, tag === undefined ? {} : { 'If-None-Match': tag });
    await answer.arrayBuffer();
    cost.times.push(performance.now() - started);
    if (answer.status !== (tag === undefined ? 200 : 304))
      throw new Error(`${path} answered ${answer.status}`);
    tags.push(answer.headers.get('ETag') ?? '');
  }
  cost.cpu.push(((cpuSeconds() - before) * 1000) / requests.length);
  return tags;
}
