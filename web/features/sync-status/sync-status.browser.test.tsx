import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { commit } from '../../data/commit.ts';
import { type Library, openLibrary } from '../../data/library.ts';
import { writeLoopState } from '../../data/queries.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { SyncStatus } from './sync-status.tsx';
import { useNotices } from './use-notices.ts';

let drawn: Drawn | undefined;
let library: Library | undefined;
afterEach(async () => {
  drawn?.close();
  await library?.db.delete();
});

const at = '2026-01-01T12:00:00.000Z';
const online: LoopState = { ...initialLoopState, connection: 'online', lastSuccess: at };

/** The chip over a library in which so many changes wait. */
async function chip(state: Partial<LoopState>, { waiting = 0, refused = 0 } = {}) {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
  const opened = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.parse(at),
  });
  library = opened;
  for (let id = 1; id <= waiting + refused; id += 1) {
    await commit(opened, 'createProject', { id, name: `P${id}`, color: 'teal' });
  }
  const entries = await opened.db.outbox.toArray();
  await opened.db.outbox.bulkPut(
    entries.slice(waiting).map((entry) => ({ ...entry, state: 'refused', problem: { code: 'id_taken' } })),
  );
  await writeLoopState(opened, { ...online, ...state });
  const said: string[] = [];

  function Scene() {
    useNotices(opened, (toast) => drawn?.toaster.show(toast));
    return (
      <SyncStatus
        library={opened}
        now={() => Date.parse(at) + 5 * 60_000}
        onSyncNow={() => said.push('sync now')}
        onSignInAgain={async (password) => {
          said.push(`sign in with ${password}`);
          return password === 'engine' ? null : 'Incorrect username or password.';
        }}
        onReload={() => said.push('reload')}
      />
    );
  }
  drawn = draw(<Scene />);
  return { library: opened, said, toasts: drawn.toasts };
}

const status = page.getByRole('status', { name: 'Sync status' });
const details = page.getByRole('dialog', { name: 'Sync' });

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

  test('and follows what becomes of it', async () => {
    const { library } = await chip({ connection: 'offline' });
    await expect.element(status).toHaveTextContent('Offline');
    await commit(library, 'createProject', { id: 9, name: 'Letters', color: 'teal' });
    await expect.element(status).toHaveTextContent('Offline, 1 waiting');
    await library.db.outbox.clear();
    await writeLoopState(library, online);
    await expect.element(status).toHaveTextContent('Synced');
  });
});

describe('a press on the chip', () => {
  test('tells what waits, and when all was last on the server', async () => {
    const { said } = await chip({ connection: 'offline' }, { waiting: 2 });
    await status.getByRole('button').click();
    await expect.element(details.getByText('2 changes')).toBeVisible();
    await expect.element(details.getByText('5 minutes ago')).toBeVisible();
    await page.getByRole('button', { name: 'Sync now' }).click();
    expect(said).toEqual(['sync now']);
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await expect.element(status.getByRole('button')).toHaveFocus();
  });

  test('offers a reload where the server wants a newer version', async () => {
    const { said } = await chip({ paused: 'update' });
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Reload' }).click();
    expect(said).toEqual(['reload']);
  });

  test('signs in again in place, and says at the field why it did not work', async () => {
    const { said, library } = await chip({ paused: 'auth' }, { waiting: 1 });
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
    expect(said).toEqual(['sign in with wrong', 'sign in with engine']);
  });
});

test('what was kept against a delete is told once, in a toast', async () => {
  const { library, toasts } = await chip({});
  await library.db.notices.add({ at, kind: 'keptAfterDelete', title: 'Letters' });
  await expect.poll(() => toasts.length).toBe(1);
  expect(toasts[0]).toMatch(/^Kept after all: "Letters" was changed on another device/);
  expect(await library.db.notices.count()).toBe(0);
});
