import { describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { LoopState } from '#shared/sync/status.ts';
import { commit } from '../../data/commit/commit.ts';
import { keepSettingDraft } from '../../data/drafts/setting-drafts.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { at, details, online, status, syncStatusScene } from './sync-status-scene.tsx';
import { createSyncStatusStore } from './sync-status-store.ts';

const chip = syncStatusScene();

/** Says how much motion the person wants; the other tests run where it is reduced. */
async function setMotion(value: 'no-preference' | 'reduce'): Promise<void> {
  const features = [{ name: 'prefers-reduced-motion', value }];
  await cdp().send('Emulation.setEmulatedMedia', { features });
}

describe('the chip says in words', () => {
  test.each<[string, Partial<LoopState>, { waiting?: number; refused?: number }]>([
    ['Synced', {}, {}],
    ['Saving', { working: true }, { waiting: 1 }],
    ['2 waiting', {}, { waiting: 2 }],
    ['Offline', { connection: 'offline' }, {}],
    ['Offline, 3 waiting', { connection: 'offline' }, { waiting: 3 }],
    ['Sign in again', { paused: 'auth' }, {}],
    ['Sign in again to sync 1 change', { paused: 'auth' }, { waiting: 1 }],
    ['Sign in again to sync 2 changes', { paused: 'auth', connection: 'offline' }, { waiting: 2 }],
    ['Needs attention', {}, { refused: 1 }],
    ['Needs attention', { connection: 'offline' }, { waiting: 1, refused: 1 }],
    ['Needs attention', { paused: 'reset' }, {}],
    ['Needs attention', { paused: 'update' }, {}],
  ])('%s: %j, %j', async (words, state, counts) => {
    await chip(state, counts);
    await expect.element(status).toHaveTextContent(words);
  });

  test('the chip takes the same room in other words, so that nothing beside it moves', async () => {
    await page.viewport(1280, 800);
    const { library } = await chip({});
    await expect.element(status).toHaveTextContent('Synced');
    const width = () => status.element().getBoundingClientRect().width;
    const before = width();
    await changeLoopState(library, { connection: 'offline' });
    await commit(library, 'createProject', { id: 9, name: 'Letters', color: 'teal' });
    await expect.element(status).toHaveTextContent('Offline, 1 waiting');
    expect(width()).toBe(before);
  });

  test('the chip follows what becomes of a change', async () => {
    const { library } = await chip({ connection: 'offline' });
    await expect.element(status).toHaveTextContent('Offline');
    await commit(library, 'createProject', { id: 9, name: 'Letters', color: 'teal' });
    await expect.element(status).toHaveTextContent('Offline, 1 waiting');
    await library.db.outbox.clear();
    await changeLoopState(library, online);
    await expect.element(status).toHaveTextContent('Synced');
  });

  test('the chip no longer says that all is synced once a change is committed', async () => {
    const { library } = await chip({});
    await expect.element(status).toHaveTextContent('Synced');
    const committed = commit(library, 'createProject', { id: 9, name: 'Letters', color: 'teal' });
    const shownThen = await committed.then(() => status.element().textContent);
    expect(shownThen).toBe('Saving');
    await expect.element(status).toHaveTextContent('1 waiting');
  });

  test('the chip no longer says that all is synced while a text waits to be committed', async () => {
    const { library } = await chip({});
    await expect.element(status).toHaveTextContent('Synced');
    const typed = library.typed.add(async () => undefined);
    typed.setPending(true);
    await expect.element(status).toHaveTextContent('Saving');
    typed.stop();
    await expect.element(status).toHaveTextContent('Saving');
    typed.setPending(false);
    await expect.element(status).toHaveTextContent('Synced');
  });
});

test('the chip and its details name a setting that is no value yet until it is one', async () => {
  const { library } = await chip({});
  await expect.element(status).toHaveTextContent('Synced');
  const typed = library.typed.add(async () => undefined);
  typed.setPending(true);
  keepSettingDraft(library, 9, [{ name: 'tools', text: '[{' }]);
  await expect.element(status).toHaveTextContent('Saving');
  typed.setPending(false);
  await expect.element(status).toHaveTextContent('1 unfinished setting');
  await status.getByRole('button').click();
  await expect.element(details.getByText(/A setting that cannot be saved as it is/)).toBeVisible();
  await details.getByRole('button', { name: 'Open sync centre' }).click();
  const named = page.getByRole('region', { name: 'Drafts' });
  await expect
    .element(named)
    .toMatchTextContent(/Unfinished setting of a prompt that is not here.*Tools: \[{/);
  keepSettingDraft(library, 9, []);
  await expect.element(named).not.toBeInTheDocument();
});

describe('while much is under way', () => {
  const moving = { connection: 'offline', working: true, moving: true } as const;

  test('the chip and its details say how much of it was sent', async () => {
    const { library } = await chip(moving, { waiting: 31 });
    await library.db.outbox.where('position').belowOrEqual(12).modify({ state: 'acknowledged' });
    await expect.element(status).toHaveTextContent('12 of 31 sent');
    await status.getByRole('button').click();
    const bar = details.getByRole('progressbar', { name: 'Changes sent' });
    await expect.element(bar).toHaveAttribute('aria-valuetext', '12 of 31 sent');
    await expect.element(details.getByText('19 changes')).toBeVisible();
    await changeLoopState(library, online);
    await expect.element(bar).not.toBeInTheDocument();
  });

  test('the chip and its details say how much was received', async () => {
    await chip({ ...moving, receiving: { received: 400, of: 1122 } });
    await expect.element(status).toHaveTextContent('400 of 1,122 received');
    await status.getByRole('button').click();
    await expect
      .element(details.getByRole('progressbar', { name: 'Changes received' }))
      .toHaveAttribute('aria-valuenow', '400');
  });

  test('nothing of the chip moves, since an animation delays each key that is typed meanwhile', async () => {
    const reduced = matchMedia('(prefers-reduced-motion: reduce)');
    await setMotion('no-preference');
    try {
      await vi.waitFor(() => expect(reduced.matches).toBe(false));
      await chip({ working: true }, { waiting: 1 });
      await expect.element(status).toHaveTextContent('Saving');
      expect(status.element().getAnimations({ subtree: true })).toEqual([]);
    } finally {
      await setMotion('reduce');
    }
  });

  test('progress is not read aloud', async () => {
    await chip({ ...moving, receiving: { received: 400, of: 1122 } });
    await expect.element(status).toHaveAttribute('aria-live', 'off');
    const aloud = [...document.querySelectorAll('[aria-live="polite"]')].map(
      ({ textContent }) => textContent,
    );
    expect(aloud.filter((words) => words?.includes('received'))).toEqual([]);
  });
});

describe('a press on the chip', () => {
  test.each([
    [30_000, 'In a moment'],
    [10 * 60_000, 'In 10 minutes'],
    [3 * 60 * 60_000, 'In about 3 hours'],
  ])(
    'a press on the chip shows when a server that asked for a pause of %i ms is asked next',
    async (ms, words) => {
      const nextTry = new Date(Date.parse(at) + 5 * 60_000 + ms).toISOString();
      await chip({ connection: 'rate', notBefore: nextTry, nextTry }, { waiting: 1 });
      await status.getByRole('button').click();
      await expect.element(details.getByText('Next try')).toBeVisible();
      await expect.element(details.getByText(words, { exact: true })).toBeVisible();
    },
  );

  test('a press on the chip shows what waits, and when all was last on the server', async () => {
    const { calls } = await chip({ connection: 'offline' }, { waiting: 2 });
    await status.getByRole('button').click();
    await expect.element(details.getByText('2 changes')).toBeVisible();
    await expect.element(details.getByText('5 minutes ago')).toBeVisible();
    await page.getByRole('button', { name: 'Sync now' }).click();
    expect(calls).toEqual(['sync now']);
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await expect.element(status.getByRole('button')).toHaveFocus();
  });

  test('"Sync now" can be reached by Tab and pressed while a round is under way', async () => {
    const { calls } = await chip({ working: true }, { waiting: 1 });
    await status.getByRole('button').click();
    const syncNow = page.getByRole('button', { name: 'Sync now' });
    await expect.element(syncNow).toHaveAttribute('aria-busy', 'true');
    for (let presses = 0; presses < 9 && document.activeElement !== syncNow.element(); presses += 1)
      await userEvent.keyboard('{Tab}');
    await expect.element(syncNow).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(calls).toEqual(['sync now']);
  });

  test('a press on the chip offers a reload where the server wants a newer version', async () => {
    const { calls } = await chip({ paused: 'update' });
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Reload' }).click();
    expect(calls).toEqual(['reload']);
  });

  test('signing in again happens in place, and a refusal is shown at the field', async () => {
    const { calls, library } = await chip({ paused: 'auth' }, { waiting: 1 });
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Sign in again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const password = dialog.getByRole('textbox', { name: 'Password' });
    await expect
      .element(dialog.getByRole('textbox', { name: 'Username' }))
      .toHaveValue(library.user.username);
    await expect.element(password).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(password).toHaveAccessibleDescription('Password is required');
    await userEvent.keyboard('wrong{Enter}');
    await expect.element(password).toHaveAccessibleDescription('Incorrect username or password.');
    await password.fill('engine');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls).toEqual(['sign in with wrong', 'sign in with engine']);
  });
});

test('a text preserved against a delete is reported once, in a toast', async () => {
  const { library, toasts } = await chip({});
  await library.db.notices.add({ at, kind: 'keptAfterDelete', title: 'Letters' });
  await expect.poll(() => toasts.length).toBe(1);
  expect(toasts[0]).toMatch(/^Not deleted after all: "Letters" was changed on another device/);
  expect(await library.db.notices.count()).toBe(0);
});

test('a step of a round that changes neither kind nor text of the status is no new status to draw', async () => {
  const { library } = await chip({});
  const store = createSyncStatusStore(library);
  const stop = store.subscribe(() => undefined);
  await eventually(() => expect(store.status()).toEqual({ kind: 'synced', text: 'Synced' }));
  const drawn = store.status();
  await changeLoopState(library, { working: true, lastAnswer: at });
  expect(store.reading().loop.working).toBe(true);
  expect(store.status()).toBe(drawn);
  stop();
});
