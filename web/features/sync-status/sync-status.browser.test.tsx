import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { writeMeta } from '../../data/database/meta.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { addResource } from '../../data/resources/resources.ts';
import { takeSnapshot } from '../../data/transfer/snapshots.ts';
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
  await changeLoopState(opened, { ...online, ...state });
  const calls: string[] = [];

  function Scene() {
    useNotices(opened, (toast) => drawn?.toaster.show(toast));
    return (
      <SyncStatus
        library={opened}
        now={() => Date.parse(at) + 5 * 60_000}
        onSyncNow={() => calls.push('sync now')}
        onSignInAgain={async (password) => {
          calls.push(`sign in with ${password}`);
          return password === 'engine'
            ? null
            : { message: 'Incorrect username or password.', mayBeGone: false };
        }}
        onSignUpAgain={async () => null}
        onReload={() => calls.push('reload')}
        secure
        leadership={{ subscribe: () => () => {}, leads: () => true }}
        readiness={async () => ({ app: 'kept', persisted: false, usedBytes: 5000, quotaBytes: 1_000_000 })}
        onPrepare={async () => {
          calls.push('prepare');
          return 'done';
        }}
        onKeep={async (whose) => void calls.push(`keep ${whose}`)}
        onAllowRemovals={async () => void calls.push('allow removals')}
        notify={(toast) => drawn?.toaster.show(toast)}
      />
    );
  }
  drawn = draw(<Scene />);
  return { library: opened, calls, toasts: drawn.toasts };
}

async function addedFile(library: Library, name: string): Promise<void> {
  await commit(library, 'createProject', { id: 7, name: 'Files', color: 'teal' });
  const file = new File(['contents'], name, { type: 'text/plain' });
  const added = await addResource(library, { projectId: 7, file, name, description: '' });
  if (!added.ok) throw new Error(added.message);
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

  test('the chip follows what becomes of a change', async () => {
    const { library } = await chip({ connection: 'offline' });
    await expect.element(status).toHaveTextContent('Offline');
    await commit(library, 'createProject', { id: 9, name: 'Letters', color: 'teal' });
    await expect.element(status).toHaveTextContent('Offline, 1 waiting');
    await library.db.outbox.clear();
    await changeLoopState(library, online);
    await expect.element(status).toHaveTextContent('Synced');
  });
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
      .toHaveAttribute('value', '400');
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

describe('the sync centre', () => {
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  async function open(state: Partial<LoopState>, counts: { waiting?: number; refused?: number } = {}) {
    const scene = await chip(state, counts);
    await status.getByRole('button').click();
    await page.getByRole('button', { name: 'Open sync centre' }).click();
    await expect.element(centre).toBeVisible();
    return scene;
  }
  const entries = async ({ library }: { library: Library }) =>
    (await library.db.outbox.orderBy('position').toArray()).map(({ target, state }) => `${target} ${state}`);

  test('the sync centre names every change that is on this device only, with its age', async () => {
    await open({ connection: 'offline' }, { waiting: 2 });
    const waiting = centre.getByRole('region', { name: 'Waiting' });
    await expect.element(waiting.getByText('since 5 minutes ago')).toBeVisible();
    await expect.element(waiting.getByText("New project 'P1'")).toBeVisible();
    await expect.element(waiting.getByText("New project 'P2'")).toBeVisible();
  });

  test('the sync centre names every file whose bytes are on this device only, and sends a refused one again', async () => {
    const scene = await open({});
    const calls = (words: string) =>
      centre.getByRole('region', { name: 'State' }).getByText(words, { exact: true });
    await addedFile(scene.library, 'plan.txt');
    await scene.library.db.outbox.clear();
    await expect.element(calls('1 file waiting')).toBeVisible();
    const files = centre.getByRole('region', { name: 'Files' });
    await expect.element(files.getByText('plan.txt')).toBeVisible();
    await expect.element(files.getByText('8 Bytes, waits to be sent')).toBeVisible();
    await scene.library.db.uploads.toCollection().modify({ state: 'sending', sent: 4 });
    await expect.element(files.getByText('4 Bytes of 8 Bytes sent')).toBeVisible();
    const reason = 'Your files take up all the room the server gives you.';
    await scene.library.db.uploads.toCollection().modify({ state: 'refused', reason });
    await expect.element(calls('Needs attention')).toBeVisible();
    await expect
      .element(calls('The server did not accept some files. They are kept on this device.'))
      .toBeVisible();
    await expect.element(files.getByText(reason)).toBeVisible();
    await files.getByRole('button', { name: 'Retry' }).click();
    await expect.element(calls('1 file waiting')).toBeVisible();
    await scene.library.db.uploads.clear();
    await expect.element(files).not.toBeInTheDocument();
    await expect.element(calls('Synced')).toBeVisible();
  });

  test('the sync centre says why a change was not accepted, and sends it again as it is', async () => {
    const scene = await open({}, { refused: 1 });
    await expect.element(centre.getByText('Something with this id exists already.')).toBeVisible();
    await centre.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => entries(scene)).toEqual(['project:1 queued']);
  });

  test('the sync centre sends a change again in other words, once they are right', async () => {
    const scene = await open({}, { refused: 1 });
    await centre.getByRole('button', { name: 'Edit' }).click();
    const field = centre.getByRole('textbox', { name: 'Project Name' });
    await expect.element(field).toHaveValue('P1');
    await field.fill(' ');
    await centre.getByRole('button', { name: 'Send again' }).click();
    await expect.element(centre.getByText('Project name is required')).toBeVisible();
    await field.fill('Letters');
    await centre.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => entries(scene)).toEqual(['project:1 queued']);
    expect((await scene.library.db.outboxArgs.toArray())[0]?.args).toMatchObject({ name: 'Letters' });
  });

  test('the sync centre gives a change up only after asking', async () => {
    const scene = await open({}, { waiting: 1, refused: 1 });
    await centre.getByRole('button', { name: 'Discard…' }).click();
    await expect.element(centre.getByText('Give up this change for good?')).toBeVisible();
    await centre.getByRole('button', { name: 'Keep', exact: true }).click();
    expect(await entries(scene)).toEqual(['project:1 queued', 'project:2 refused']);
    await centre.getByRole('button', { name: 'Discard…' }).click();
    await centre.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => entries(scene)).toEqual(['project:1 queued']);
  });

  test('the sync centre keeps the text of a change that was not accepted as a prompt of its own', async () => {
    const scene = await open({}, {});
    const { library } = scene;
    await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
    await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'words', projectId: 1 });
    const [, last] = await library.db.outbox.toArray();
    if (last !== undefined) await library.db.outbox.put({ ...last, state: 'refused' });
    await centre.getByRole('button', { name: 'Save as new prompt' }).click();
    await expect
      .poll(async () => (await library.db.prompts.toArray()).map(({ row }) => row))
      .toMatchObject([{ title: 'Recovered: T', content: 'words' }]);
  });

  test('the sync centre asks whose words count where the server was restored', async () => {
    const { calls } = await open({ paused: 'reset' });
    await centre.getByRole('button', { name: 'Keep mine' }).click();
    await centre.getByRole('button', { name: 'Take the server’s' }).click();
    await expect.poll(() => calls).toEqual(['keep mine', 'keep server']);
  });

  test('the sync centre names the oldest changes of many, and more of them at a press', async () => {
    await open({ connection: 'offline' }, { waiting: 230 });
    const waiting = centre.getByRole('region', { name: 'Waiting' });
    await expect.element(waiting.getByText(/^On this device only: 230/)).toBeVisible();
    await expect.element(waiting.getByText("New project 'P20'", { exact: true })).toBeInTheDocument();
    expect(waiting.getByRole('listitem').all()).toHaveLength(20);
    await waiting.getByRole('button', { name: 'Show 200 more' }).click();
    await expect.poll(() => waiting.getByRole('listitem').all().length).toBe(220);
    await waiting.getByRole('button', { name: 'Show 10 more' }).click();
    await expect.poll(() => waiting.getByRole('listitem').all().length).toBe(230);
  });

  test('the sync centre shows how far it is in keeping this library, in the tab that goes on as well', async () => {
    const { library } = await open({ paused: 'reset' });
    const cursor = { epoch: 'e', seq: 1 };
    const place = { keep: 'mine', cursor, position: 0, of: 400 };
    await writeMeta(library.db, 'takeOver', { ...place, done: 100 });
    const progress = centre.getByRole('progressbar', { name: 'Keeping yours' });
    await expect.element(progress).toHaveAttribute('value', '100');
    await expect.element(centre.getByText('100 of 400 done.')).toBeVisible();
    await expect.element(centre.getByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument();
    await writeMeta(library.db, 'takeOver', { ...place, done: 300 });
    await expect.element(centre.getByText('300 of 400 done.')).toBeVisible();
    await library.db.meta.delete('takeOver');
    await expect.element(centre.getByRole('button', { name: 'Keep mine' })).toBeVisible();
  });

  test('the sync centre asks before much of the library goes', async () => {
    const { calls } = await open({ paused: 'removals' });
    await centre.getByRole('button', { name: 'Take the server’s' }).click();
    await centre.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => calls).toEqual(['allow removals', 'keep mine']);
  });

  test('the sync centre says whether this device can be taken on a flight, and gets what is missing', async () => {
    const { calls } = await open({});
    const check = centre.getByRole('region', { name: 'Ready for offline' });
    await expect.element(check.getByText('Not everything is here yet:')).toBeVisible();
    await expect.element(check.getByText('The app itself is kept here.')).toBeVisible();
    await check.getByRole('button', { name: 'Prepare for offline' }).click();
    await expect.poll(() => calls).toEqual(['prepare']);
  });

  test('the sync centre takes a library file in after saying what it would do', async () => {
    const { library } = await open({});
    const file = {
      format: 'promptory-library',
      version: 1,
      exportedAt: at,
      username: 'ada',
      projects: [{ id: 7, name: 'Letters', color: 'teal', createdAt: at }],
    };
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const choose = (text: string) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([text], 'library.json', { type: 'application/json' }));
      if (input !== null) input.files = chosen.files;
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('hello');
    await expect
      .poll(() => drawn?.toasts)
      .toEqual(['Nothing was imported: This is not a file that Promptory made: it is not JSON.']);
    choose(JSON.stringify(file));
    await expect
      .element(centre.getByText('New: 1 project. Nothing here is removed or replaced.'))
      .toBeVisible();
    expect(await library.db.projects.count()).toBe(0);
    await centre.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(() => library.db.projects.count()).toBe(1);
  });
});

test('a copy of the library is brought back from the sync centre', async () => {
  const { library } = await chip({});
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'words', projectId: 1 });
  await takeSnapshot(library, 'daily');
  await commit(library, 'deletePrompt', { id: 2 });
  await status.getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  await page.getByRole('button', { name: /^Bring back from the copy of/ }).click();
  await expect.element(page.getByText('New: 1 prompt. Nothing here is removed or replaced.')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => library.db.prompts.count()).toBe(1);
});

test('a copy says which words it brings back, and brings them back beside those that are here', async () => {
  const { library, toasts } = await chip({});
  const note = JSON.stringify([{ id: '1', content: 'a note', createdAt: at }]);
  await commit(library, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 2, title: 'T', content: 'words', projectId: 1, notes: note });
  await takeSnapshot(library, 'daily');
  await commit(library, 'setContent', { id: 2, content: 'oops', base: 'words' });
  await commit(library, 'updatePrompt', { id: 2, notes: '', baseNotes: note });
  await status.getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  await page.getByRole('button', { name: /^Bring back from the copy of/ }).click();
  const words = '1 text that differs is kept as a version. 1 note comes back.';
  await expect.element(page.getByText(`${words} Nothing here is removed or replaced.`)).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => toasts).toEqual([`Library imported: ${words}`]);
  expect(await library.db.prompts.get(2)).toMatchObject({ row: { content: 'oops', notes: note } });
  expect(await library.db.versions.toArray()).toMatchObject([{ row: { content: 'words' } }]);
});

test('a text preserved against a delete is reported once, in a toast', async () => {
  const { library, toasts } = await chip({});
  await library.db.notices.add({ at, kind: 'keptAfterDelete', title: 'Letters' });
  await expect.poll(() => toasts.length).toBe(1);
  expect(toasts[0]).toMatch(/^Kept after all: "Letters" was changed on another device/);
  expect(await library.db.notices.count()).toBe(0);
});
