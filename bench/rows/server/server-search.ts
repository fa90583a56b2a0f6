/** `GET /api/search` over HTTP; the reference is `includes` over the same texts, in memory and in this process. */
import { words } from '../../figures.ts';
import type { Row, RowGroup } from '../../row.ts';
import { type BuiltServer, builtServer, pushPrompts } from './built-server.ts';

const bytes = 2048;
/** The fewest prompts of which each word that is searched for has one. */
const fewest = 7_000;

export const serverSearch: RowGroup = {
  name: 'server-search',
  async measure({ quick }) {
    const rows: Row[] = [];
    for (const count of quick ? [fewest] : [10_000, 100_000]) rows.push(...(await rowsOf(count)));
    return rows;
  },
};

async function rowsOf(count: number): Promise<Row[]> {
  const built = await builtServer({ MAX_ROWS_PER_USER: '1000000', MAX_TEXT_PER_USER: '1TB' });
  try {
    // Some have a word of their own, as somebody who searches expects.
    const textOf = (number: number) =>
      number % 997 === 0 ? `${words(bytes - 8, number)} needle${number % 7}` : words(bytes, number);
    await pushPrompts(built, { count, bytes, textOf });
    const texts = Array.from({ length: count }, (_, index) => textOf(index + 1));
    const first = await timeOf(built, 'needle');
    const ours: number[] = [];
    const scan: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) {
      const query = turn % 2 === 0 ? `needle${turn % 7}` : `nowhere ${turn}`;
      ours.push(await timeOf(built, query));
      const started = performance.now();
      const hits = texts.filter((text) => text.includes(query));
      scan.push(performance.now() - started);
      if (hits.length > 0 !== (turn % 2 === 0)) throw new Error(`The texts do not fit the query ${query}.`);
    }
    const common: number[] = [];
    for (let turn = 0; turn < 10; turn += 1)
      common.push(await timeOf(built, turn % 2 === 0 ? 'prompt' : 'a'));
    const among = `${count.toLocaleString('en')} × 2 KB`;
    const reference = { name: 'includes', values: scan };
    const bar = { at: 'p50', of: 'ratio', limit: 1.5, better: 'lower' } as const;
    return [
      { title: `search over HTTP, ${among}`, unit: 'ms', ours, reference, bar },
      { title: `search for what is everywhere, ${among}`, unit: 'ms', ours: common, reference, bar: null },
      { title: `first search after a start, ${among}`, unit: 'ms', ours: [first], reference, bar: null },
    ];
  } finally {
    await built.close();
  }
}

async function timeOf({ call }: BuiltServer, query: string): Promise<number> {
  const started = performance.now();
  await (await call('GET', `/api/search?q=${encodeURIComponent(query)}`)).text();
  return performance.now() - started;
}
