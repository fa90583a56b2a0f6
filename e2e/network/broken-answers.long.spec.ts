/**
 * A proxy between a device and its server answers instead of it, or the server answers nonsense: no row
 * of the library goes, no change is dropped, the chip tells the truth, and all is well once it is over.
 */
import type { Page, Route } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  openPrompt,
  promptContent,
  saveVersion,
  signIn,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

/** Marks an answer as one of ours; without it, it came from somebody on the way. */
const ours = { 'X-Promptory': '1', 'Content-Type': 'application/json' };
const json = (body: string, status = 200, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers: { ...ours, ...headers },
});
const problem = (status: number, code: string) =>
  JSON.stringify({ type: 'about:blank', title: code, status, code });

const signedOut = '401 of the server';
const asksToWait = '429 with Retry-After';

type Fault = { answer: (route: Route) => Promise<void>; chip: RegExp };

/** Answers in the place of the server, from somewhere on the way. */
const answersOfOthers: Record<string, Fault> = {
  'a captive portal’s page': {
    answer: (route) =>
      route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<html><h1>Welcome to the airport</h1></html>',
      }),
    chip: /^Stopped on the way, \d+ waiting$/,
  },
  'a captive portal’s redirect': {
    answer: (route) => route.fulfill({ status: 302, headers: { Location: '/healthz' } }),
    chip: /^Stopped on the way, \d+ waiting$/,
  },
  'a captive portal’s 401': {
    answer: (route) => route.fulfill({ status: 401, contentType: 'application/json', body: '{}' }),
    chip: /^Stopped on the way, \d+ waiting$/,
  },
  'JSON that ends in the middle': {
    answer: (route) =>
      route.fulfill(json('{"seq": 9, "cursor": "e.9", "more": false, "changes": [{"type": "pro')),
    chip: /^Offline, \d+ waiting$/,
  },
};

/** Answers of the server that refuse, or are not what they should be. */
const answersOfServer: Record<string, Fault> = {
  '500': {
    answer: (route) => route.fulfill(json(problem(500, 'internal'), 500)),
    chip: /^Server trouble, \d+ waiting$/,
  },
  'an empty list': {
    answer: (route) => route.fulfill(json('[]')),
    chip: /^Server trouble, \d+ waiting$/,
  },
  'an empty object': {
    answer: (route) => route.fulfill(json('{}')),
    chip: /^Server trouble, \d+ waiting$/,
  },
  'a feed of nothing and no results': {
    answer: (route) =>
      route.fulfill(json('{"seq": 0, "results": [], "cursor": "e.0", "more": false, "changes": []}')),
    chip: /^Server trouble, \d+ waiting$/,
  },
  [signedOut]: {
    answer: (route) => route.fulfill(json(problem(401, 'signed_out'), 401)),
    chip: /^Sign in again to sync \d+ changes?$/,
  },
  [asksToWait]: {
    answer: (route) => route.fulfill(json(problem(429, 'too_many_requests'), 429, { 'Retry-After': '600' })),
    chip: /^\d+ waiting$/,
  },
};

/** Every row of the library on this device, the person's words of them. */
function rowsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((one) => /^promptory-library-/.test(one) && !one.endsWith('-snapshots'));
    if (name === undefined) return [];
    const db = await done(indexedDB.open(name));
    const rows: string[] = [];
    for (const store of ['projects', 'prompts', 'versions']) {
      const found: { row: Record<string, unknown> }[] = await done(
        db.transaction(store).objectStore(store).getAll(),
      );
      rows.push(...found.map(({ row }) => `${store}: ${row.name ?? row.title ?? row.content}`));
    }
    db.close();
    return rows.sort();
  });
}

for (const [whose, faults] of [
  ['somebody on the way', answersOfOthers],
  ['a server in trouble', answersOfServer],
] as const) {
  test(`answers of ${whose} in place of every answer take nothing away`, async ({ newDevice, person }) => {
    const { page } = await newDevice();
    await openWithPrompt(page, person, { project: 'Notes', title: 'Draft' });
    await typeAtEnd(page, 'Written before.');
    await saveVersion(page, 'The first');
    await everythingIsSynced(page);
    let text = 'Written before.';
    for (const [name, fault] of Object.entries(faults)) {
      await test.step(name, async () => {
        text = await outlive(page, { name, text, ...fault });
      });
    }
  });
}

/** Lets every answer of the API be that one for a while; returns the text that is open afterwards. */
async function outlive(
  page: Page,
  { name, text, answer, chip }: Fault & { readonly name: string; readonly text: string },
): Promise<string> {
  const context = page.context();
  const before = await rowsOf(page);
  expect(before).toHaveLength(3);
  let broken = 0;
  await context.route(/\/api\//, async (route) => {
    broken += 1;
    await answer(route);
  });
  await typeAtEnd(page, ` During ${name}.`);
  const written = `${text} During ${name}.`;
  await expect(syncStatus(page)).toHaveText(chip);
  // A person who must sign in is offered that instead.
  if (name !== signedOut) await syncNow(page);
  await expect(syncStatus(page)).toHaveText(chip);
  expect(await rowsOf(page)).toEqual(before);
  // A start in the middle of it: nothing is taken for "signed out", and nothing is fetched over what is here.
  await page.reload();
  await workspaceIsOpen(page);
  await expect(treeItem(page, 'Draft')).toBeVisible();
  await openPrompt(page, 'Draft');
  await expect(promptContent(page)).toContainText(written);
  await expect(syncStatus(page)).toHaveText(chip);
  expect(await rowsOf(page)).toEqual(before);
  // A server that asks to be left alone is asked by the first round and by the person, not by a start.
  expect(broken).toBeGreaterThan(name === asksToWait ? 1 : 2);

  await context.unroute(/\/api\//);
  if (name === signedOut) {
    // The session was there all the time: the next round finds that out by itself.
    await page.reload();
    await workspaceIsOpen(page);
    await openPrompt(page, 'Draft');
  } else {
    await syncNow(page);
  }
  await everythingIsSynced(page);
  expect(await textOf(page)).toBe(written);
  const [project] = await (await page.request.get('/api/projects')).json();
  const prompts = await (await page.request.get(`/api/projects/${project.id}/prompts`)).json();
  expect(prompts).toMatchObject([{ content: written }]);
  return written;
}

test('a device that meets nothing but a captive portal says that it cannot sign in, and can afterwards', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  await signUp(laptop.page, person);
  await createProject(laptop.page, 'Notes');
  await everythingIsSynced(laptop.page);

  const phone = await newDevice();
  await phone.context.route(/\/api\//, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Welcome</html>' }),
  );
  await phone.page.goto('/auth');
  await expect(phone.page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await phone.context.unroute(/\/api\//);
  await signIn(phone.page, person);
  await expect(treeItem(phone.page, 'Notes')).toBeVisible();
});
