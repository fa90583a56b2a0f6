/** Compares the rows of every device with the server's once all is quiet, and finds rows whose parent is gone. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { RowType } from '#shared/kinds/row.ts';
import { ChangesPage, type FeedChange } from '#shared/sync/wire.ts';
import { rowTables } from '../../web/data/database/row-tables.ts';
import { danglingRows } from '../simulation/dangling-rows.ts';
import { nothingToSend, syncWords } from '../stage/workspace.ts';
import type { Monkey } from './acts.ts';

type Row = Pick<FeedChange, 'type' | 'id' | 'row' | 'deleted'>;
type Rows = Map<string, Row>;

const keyOf = ({ type, id }: Pick<Row, 'type' | 'id'>) => `${type}:${id}`;

const quietWithin = 60_000;
const isAtRestBy = (chip: string) => nothingToSend.test(chip) || chip.startsWith('Needs attention');

/** Waits until no device has anything to send and its chip says so, for a minute at most. */
export async function comeToRest(monkeys: readonly Monkey[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { device }] of monkeys.entries()) {
    let shown = '';
    const look = async () => {
      await device.page.evaluate(() => window.dispatchEvent(new Event('online')));
      const { outbox } = await readDevice(device.page);
      const waiting = outbox.filter(({ blocked }) => blocked === 0).map(inWords);
      const chip = await syncWords(device.page);
      shown = `${chip}; ${waiting.join('; ')}`;
      return waiting.length === 0 && isAtRestBy(chip);
    };
    const isAtRest = await expect
      .poll(look, { timeout: quietWithin })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
    if (!isAtRest) found.push(`device ${index + 1} says "${shown}" after a minute`);
  }
  return found;
}

export async function compareReplicas(monkeys: readonly Monkey[]): Promise<string[]> {
  const [first] = monkeys;
  if (first === undefined) return [];
  const server = await rowsOfServer(first.device.page.request);
  const tombstones = [...server.values()].filter(({ deleted }) => deleted);
  const found = danglingRows(server.values()).map((each) => `the server: ${each}`);
  for (const [index, { device }] of monkeys.entries()) {
    const name = `device ${index + 1}`;
    const { rows, outbox } = await readDevice(device.page);
    const refused = outbox.map(inWords);
    const known = new Map([...tombstones.map((each) => [keyOf(each), each] as const), ...rows]);
    found.push(...danglingRows(known.values()).map((each) => `${name}: ${each}`));
    // A refused change stands on its device alone, until a person decides.
    if (refused.length > 0) found.push(`${name}: refused: ${refused.join('; ')}`);
    else found.push(...differences(rows, server, name));
  }
  return found;
}

/** Returns every row that the server ever had, the deleted ones as their tombstones. */
async function rowsOfServer(request: APIRequestContext): Promise<Rows> {
  const rows: Rows = new Map();
  for (let since = ''; ; ) {
    const answer = await request.get(`/api/sync/changes?limit=500${since}`);
    const page = ChangesPage.parse(await answer.json());
    for (const change of page.changes) rows.set(keyOf(change), change);
    if (!page.more) return rows;
    since = `&full=1&since=${page.cursor}`;
  }
}

type Entry = { name: string; state: string; blocked: 0 | 1; problem?: unknown };

const inWords = ({ name, state, problem }: Entry) => `${name} ${state} ${JSON.stringify(problem)}`;

async function readDevice(page: Page): Promise<{ rows: Rows; outbox: Entry[] }> {
  const tables = Object.values(rowTables);
  const { stored, outbox } = await page.evaluate(async (names) => {
    const [library] = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith('promptory-library-') ? [name] : [],
    );
    if (library === undefined) throw new Error('This device has no library.');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(library);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = (name: string) =>
      new Promise<unknown[]>((resolve, reject) => {
        const reading = db.transaction(name).objectStore(name).getAll();
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
    const stored = (await Promise.all(names.map(all))).flat();
    const outbox = await all('outbox');
    db.close();
    return { stored, outbox };
  }, tables);
  const rows: Rows = new Map();
  for (const { type, id, row } of stored as { type: RowType; id: number; row: Record<string, unknown> }[]) {
    rows.set(keyOf({ type, id }), { type, id, row });
  }
  return { rows, outbox: outbox as Entry[] };
}

function differences(device: Rows, server: Rows, name: string): string[] {
  const keys = new Set([...device.keys(), ...server.keys()]);
  return [...keys].flatMap((key) => {
    const [here, there] = [sorted(device.get(key)?.row), sorted(server.get(key)?.row)];
    return here === there ? [] : [`${name} has ${key} as ${here}, the server as ${there}`];
  });
}

function sorted(row: object | undefined): string {
  return row === undefined
    ? 'nothing'
    : JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
