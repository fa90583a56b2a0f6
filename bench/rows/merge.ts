import { mergeText } from '#shared/merge/merge-text.ts';
import { words } from '../figures.ts';
import type { Row, RowGroup } from '../row.ts';

const sizes = [
  ['4 KB', 4096],
  ['144 KB', 147_456],
  ['1 MB', 1_048_576],
] as const;

/** Three-way merges of texts of the sizes that prompts have, shown without a bar; the last row is the worst there is. */
export const merge: RowGroup = {
  name: 'merge',
  async measure({ quick }) {
    const times = quick ? 3 : 20;
    const rows: Row[] = [];
    for (const [label, bytes] of sizes) {
      const base = words(bytes);
      const mine = `A line of mine.\n${base}`;
      const theirs = `${base}A line of theirs.\n`;
      rows.push(merged(`merge of ${label}, one line each`, times, [base, mine, theirs]));
      const line = base.replaceAll('\n', ' ');
      const inOneLine = [line, `of mine ${line}`, `${line} of theirs`] as const;
      rows.push(merged(`merge of ${label} in a single line`, times, inOneLine));
    }
    for (const [label, bytes] of sizes.slice(1)) {
      const texts = [words(bytes), words(bytes, 5), words(bytes, 9)] as const;
      rows.push(merged(`merge of ${label}, nothing in common`, Math.min(5, times), texts));
    }
    return rows;
  },
};

function merged(title: string, times: number, [base, mine, theirs]: readonly [string, string, string]): Row {
  const ours = Array.from({ length: times }, () => {
    const started = performance.now();
    mergeText(base, mine, theirs);
    return performance.now() - started;
  });
  return { title, unit: 'ms', ours, bar: null };
}
