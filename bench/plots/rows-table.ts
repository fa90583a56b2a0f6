import { cpus } from 'node:os';
import { barText, inUnit } from '../report-rows.ts';
import type { MeasuredGroup } from '../results.ts';
import { judge, type Row } from '../row.ts';

/** Writes the measured groups as a Markdown page of tables, in the order of the groups. */
export function rowsTable(groups: readonly MeasuredGroup[], day: string): string {
  const machine = `${cpus()[0]?.model ?? 'a machine'}, ${cpus().length} cores, Node ${process.version}`;
  const held = groups.flatMap(({ rows }) => rows.filter(({ bar }) => bar !== null));
  const met = held.filter((row) => judge(row).isMet).length;
  const verdict = held.length === 0 ? '' : `${met} of ${held.length} rows meet their bars. `;
  return [
    `# Figures of ${day}`,
    '',
    `${machine}. ${verdict}Written by \`npm run bench -- plots\` from the last run of each group.`,
    ...groups.flatMap(groupTable),
    '',
  ].join('\n');
}

function groupTable({ name, load, rows }: MeasuredGroup): string[] {
  return [
    '',
    `## ${name} (load ${load.map((each) => each.toFixed(1)).join(' to ')})`,
    '',
    '| row | product | reference | compared | bar | met |',
    '|---|---|---|---|---|---|',
    ...rows.map(tableRow),
  ];
}

function tableRow(row: Row): string {
  const { bar, unit } = row;
  const { ours, reference, compared, isMet } = judge(row);
  const at = bar === null || row.ours.length === 1 ? '' : `${bar.at} `;
  const cells = [
    row.title,
    `${at}${inUnit(ours, unit)}`,
    reference === null ? '' : `${row.reference?.name} ${inUnit(reference, unit)}`,
    bar === null || bar.of === 'value' ? '' : barText(compared, bar, unit),
    bar === null ? '' : `${bar.better === 'lower' ? '≤' : '≥'} ${barText(bar.limit, bar, unit)}`,
    bar === null ? '' : isMet ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}
