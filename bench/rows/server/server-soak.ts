/**
 * 100 durable saves and 100 reads a second, sent by the clock and not when the one before was answered: 300 seconds
 * (`SOAK_SECONDS`) over 100,000 prompts, or 5 over 5,000 with `--quick`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { words } from '../../figures.ts';
import type { Row, RowGroup } from '../../row.ts';
import { type BuiltServer, builtServer, pushPrompts } from './built-server.ts';

const perSecond = 100;
const bytes = 1024;

export const serverSoak: RowGroup = {
  name: 'server-soak',
  async measure({ quick }) {
    const count = quick ? 5_000 : 100_000;
    const seconds = quick ? 5 : Number(process.env.SOAK_SECONDS ?? 300);
    const built = await builtServer({
      MAX_ROWS_PER_USER: '1000000',
      MAX_TEXT_PER_USER: '1TB',
      // Where the disk is slow for a second, the requests of that second are open together.
      MAX_CONNECTIONS: '10000',
      MAX_CONNECTIONS_PER_ADDRESS: '10000',
    });
    try {
      await pushPrompts(built, { count, bytes });
      const { writes, reads, memory, failed } = await soak(built, { count, seconds });
      const over = `over ${count.toLocaleString('en')} prompts, ${seconds} s`;
      // The first seconds are still about the filling.
      const settled = memory.slice(Math.floor(memory.length / 4));
      return [
        row(`p99 of 100 saves a second ${over}`, 'ms', percentile99(writes), 50),
        row(`p99 of 100 reads a second ${over}`, 'ms', percentile99(reads), 50),
        row(`failed requests ${over}`, 'count', failed.length, 0),
        row(`server memory at most ${over}`, 'MB', Math.max(...memory), 150),
        row(`growth of it after the first quarter ${over}`, 'MB', growthOf(settled), 10),
      ];
    } finally {
      await built.close();
    }
  },
};

function row(title: string, unit: Row['unit'], value: number, limit: number): Row {
  return { title, unit, ours: [value], bar: { at: 'max', of: 'value', limit, better: 'lower' } };
}

type Soaked = { writes: number[]; reads: number[]; memory: number[]; failed: unknown[] };

async function soak(
  built: BuiltServer,
  { count, seconds }: { count: number; seconds: number },
): Promise<Soaked> {
  const soaked: Soaked = { writes: [], reads: [], memory: [], failed: [] };
  const sent: Promise<void>[] = [];
  const started = performance.now();
  const placeOf = (turn: number) => ((turn * 7_919) % count) + 1;
  for (let turn = 0; turn < seconds * perSecond; turn += 1) {
    const due = started + (turn * 1000) / perSecond;
    if (performance.now() < due) await pause(due - performance.now());
    const content = words(bytes, turn);
    const save = () => built.call('PATCH', `/api/prompts/${placeOf(turn)}/content`, { content });
    const read = () => built.call('GET', `/api/prompts/${placeOf(turn + 1_000)}`);
    for (const [send, took] of [
      [save, soaked.writes],
      [read, soaked.reads],
    ] as const) {
      sent.push(timed(due, send, took).catch((error: unknown) => void soaked.failed.push(error)));
    }
    if (turn % perSecond === 0) soaked.memory.push(built.memory().rss);
  }
  await Promise.all(sent);
  return soaked;
}

/** Counts from when it was due, so that a server that falls behind is seen. */
async function timed(due: number, send: () => Promise<Response>, took: number[]): Promise<void> {
  await (await send()).arrayBuffer();
  took.push(performance.now() - due);
}

function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.99 * sorted.length) - 1] ?? Number.NaN;
}

/** The mean of the last third less the mean of the first. */
function growthOf(memory: readonly number[]): number {
  const third = Math.max(1, Math.floor(memory.length / 3));
  const mean = (part: readonly number[]) => part.reduce((sum, each) => sum + each, 0) / part.length;
  return mean(memory.slice(-third)) - mean(memory.slice(0, third));
}
