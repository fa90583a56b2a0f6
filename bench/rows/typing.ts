/** Typing in the built app beside a bare textarea and CodeMirror 6: the same texts and keys in the same browser. */
import type { BrowserContext, Page } from 'playwright-core';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { benchAccount } from '../filled-server.ts';
import { installPeers } from '../install-peers.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';
import { type Probe, probeScript, type Typing, timePress, typeKeys } from './key-probe.ts';
import { codeMirrorScript, openCodeMirror, openEditable, openTextArea } from './reference-editors.ts';
import { type PromptApi, promptApi, prose } from './typing-texts.ts';

const sizes = [
  { name: '10 KB', characters: 10_000, mostOfTextArea: 2 },
  { name: '100 KB', characters: 100_000, mostOfTextArea: 1.2 },
  { name: '1 MB', characters: 1_000_000, mostOfTextArea: 0.25 },
] as const;
type Size = (typeof sizes)[number];

const openings = [
  { name: '144 KB', characters: 144_000, mostMs: 60 },
  { name: '1 MB', characters: 1_000_000, mostMs: 120 },
] as const;

const frameMs = 1000 / 60;
const tabs = 6;
const arrivingRowsASecond = 200;

type Bench = { page: Page; api: PromptApi; context: BrowserContext; script: string; quick: boolean };

export const typing: RowGroup = {
  name: 'typing',
  async measure({ quick }) {
    await using server = await startRealServer();
    const api = await promptApi(server.origin);
    const measured = quick ? sizes.slice(0, 1) : sizes;
    await fill(api, measured);
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({
        baseURL: server.origin,
        viewport: { width: 1280, height: 800 },
      });
      await context.addInitScript(probeScript);
      const script = await codeMirrorScript(installPeers());
      const bench: Bench = { context, api, script, quick, page: await signedIn(context, tabTitle(0)) };
      await warmUp(bench.page, quick ? 10 : 30);
      const rows: Row[] = [];
      for (const size of measured) rows.push(...(await typingRows(bench, size)));
      return [...rows, ...(await switchRows(bench)), ...(await openingRows(bench))];
    } finally {
      await browser.close();
    }
  },
};

const typedTitle = ({ name }: Size) => `Typed ${name}`;
const openedTitle = ({ name }: (typeof openings)[number]) => `Opened ${name}`;
const tabTitle = (at: number) => `Tab ${at}`;

async function fill(api: PromptApi, measured: readonly Size[]): Promise<void> {
  for (const size of measured) {
    const id = await api.make(typedTitle(size), size.characters);
    for (let version = 0; version < 5; version += 1) await api.saveVersion(id, prose('Version', 10_000));
  }
  for (const opening of openings) await api.make(openedTitle(opening), opening.characters);
  for (let at = 0; at < tabs; at += 1) await api.make(tabTitle(at), 20_000);
}

/** Opens the app of the account of the bench; `title`: of a prompt that is there once all of them are. */
export async function signedIn(context: BrowserContext, title: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
  const project = page.getByRole('treeitem', { name: 'Typed' }).first();
  if ((await project.getAttribute('aria-expanded')) !== 'true') await project.click();
  await page.getByRole('treeitem', { name: title }).waitFor();
  // The toast of the sign-in goes, and is not drawn among the keys.
  await page.waitForTimeout(500);
  await page.locator('.chakra-toast__root').first().waitFor({ state: 'detached' });
  return page;
}

/** The first keys after a sign-in meet code that was never run and a service worker that still stores the app. */
async function warmUp(page: Page, count: number): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('treeitem', { name: tabTitle(0) }).click();
  await caretInTheMiddle(page);
  await typeKeys(page, { count, everyMs: 100 });
}

async function typingRows({ page, api, context, script, quick }: Bench, size: Size): Promise<Row[]> {
  const pace: Typing = { count: quick ? 10 : 60, everyMs: 100 };
  await page.bringToFront();
  await page.getByRole('treeitem', { name: typedTitle(size) }).click();
  await showVersions(page, false);
  await caretInTheMiddle(page);
  // The first save shows "Edited since ...", once: it is not what each key costs.
  await typeKeys(page, { count: 3, everyMs: 100 });
  const alone = await typeKeys(page, pace);
  await showVersions(page, true);
  await caretInTheMiddle(page);
  const arrival = api.arrive(arrivingRowsASecond);
  const busy = await typeKeys(page, { ...pace, everyMs: 1000 / 12 });
  await arrival.stop();
  await showVersions(page, false);

  const text = prose(typedTitle(size), size.characters);
  const textArea = await keysOn(await openTextArea(context, text), pace);
  const codeMirror = await keysOn(await openCodeMirror(context, { text, script }), pace);
  const editable = await keysOn(await openEditable(context, text), pace);
  const references = { textArea, codeMirror };
  return [
    {
      title: `key to frame of a bare contenteditable, ${size.name}`,
      unit: 'ms',
      ours: editable,
      reference: { name: 'textarea', values: textArea },
      bar: null,
    },
    ...keyRows(`key to frame, ${size.name}`, alone, { ...references, size }),
    rendersRow(`React renders outside of editor and chip in ${pace.count} keys, ${size.name}`, alone),
    ...keyRows(`key to frame at 12 a second beside 200 rows a second, ${size.name}`, busy, {
      ...references,
      size,
    }),
    {
      title: `longest task while typing beside 200 rows a second, ${size.name}`,
      unit: 'ms',
      ours: [Math.max(0, ...busy.longTasks)],
      bar: { at: 'max', of: 'value', limit: 50, better: 'lower' },
    },
  ];
}

/** Types on the page of a reference and closes it. */
async function keysOn(page: Page, pace: Typing): Promise<number[]> {
  const { keys } = await typeKeys(page, pace);
  await page.close();
  return keys;
}

function keyRows(
  title: string,
  { keys }: Probe,
  { textArea, codeMirror, size }: { textArea: number[]; codeMirror: number[]; size: Size },
): Row[] {
  return [
    {
      title,
      unit: 'ms',
      ours: keys,
      reference: { name: 'textarea', values: textArea },
      bar: { at: 'p95', of: 'ratio', limit: size.mostOfTextArea, better: 'lower' },
    },
    {
      title: `${title}, beside CodeMirror`,
      unit: 'ms',
      ours: keys,
      reference: { name: 'CodeMirror 6', values: codeMirror },
      bar: { at: 'p95', of: 'difference', limit: 2, better: 'lower' },
    },
  ];
}

function rendersRow(title: string, { renders }: Probe): Row {
  const counts = Object.values(renders);
  const total = counts.reduce((sum, each) => sum + each, 0);
  if (total > 0) console.log(`  drawn while typing: ${JSON.stringify(renders)}`);
  return {
    title,
    unit: 'count',
    ours: [total],
    bar: { at: 'max', of: 'value', limit: 0, better: 'lower' },
  };
}

async function showVersions(page: Page, wanted: boolean): Promise<void> {
  const toggle = page.getByRole('button', { name: /^(Show|Hide) Version History$/ });
  await toggle.waitFor();
  if (((await toggle.getAttribute('aria-expanded')) === 'true') !== wanted) await toggle.click();
}

/** Puts the caret into a line in the middle of the open text, and waits until nothing of the opening is left. */
export async function caretInTheMiddle(page: Page): Promise<void> {
  await page.locator('.editor-slot:not([aria-hidden]) .source-editor').waitFor();
  // Off the tree, whose tooltip the first key would hide.
  await page.mouse.move(640, 790);
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const editor = document.querySelector<HTMLElement>('.editor-slot:not([aria-hidden]) .source-editor');
    const chunk = editor?.children[editor.children.length >> 1];
    chunk?.scrollIntoView({ block: 'center' });
    const lines = [...(chunk?.children ?? [])];
    const line = lines.slice(lines.length >> 1).find(({ textContent }) => textContent.length > 40);
    if (editor === null || line === undefined) throw new Error('The text has no line in its middle.');
    line.scrollIntoView({ block: 'center' });
    const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
    editor.focus();
    getSelection()?.collapse(text, 5);
  });
  await page.waitForTimeout(1_500);
}

async function switchRows({ page, quick }: Bench): Promise<Row[]> {
  await page.bringToFront();
  for (let at = 0; at < tabs; at += 1) await open(page, tabTitle(at));
  const again: number[] = [];
  for (let turn = 0; turn < (quick ? 1 : 5) * tabs; turn += 1) {
    const title = tabTitle(turn % tabs);
    const tab = page.getByRole('tab', { name: title });
    again.push(await timePress(page, { title, from: 'mousedown' }, () => tab.click()));
    await page.waitForTimeout(100);
  }
  const row = { title: 'tab switch between 20 KB, again', unit: 'ms', ours: again } as const;
  return [
    { ...row, bar: { at: 'p50', of: 'value', limit: frameMs, better: 'lower' } },
    { ...row, bar: { at: 'p95', of: 'value', limit: 2 * frameMs, better: 'lower' } },
  ];
}

async function openingRows({ page, quick }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const opening of openings) {
    const took: number[] = [];
    for (let turn = 0; turn < (quick ? 1 : 7); turn += 1) {
      took.push(await open(page, openedTitle(opening)));
      await page.waitForTimeout(500);
      await page.getByRole('button', { name: `Close ${openedTitle(opening)}` }).click();
    }
    rows.push({
      title: `opening ${opening.name} to first text`,
      unit: 'ms',
      ours: took,
      bar: { at: 'p50', of: 'value', limit: opening.mostMs, better: 'lower' },
    });
  }
  return rows;
}

function open(page: Page, title: string): Promise<number> {
  const row = page.getByRole('treeitem', { name: title });
  return timePress(page, { title, from: 'mouseup' }, () => row.click());
}
