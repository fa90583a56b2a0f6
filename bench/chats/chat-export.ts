/** A chat export of 500 MB in the import dialog of the built app, as it is and in a zip: read, searched, and picked from. */
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { writeZip } from '#shared/library-files/zip/write-zip.ts';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { chooseOfLibrary } from '../../e2e/stage/workspace.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { words } from '../figures.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';
import { Probe, probeScript } from '../rows/key-probe.ts';
import { signedIn } from '../rows/typing.ts';
import { promptApi } from '../rows/typing-texts.ts';

const title = 'Beside chats';
const longestTaskMs = 50;
const mostMegabytes = 500;
const megabyte = 1024 * 1024;
/** In one conversation alone. */
const needle = 'zymurgy';

export const chatExport: RowGroup = {
  name: 'chat-export',
  async measure({ quick }) {
    const bytes = (quick ? 20 : 500) * megabyte;
    using folder = temporaryFolder();
    const plain = join(folder.path, 'conversations.json');
    await pipeline(Readable.from(exportOf(bytes)), createWriteStream(plain));
    const zip = join(folder.path, 'export.zip');
    const modified = '2026-01-01T00:00:00.000Z';
    const inside = [{ path: 'conversations.json', modified, content: exportOf(bytes) }];
    await pipeline(Readable.from(writeZip(streamed(inside))), createWriteStream(zip));
    await using server = await startRealServer();
    const api = await promptApi(server.origin);
    await api.make(title, 1_000);
    const rows: Row[] = [];
    for (const path of [plain, zip]) rows.push(...(await measured(server.origin, path, bytes)));
    return rows;
  },
};

async function* streamed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function measured(baseURL: string, path: string, bytes: number): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
    await context.addInitScript(probeScript);
    const page = await signedIn(context, title);
    await chooseOfLibrary(page, 'Import…');
    const dialog = page.getByRole('dialog', { name: 'Import', exact: true });
    await dialog.waitFor();
    const before = await memory(browser);
    const took: [string, number][] = [];
    await page.evaluate('keyProbe.begin()');
    const timed = async (what: string, act: () => Promise<unknown>) => {
      const began = performance.now();
      await act();
      took.push([what, performance.now() - began]);
    };
    await timed('first message listed', async () => {
      await dialog.locator('input[type=file]:not([webkitdirectory])').setInputFiles(path);
      await dialog.getByRole('checkbox').first().waitFor();
    });
    await timed('read to its end', () => readToEnd(page));
    const search = dialog.getByRole('textbox', { name: 'Search the messages' });
    await timed('searched for a word that one message has', async () => {
      await search.fill(needle);
      await dialog.getByText('1 message found', { exact: true }).waitFor({ timeout: 600_000 });
    });
    await timed('picked, with its dry run', async () => {
      await dialog.getByRole('checkbox', { name: new RegExp(needle) }).click();
      await dialog.getByRole('button', { name: 'Make a prompt of 1 message' }).click();
      await dialog.getByRole('button', { name: 'Import 1', exact: true }).waitFor();
    });
    const { longTasks } = Probe.pick({ longTasks: true }).parse(await page.evaluate('keyProbe.end()'));
    const after = await memory(browser);
    const of = `a chat export of ${Math.round(bytes / megabyte)} MB${path.endsWith('.zip') ? ' in a zip' : ''}`;
    return [
      ...took.map(([what, ms]): Row => ({ title: `${of}, ${what}`, unit: 'ms', ours: [ms], bar: null })),
      {
        ...{ title: `${of}, longest task of the page meanwhile`, unit: 'ms' },
        ours: [Math.max(0, ...longTasks)],
        bar: { at: 'max', of: 'value', limit: longestTaskMs, better: 'lower' },
      },
      {
        ...{ title: `${of}, most memory beyond the app's own`, unit: 'MB' },
        ours: [(after.peak - before.now) / megabyte],
        bar: { at: 'max', of: 'value', limit: mostMegabytes, better: 'lower' },
      },
    ];
  } finally {
    await browser.close();
  }
}

async function readToEnd(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ messages found(\.|$)/ })
    .waitFor({ timeout: 900_000 });
}

const Processes = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.int() })) });

/** Returns the resident bytes of the pages and of the browser itself, now and at their peaks, by Linux. */
async function memory(browser: Browser): Promise<{ now: number; peak: number }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = Processes.parse(await session.send('SystemInfo.getProcessInfo'));
  await session.detach();
  const kinds = processInfo.filter(({ type }) => type === 'renderer' || type === 'browser');
  const field = (name: string) => {
    const sizes = kinds.map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
    });
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

/** Yields the conversations of an export of so many bytes, in pieces, with what real ones have beside the texts. */
async function* exportOf(bytes: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let written = 0;
  for (let number = 0; written < bytes; number += 1) {
    const text = `${number === 0 ? '[' : ','}${JSON.stringify(conversation(number))}`;
    const piece = encoder.encode(text);
    written += piece.length;
    yield piece;
  }
  yield encoder.encode(']');
}

function conversation(number: number) {
  const at = 1_700_000_000 + number * 600;
  const nodes = Array.from({ length: 12 }, (_, index) => {
    const isOwn = index % 2 === 0;
    const own = `${number === 700 && index === 0 ? `${needle} ` : ''}${words(40 + ((number * 7) % 60), 1_000 * number + index)}`;
    const message = {
      id: `message-${number}-${index}`,
      author: { role: isOwn ? 'user' : 'assistant', name: null, metadata: {} },
      create_time: at + index,
      update_time: null,
      content: { content_type: 'text', parts: [isOwn ? own : words(300, 1_000 * number + index)] },
      status: 'finished_successfully',
      end_turn: true,
      weight: 1,
      metadata: { request_id: `request-${number}-${index}`, message_source: null, timestamp_: 'absolute' },
      recipient: 'all',
    };
    return [message.id, { id: message.id, message, parent: null, children: [] }];
  });
  return { title: `Conversation ${number}`, create_time: at, mapping: Object.fromEntries(nodes) };
}
