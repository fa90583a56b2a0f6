import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState } from '#shared/sync/status.ts';
import { openLibrary } from '../data/database/library.ts';
import { nothingUnsent } from '../data/drafts/unsent.ts';
import { changeLoopState } from '../data/queries/queries.ts';
import { deleteLibraryOf } from '../data/testing/deleted-library-scene.ts';
import { accountActions } from '../features/account/account-actions-scene.ts';
import { pageAddress } from '../platform/page-address.ts';
import { noModels } from '../session/no-models-scene.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-state.ts';
import { manualClock } from '../ui/testing/manual-clock.ts';
import { createToaster } from '../ui/toast/toaster-store.ts';
import { App } from './app.tsx';
import { emptyInbox } from './empty-inbox-scene.ts';

const home = location.href;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  history.replaceState(null, '', home);
});

/** The whole app at an address, with a session that says what the test wants. */
function openAt(path: string, first: SessionState) {
  history.replaceState(null, '', path);
  const listeners = new Set<() => void>();
  let state = first;
  const refused = async () => ({ ok: false, message: '', reached: true }) as const;
  const session: Session = {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    registration: async () => null,
    invitation: async () => null,
    signIn: refused,
    signUp: refused,
    signInAgain: async () => null,
    signUpAgain: async () => null,
    account: accountActions(),
    deleteAccount: async () => ({ kind: 'deleted' }),
    unsent: async () => nothingUnsent,
    signOut: async () => ({ kind: 'signedOut' }),
  };
  const clock = manualClock();
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <App
      basePath=""
      session={session}
      address={pageAddress(window, '', async () => {})}
      update={{ keep: () => {}, subscribe: () => () => {}, state: () => 'none' as const, take: () => {} }}
      inbox={emptyInbox}
      offline={{
        secure: true,
        leadership: { subscribe: () => () => {}, leads: () => true },
        readiness: () => new Promise(() => {}),
        keepLanguage: async () => true,
        prepare: async () => {},
      }}
      toaster={createToaster()}
      clock={clock}
      now={() => Date.now()}
    />,
  );
  closers.push(() => {
    root.unmount();
    element.remove();
  });
  return {
    clock,
    become(next: SessionState): void {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

async function openState(): Promise<SessionState> {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada Lovelace' };
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  const library = await openLibrary(user, { random, now: () => Date.now() });
  await changeLoopState(library, { ...initialLoopState, connection: 'offline' });
  closers.push(() => deleteLibraryOf(library));
  const sync = {
    syncNow: async () => undefined,
    resume: async () => undefined,
    rejoin: async () => undefined,
    stop: () => {},
    files: { fetchBlob: async () => null, fetchAll: async () => 'done' as const, wake: () => {} },
  };
  return { kind: 'open', library, sync, models: noModels, isLeaving: false };
}

const loading: SessionState = { kind: 'loading' };
const signedOut: SessionState = { kind: 'signedOut', offline: false };

test('while the sign-in state loads, a spinner shows', async () => {
  openAt('/', loading);
  await expect.element(page.getByText('Loading...')).toBeVisible();
  expect(document.querySelector('.waiting-circle')).not.toBeNull();
});

test('a visitor is led from the workspace to the sign-in page at once', async () => {
  openAt('/', loading).become(signedOut);
  await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(location.pathname).toBe('/auth');
});

test('a signed-in person is led from the sign-in page to the workspace', async () => {
  openAt('/auth', await openState());
  await expect.element(page.getByRole('heading', { name: 'No prompt selected' })).toBeVisible();
  expect(location.pathname).toBe('/');
});

test('the page says that it is signing out, and shows no other screen, while the server ends the session', async () => {
  const { become } = openAt('/', await openState());
  await expect.element(page.getByRole('heading', { name: 'No prompt selected' })).toBeVisible();
  become({ kind: 'signingOut' });
  await expect.element(page.getByText('Logging out...')).toBeVisible();
  expect(page.getByText('Loading...').elements()).toEqual([]);
});

test('while another tab signs out, nothing can be changed in this one', async () => {
  const open = await openState();
  const { become } = openAt('/', open);
  const account = page.getByRole('button', { name: 'Account menu of Ada Lovelace' });
  await expect.element(account).toBeVisible();
  if (open.kind !== 'open') throw new Error('no library is open');
  become({ ...open, isLeaving: true });
  const takesFocus = () => {
    const element = account.element();
    if (element instanceof HTMLElement) element.focus();
    return document.activeElement === element;
  };
  await expect.poll(takesFocus).toBe(false);
  become(open);
  await expect.poll(takesFocus).toBe(true);
});

test('after a sign-out the browser stays at the root for 100 ms, and is then where visitors are', async () => {
  const { become, clock } = openAt('/p/4711', await openState());
  await expect.element(page.getByRole('heading', { name: 'This prompt is not here' })).toBeVisible();
  become({ kind: 'signingOut' });
  await expect.element(page.getByText('Logging out...')).toBeVisible();
  become(signedOut);
  await expect.element(page.getByText('Logging out...')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/');
  clock.pass(99);
  expect(location.pathname).toBe('/');
  clock.pass(1);
  await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(location.pathname).toBe('/auth');
});

test('any other path is a page that says so, for everybody', async () => {
  openAt('/somewhere/else', signedOut);
  await expect.element(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect.element(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  expect(document.title).toContain('404 Page Not Found');
});

test('a link that was opened before the sign-in is opened after it', async () => {
  const opened = await openState();
  const { become } = openAt('/p/4711?version=3', signedOut);
  await expect.element(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(location.pathname).toBe('/auth');
  become(opened);
  await expect.element(page.getByRole('heading', { name: 'This prompt is not here' })).toBeVisible();
  expect(`${location.pathname}${location.search}`).toBe('/p/4711?version=3');
});

test('going from one address of the workspace to another leaves it on the screen', async () => {
  openAt('/f/4712', await openState());
  await expect.element(page.getByRole('heading', { name: 'This file is not here' })).toBeVisible();
  const before = document.querySelector('.open-library');
  for (const [path, name] of [
    ['/p/4711', 'This prompt is not here'],
    ['/', 'No prompt selected'],
  ] as const) {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(page.getByRole('heading', { name })).toBeVisible();
  }
  expect(document.querySelector('.open-library')).toBe(before);
});

test('an address that nothing can have is a page that says so', async () => {
  openAt('/p/first', await openState());
  await expect.element(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});

test('where the browser stores nothing, as in some private windows, the page names the reasons and the ways out', async () => {
  openAt('/', { kind: 'unreadable', error: new DOMException('refused', 'SecurityError') });
  const title = page.getByRole('heading', { name: 'Your prompts cannot be opened here' });
  await expect.element(title).toBeVisible();
  const words = page.getByText(/does not let Promptory store anything .* in a window that is not private/);
  await expect.element(words).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
