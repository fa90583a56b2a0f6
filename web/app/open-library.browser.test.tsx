import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../data/commit/commit.ts';
import { type Library, openLibrary } from '../data/database/library.ts';
import type { Unsent } from '../data/drafts/unsent.ts';
import { applyPull } from '../data/feed/apply-pull.ts';
import { changeLoopState, uiStateOf } from '../data/queries/queries.ts';
import { projectChange, promptChange } from '../data/testing/server-rows-scene.ts';
import { accountActions } from '../features/account/account-actions-scene.ts';
import { type Drawn, draw } from '../ui/testing/drawn.tsx';
import { OpenLibrary } from './open-library.tsx';
import type { Session } from './session.ts';

let drawn: Drawn | undefined;
let library: Library | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  drawn?.close();
  await library?.db.delete();
});

const online: LoopState = {
  ...initialLoopState,
  connection: 'online',
  lastSuccess: '2026-01-01T00:00:00.000Z',
};

/** Two projects; the first one has three prompts. */
async function emptyLibrary(): Promise<Library> {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada Lovelace' };
  library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  return library;
}

async function fill(library: Library): Promise<void> {
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createProject', { id: 2, name: 'Reports', color: 'orange' });
  for (const [id, title] of ['Answer', 'Bid farewell', 'Congratulate'].entries()) {
    await commit(library, 'createPrompt', { id: 11 + id, title, content: '', projectId: 1 });
  }
}

type SceneOptions = {
  readonly saved?: { readonly open: number[]; readonly expanded: number[] };
  readonly unsent?: number;
  readonly notes?: Unsent['notes'];
  /** The result of the last count, once. */
  readonly recounted?: Unsent;
};

async function open({ saved, ...counted }: SceneOptions = {}) {
  const opened = await emptyLibrary();
  await fill(opened);
  if (saved !== undefined) {
    await commit(opened, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: saved.open });
    await commit(opened, 'setUiState', { stateKey: 'expanded_project_ids', stateValue: saved.expanded });
  }
  await changeLoopState(opened, online);
  return show(opened, counted);
}

function show(opened: Library, { unsent = 0, notes = [], recounted }: SceneOptions = {}) {
  let more = recounted;
  const calls: string[] = [];
  const session: Session = {
    read: () => ({ kind: 'loading' }),
    subscribe: () => () => {},
    registration: async () => null,
    invitation: async () => null,
    signIn: async () => ({ ok: false, message: '', reached: true }),
    signUp: async () => ({ ok: false, message: '', reached: true }),
    signInAgain: async () => null,
    signUpAgain: async () => null,
    account: accountActions(),
    deleteAccount: async () => ({ kind: 'deleted' }),
    unsent: async () => ({ count: unsent, notes, state: '' }),
    async signOut(expected) {
      if (more !== undefined) {
        const unsent = more;
        more = undefined;
        return { kind: 'recounted', unsent };
      }
      calls.push(`signed out with ${expected.count}`);
      return { kind: 'signedOut' };
    },
  };
  const sync = {
    syncNow: async () => undefined,
    rejoin: async () => undefined,
    resume: async () => undefined,
    files: { fetchBlob: async () => null, fetchAll: async () => 'done' as const, wake: () => {} },
    stop: () => {},
  };
  const offline = {
    secure: true,
    leadership: { subscribe: () => () => {}, leads: () => true },
    readiness: async () => ({ app: 'kept' as const, persisted: true, usedBytes: 1, quotaBytes: 100 }),
    prepare: async () => {},
  };
  const update = { subscribe: () => () => {}, isReady: () => false, take: () => {} };
  const scene = draw(null, { height: '700px', width: '1200px' });
  drawn = scene;
  scene.show(
    <OpenLibrary
      library={opened}
      sync={sync}
      session={session}
      update={update}
      offline={offline}
      clock={scene.clock}
      now={() => Date.now()}
    />,
  );
  return { ...scene, library: opened, calls };
}

const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.textContent);

describe('the start', () => {
  test('the start waits for the first round on a new device, and then shows what was open on another one', async () => {
    const opened = await emptyLibrary();
    show(opened);
    await expect.element(page.getByText('Loading workspace...')).toBeVisible();
    await fill(opened);
    await commit(opened, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [13] });
    await expect.element(page.getByText('Loading workspace...')).toBeVisible();
    await changeLoopState(opened, online);
    await expect.element(page.getByRole('tab', { name: 'Congratulate' })).toBeVisible();
  });

  test('the start shows a first fill from its first page on, and at its end what was open on another device', async () => {
    const opened = await emptyLibrary();
    const { library } = show(opened);
    const asked = { allowRemovals: false };
    const page1 = { cursor: 'e.2', more: true, changes: [projectChange(), promptChange({ title: 'First' })] };
    await applyPull(library, page1, { ...asked, fill: { upTo: 4, received: 2, of: 4 } });
    await row('First').click();
    await expect.element(page.getByRole('tab', { name: 'First' })).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Sync status' })).toHaveTextContent('2 of 4');
    const ids = { id: 'open_prompt_ids', row: { stateKey: 'open_prompt_ids', stateValue: [2] } };
    const changes: Change[] = [
      promptChange({ id: 2, title: 'Second' }),
      { type: 'uiState', seq: 4, rev: 1, ...ids },
    ];
    await applyPull(
      library,
      { cursor: 'e.4', more: false, changes },
      { ...asked, fill: { upTo: 4, received: 4, of: 4 } },
    );
    await changeLoopState(library, online);
    await expect.element(page.getByRole('tab', { name: 'Second' })).toBeVisible();
    expect(tabs()).toEqual(['Second', 'First']);
    await expect.element(page.getByRole('tab', { name: 'First' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('status', { name: 'Sync status' })).toHaveTextContent('Synced');
  });

  test('the start does not wait for a server that cannot be reached', async () => {
    const opened = await emptyLibrary();
    await changeLoopState(opened, { ...initialLoopState, connection: 'offline' });
    show(opened);
    await expect.element(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  });

  test('a start without anything saved selects and expands the first project, and no prompt', async () => {
    await open();
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('Letters')).toHaveAttribute('aria-current', 'true');
    await expect.element(page.getByText('No prompts open')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'No prompt selected' })).toBeVisible();
  });

  test('the start opens what was left open, the first of it selected, and drops what is gone', async () => {
    await open({ saved: { open: [13, 99, 11], expanded: [2] } });
    await expect
      .element(page.getByRole('tab', { name: 'Congratulate' }))
      .toHaveAttribute('aria-selected', 'true');
    expect(tabs()).toEqual(['Congratulate', 'Answer']);
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(row('Reports')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('textbox', { name: 'Prompt content' })).toBeVisible();
  });
});

describe('a click on a prompt in the sidebar', () => {
  test('a click on a prompt in the sidebar selects it and opens it in a tab, and another click goes on to the next one', async () => {
    const { library } = await open();
    await commit(library, 'setContent', { id: 12, content: 'Fare thee well', base: '' });
    await row('Answer').click();
    await row('Bid farewell').click();
    const tab = page.getByRole('tab', { name: 'Bid farewell' });
    await expect.element(tab).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('Bid farewell')).toHaveAttribute('aria-selected', 'true');
    await expect.element(row('Answer')).toHaveAttribute('aria-selected', 'false');
    expect(tabs()).toEqual(['Answer', 'Bid farewell']);
    await expect
      .element(page.getByRole('textbox', { name: 'Prompt content' }))
      .toHaveTextContent('Fare thee well');
    await row('Answer').click();
    await expect.element(page.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true');
    expect(tabs()).toEqual(['Answer', 'Bid farewell']);
  });
});

describe('what is open and expanded', () => {
  test('the state of the workspace is saved for the next start after a second, and not at the start itself', async () => {
    const { library, clock } = await open({ saved: { open: [11], expanded: [1] } });
    await expect.element(page.getByRole('tab', { name: 'Answer' })).toBeVisible();
    clock.pass(limits.uiStateDebounceMs);
    const before = await library.db.outbox.count();
    await row('Bid farewell').click();
    await row('Reports').click();
    clock.pass(limits.uiStateDebounceMs - 1);
    expect(await uiStateOf(library, 'open_prompt_ids')).toEqual([11]);
    clock.pass(1);
    await expect.poll(() => uiStateOf(library, 'open_prompt_ids')).toEqual([11, 12]);
    await expect.poll(() => uiStateOf(library, 'expanded_project_ids')).toEqual([1, 2]);
    expect(await library.db.outbox.count()).toBeGreaterThanOrEqual(before);
  });

  test('the last expanded project stays expanded, and a notice says why', async () => {
    const { toasts } = await open();
    await row('Letters').click();
    await expect
      .poll(() => toasts.at(-1))
      .toBe('Cannot collapse project: At least one project must remain expanded');
    await expect.element(row('Letters')).toHaveAttribute('aria-expanded', 'true');
  });
});

describe('deleting', () => {
  test('deleting an open prompt closes its tab, and the focus stays in the tree', async () => {
    await open({ saved: { open: [11, 12], expanded: [1] } });
    await row('Answer').click();
    await userEvent.keyboard('{Delete}');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(row('Answer')).not.toBeInTheDocument();
    await expect.poll(tabs).toEqual(['Bid farewell']);
    await expect.element(row('Bid farewell')).toHaveFocus();
  });

  test('a prompt deleted elsewhere closes nothing here', async () => {
    const { library } = await open({ saved: { open: [11, 12], expanded: [1] } });
    await expect.element(row('Answer')).toBeVisible();
    await commit(library, 'deletePrompt', { id: 11 });
    await expect.element(row('Answer')).not.toBeInTheDocument();
    expect(tabs()).toEqual(['Answer', 'Bid farewell']);
  });

  test('deleting the selected project takes the New Prompt button with it', async () => {
    await open({ saved: { open: [11], expanded: [1] } });
    await expect.element(page.getByRole('button', { name: 'New Prompt' })).toBeVisible();
    await page.getByRole('button', { name: 'Project menu of Letters' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.element(row('Letters')).not.toBeInTheDocument();
    await expect.element(row('Reports')).toHaveAttribute('aria-expanded', 'true');
    expect(tabs()).toEqual([]);
    expect(page.getByRole('navigation').getByRole('button', { name: 'New Prompt' }).elements()).toEqual([]);
  });
});

describe('signing out', () => {
  const logout = async () => {
    await page.getByRole('button', { name: 'Account menu of Ada Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });

  test('signing out with nothing unsent asks no question', async () => {
    const { calls } = await open();
    await logout();
    await expect.poll(() => calls).toEqual(['signed out with 0']);
  });

  test('the sign-out dialog names what would be lost; Stay keeps it', async () => {
    const { calls } = await open({ unsent: 3 });
    await logout();
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        '3 changes exist only on this device. Signing out removes them for good. Exported as a file, they can be imported again in the sync centre, here or on another device.',
      );
    await expect.element(page.getByRole('button', { name: 'Stay' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    await logout();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect.poll(() => calls).toEqual(['signed out with 3']);
  });

  test('an unfinished note is named with its prompt before it goes', async () => {
    await open({ unsent: 1, notes: [{ promptTitle: 'Answer', text: 'Ask Grace\nabout it' }] });
    await logout();
    await expect.element(question).toMatchTextContent('Answer: Ask Grace about it');
  });

  test('a count that grew under the question is asked about again, with the new number', async () => {
    const { calls } = await open({ unsent: 1, recounted: { count: 2, notes: [], state: 'later' } });
    await logout();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect.element(question).toMatchTextContent('2 changes exist only on this device.');
    await expect.element(question).toMatchTextContent('Something was written in the meantime');
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect.poll(() => calls).toEqual(['signed out with 2']);
  });

  test('something written while nothing waited is sent and counted again before anybody is asked', async () => {
    const { calls } = await open({ unsent: 0, recounted: { count: 1, notes: [], state: 'later' } });
    await logout();
    await expect.poll(() => calls).toEqual(['signed out with 0']);
    expect(question.elements()).toEqual([]);
  });

  test('the sign-out dialog names a single change in the singular', async () => {
    await open({ unsent: 1 });
    await logout();
    await expect
      .element(question)
      .toHaveAccessibleDescription(
        '1 change exists only on this device. Signing out removes it for good. Exported as a file, it can be imported again in the sync centre, here or on another device.',
      );
  });

  test('the sign-out dialog and its file are about the whole library while it is unknown what the server has', async () => {
    const { library, toasts } = await open({ unsent: 6 });
    await library.db.outbox.clear();
    await changeLoopState(library, { ...online, paused: 'auth' });
    const saved: { name: string; text: Promise<string> }[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
    });
    await logout();
    await expect
      .element(question)
      .toHaveAccessibleDescription(/^Sync has stopped, .* removes all of it from/);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => saved.length).toBe(1);
    click.mockRestore();
    expect(saved[0]?.name).toMatch(/^promptory-library-/);
    const file = JSON.parse((await saved[0]?.text) ?? '');
    expect(file).toMatchObject({ projects: [{}, {}], prompts: [{}, {}, {}], waiting: [] });
    await expect.poll(() => toasts.at(-1)).toContain('Library exported');
  });
});

describe('on a narrow screen', () => {
  test('the sidebar comes over the page, and goes with Escape or when a prompt is opened', async () => {
    await page.viewport(390, 844);
    await open();
    const button = page.getByRole('button', { name: /(Show|Hide) projects/ }).first();
    await expect.element(row('Answer')).not.toBeInTheDocument();
    await button.click();
    await expect.element(row('Answer')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'New Project' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('Answer')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await button.click();
    await row('Answer').click();
    await expect.element(page.getByRole('tab', { name: 'Answer' })).toBeVisible();
    await expect.element(row('Answer')).not.toBeInTheDocument();
  });
});
