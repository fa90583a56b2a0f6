/** Measures the cost of one saved edit: in the database of the device that typed it, on the wire, and until another one shows it. */
import type { Browser, Page } from 'playwright-core';
import { limits } from '#shared/model/limits.ts';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { benchAccount } from '../filled-server.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';
import { noteShown, type PageEvent, prepareBareWrite, recordEdits } from './edit-recorder.ts';
import { type PromptApi, promptApi, prose } from './typing-texts.ts';

const short = { title: 'Short', characters: 2_000 };
const long = { title: 'Long', characters: 100_000 };
type Text = typeof short;

/**
 * The bare put is made in the situation of the product's edit, so that both meet the same machine: by a timer after a key
 * in the same page, with its database open, and before the autosave begins. Every other turn has one; the product's time
 * is of the turns without, so that neither waits for the other's flush.
 */
const bareAfterMs = limits.autosaveDebounceMs / 2;

/** Longer than the autosave waits, and than what follows a save takes. */
const restMs = 900;

/** One edit: its cost in the page that typed it, and when the other page showed it. */
type Edit = {
  transactions: number;
  strict: number;
  commitMs: number;
  /** Of the bare put in the same turn; null where the turn has none. */
  bareMs: number | null;
  toScreenMs: number;
  sentBytes: number;
};

export const edits: RowGroup = {
  name: 'edits',
  async measure({ quick }) {
    await using server = await startRealServer();
    const api = await promptApi(server.origin);
    await fill(api);
    const browser = await launchBrowser();
    try {
      const [here, there] = [
        await openDevice(browser, server.origin),
        await openDevice(browser, server.origin),
      ];
      const ofShort = await editTimes({ here, there }, short, quick ? 2 : 40);
      const ofLong = await editTimes({ here, there }, long, quick ? 1 : 10);
      return rowsOf(ofShort, ofLong);
    } finally {
      await browser.close();
    }
  },
};

async function fill(api: PromptApi): Promise<void> {
  for (const { title, characters } of [short, long]) await api.make(title, characters);
}

async function openDevice(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await context.addInitScript(recordEdits);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
  const project = page.getByRole('treeitem', { name: 'Typed' }).first();
  if ((await project.getAttribute('aria-expanded')) !== 'true') await project.click();
  return page;
}

/** The first two edits are not counted: they load what later ones have. */
async function editTimes(devices: { here: Page; there: Page }, text: Text, count: number): Promise<Edit[]> {
  const { here, there } = devices;
  for (const page of [here, there]) {
    await page.getByRole('treeitem', { name: text.title, exact: true }).click();
    await page
      .locator('.editor-slot:not([aria-hidden]) .ProseMirror')
      .filter({ hasText: text.title })
      .click();
    await page.waitForTimeout(restMs);
  }
  const found: Edit[] = [];
  for (let turn = 0; turn < count + 2; turn += 1) {
    const bare = turn % 2 === 1 ? { text: prose(text.title, text.characters), afterMs: bareAfterMs } : null;
    found.push(await oneEdit(devices, `q${turn}z`, bare));
  }
  return found.slice(2);
}

async function oneEdit(
  { here, there }: { here: Page; there: Page },
  word: string,
  bare: { text: string; afterMs: number } | null,
): Promise<Edit> {
  for (const page of [here, there]) await page.evaluate('editEvents.length = 0');
  await there.evaluate(noteShown, word);
  if (bare !== null) await here.evaluate(prepareBareWrite, bare);
  await here.keyboard.insertText(word);
  await there.waitForFunction(
    (typed) =>
      document.querySelector('.editor-slot:not([aria-hidden]) .ProseMirror')?.textContent?.includes(typed),
    word,
  );
  await here.waitForTimeout(restMs);
  const [all, seen] = [await eventsOf(here), await eventsOf(there)];
  // The put of the reference is recorded as well, and is no part of the edit.
  const done = all.filter(({ what }) => !what.startsWith('bare '));
  const committed = done.find(({ kind, isStrict }) => kind === 'committed' && isStrict);
  const begun = done.find(({ kind, id }) => kind === 'transaction' && id === committed?.id);
  const shown = seen.find(({ kind }) => kind === 'shown');
  if (committed === undefined || begun === undefined || shown === undefined)
    throw new Error('An edit was not seen.');
  const transactions = done.filter(({ kind }) => kind === 'transaction');
  const pushes = done.filter(({ kind, what }) => kind === 'request' && what.startsWith('/api/sync/push'));
  return {
    transactions: transactions.length,
    strict: transactions.filter(({ isStrict }) => isStrict).length,
    commitMs: committed.at - begun.at,
    bareMs: bare === null ? null : await here.evaluate<number>('bareWrite'),
    toScreenMs: shown.at - committed.at,
    sentBytes: pushes.reduce((sum, { what }) => sum + Number(what.split(' ')[1]), 0),
  };
}

function eventsOf(page: Page): Promise<PageEvent[]> {
  return page.evaluate('editEvents');
}

function rowsOf(ofShort: readonly Edit[], ofLong: readonly Edit[]): Row[] {
  const bare = {
    name: 'one bare strict put after a key',
    values: ofShort.map(({ bareMs }) => bareMs).filter((ms) => ms !== null),
  };
  const toScreen = { title: "A's durable commit to B's screen", unit: 'ms' as const };
  const toScreenMs = ofShort.map((edit) => edit.toScreenMs);
  return [
    {
      title: 'strict transactions of a saved edit',
      unit: 'count',
      ours: ofShort.map(({ strict }) => strict),
      bar: { at: 'max', of: 'value', limit: 3, better: 'lower' },
    },
    {
      title: 'transactions of a saved edit, those of the screen included',
      unit: 'count',
      ours: ofShort.map(({ transactions }) => transactions),
      bar: null,
    },
    {
      title: 'an edit of 2 KB durable',
      unit: 'ms',
      ours: ofShort.filter(({ bareMs }) => bareMs === null).map(({ commitMs }) => commitMs),
      reference: bare,
      bar: { at: 'p50', of: 'ratio', limit: 1.1, better: 'lower' },
    },
    { ...toScreen, ours: toScreenMs, bar: { at: 'p50', of: 'value', limit: 30, better: 'lower' } },
    { ...toScreen, ours: toScreenMs, bar: { at: 'p95', of: 'value', limit: 60, better: 'lower' } },
    {
      title: "A's durable commit to B's screen, 100 KB",
      unit: 'ms',
      ours: ofLong.map((edit) => edit.toScreenMs),
      bar: null,
    },
    {
      title: 'bytes up for one edit of a prompt of 100 KB',
      unit: 'bytes',
      ours: ofLong.map(({ sentBytes }) => sentBytes),
      bar: { at: 'max', of: 'value', limit: 5 * 1024, better: 'lower' },
    },
  ];
}
