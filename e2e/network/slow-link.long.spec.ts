import type { Page } from '@playwright/test';
import { fair, type LinkShape, startSlowProxy } from '../stage/slow-proxy.ts';
import { expect, test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  signUp,
  syncStatus,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { testRun } from '../test-run.ts';

test.use({ serviceWorkers: 'allow' });

const amount = testRun.isFull
  ? { edits: 300, prompts: 31, library: 1_122 }
  : { edits: 24, prompts: 8, library: 150 };

const slow: LinkShape = { bytesPerSecond: 40_000, latencyMs: 400, cuts: 0.02 };

/** As long as real prompts are: half of them under 1 KB, one in a hundred above 20 KB, the longest 144 KB. */
function lengthOf(index: number): number {
  if (index === 3) return 144 * 1024;
  const share = ((index * 7919) % 1000) / 1000;
  return Math.round(170 + 900 * share + 30_000 * share ** 12 + 9_000 * share ** 5);
}

/** Compresses about as well as real text does. */
function textOf(index: number): string {
  let text = `# Prompt ${index}\n`;
  for (let at = index; text.length < lengthOf(index); at += 1) {
    const word = ((at * 2_654_435_761) % 99_991).toString(36);
    text += at % 12 === 11 ? `${word}.\n` : `${word} `;
  }
  return `${text}end ${index}`;
}

async function fillLibrary(page: Page, origin: string, prompts: number): Promise<void> {
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(`${origin}${path}`, { data, headers: { Origin: origin } });
    expect(answer.ok()).toBe(true);
  };
  await post('/api/projects', { id: 1, name: 'Library' });
  for (let first = 0; first < prompts; first += 100) {
    const mutations = Array.from({ length: Math.min(100, prompts - first) }, (_, offset) => {
      const index = first + offset;
      const body = { id: index + 1, title: `Prompt ${index}`, content: textOf(index), projectId: 1 };
      return { key: `filling:${index + 1}`, method: 'POST', path: '/api/prompts', body };
    });
    await post('/api/sync/push', { mutations, brief: true });
  }
}

/** How many rows this device has in a table of its library, or entries that no answer came to. */
function countOnDevice(page: Page, table: 'prompts' | 'outbox'): Promise<number> {
  return page.evaluate(async (store) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const library = names.find((name) => /^promptory-library-\d+-[^-]+$/.test(name)) ?? '';
    const db = await done(indexedDB.open(library));
    const rows: { state?: string }[] = await done(db.transaction(store).objectStore(store).getAll());
    db.close();
    return rows.filter(({ state }) => state !== 'acknowledged').length;
  }, table);
}

/** `12 of 31`, where the chip says so. */
async function progressShown(page: Page): Promise<{ done: number; of: number } | null> {
  const progress = /([\d,]+) of ([\d,]+)/.exec((await syncStatus(page).textContent()) ?? '');
  const number = (text = '') => Number(text.replaceAll(',', ''));
  return progress === null ? null : { done: number(progress[1]), of: number(progress[2]) };
}

/** Looks again and again until all is synced; the last look before it, and how often something was shown. */
async function watchProgress(
  page: Page,
  { isDone, look }: { isDone(): Promise<boolean>; look(shown: { done: number; of: number }): Promise<void> },
): Promise<number[]> {
  const shown: number[] = [];
  while (!(await isDone())) {
    const progress = await progressShown(page);
    if (progress === null) continue;
    if (progress.done !== shown.at(-1)) shown.push(progress.done);
    await look(progress);
  }
  return shown;
}

test('a day of edits made offline, and then a whole library, go over a link that is slow and breaks off', async ({
  server,
  newDevice,
  person,
}, testInfo) => {
  test.setTimeout(testRun.isFull ? 3_600_000 : 600_000);
  await using proxy = await startSlowProxy(server.origin);
  const laptop = await newDevice({ baseURL: proxy.origin });
  const { page } = laptop;
  const measured = (description: string) => void testInfo.annotations.push({ type: 'measured', description });
  await signUp(page, person);
  await fillLibrary(page, proxy.origin, amount.library);
  await page.reload();
  await expandProject(page, 'Library');
  await expect.poll(() => countOnDevice(page, 'prompts')).toBe(amount.library);
  await laptop.cutNetwork();
  const written = new Map<number, string>();
  for (let edit = 0; edit < amount.edits; edit += 1) {
    const index = edit % amount.prompts;
    const line = `\nedit ${edit}`;
    await openPrompt(page, `Prompt ${index}`);
    await typeAtEnd(page, line);
    written.set(index, (written.get(index) ?? textOf(index)) + line);
  }
  await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);
  const waiting = await countOnDevice(page, 'outbox');
  expect(waiting).toBeGreaterThanOrEqual(amount.prompts);

  proxy.shape = slow;
  proxy.figures();
  let began = Date.now();
  await laptop.restoreNetwork();
  const sent = await watchProgress(page, {
    isDone: async () => (await countOnDevice(page, 'outbox')) === 0,
    look: async ({ done }) =>
      expect(waiting - (await countOnDevice(page, 'outbox'))).toBeGreaterThanOrEqual(done),
  });
  await everythingIsSynced(page);
  measured(
    `${amount.edits} edits in ${amount.prompts} prompts sent in ${Date.now() - began} ms, shown ${sent.join(', ')}, ${JSON.stringify(proxy.figures())}`,
  );
  proxy.shape = fair;
  const prompts = await (await page.request.get(`${proxy.origin}/api/projects/1/prompts`)).json();
  for (const [index, text] of written) {
    expect(prompts.find(({ title }: { title: string }) => title === `Prompt ${index}`)?.content).toBe(text);
  }

  const tablet = await newDevice({ baseURL: proxy.origin });
  await tablet.page.goto('/auth');
  await tablet.page.getByLabel('Username').waitFor();
  proxy.shape = slow;
  proxy.figures();
  began = Date.now();
  await tablet.page.getByLabel('Username').fill(person.username);
  await tablet.page.getByLabel('Password', { exact: true }).fill(person.password);
  await tablet.page.getByRole('button', { name: 'Sign In' }).click();
  await workspaceIsOpen(tablet.page);
  const received = await watchProgress(tablet.page, {
    isDone: async () => (await countOnDevice(tablet.page, 'prompts')) === amount.library,
    look: async ({ done, of }) => {
      expect(await countOnDevice(tablet.page, 'prompts')).toBeGreaterThanOrEqual(
        Math.min(done - 2, amount.library),
      );
      expect(of).toBeGreaterThanOrEqual(amount.library);
    },
  });
  await everythingIsSynced(tablet.page);
  measured(
    `${amount.library} prompts received in ${Date.now() - began} ms, shown ${received.join(', ')}, ${JSON.stringify(proxy.figures())}`,
  );
  await expandProject(tablet.page, 'Library');
  await openPrompt(tablet.page, 'Prompt 3');
  await expect(promptContent(tablet.page)).toContainText('end 3');
});
