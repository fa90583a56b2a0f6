import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { commit } from '../data/commit/commit.ts';
import { type Library, openLibrary } from '../data/database/library.ts';
import type { Unsent } from '../data/drafts/unsent.ts';
import { changeLoopState } from '../data/queries/queries.ts';
import { deleteLibraryOf } from '../data/testing/deleted-library-scene.ts';
import { lentLibrary, sessionOf } from '../session/lent-library-scene.tsx';
import type { Installation, SharedInbox } from '../session/open-library-type.ts';
import { type Drawn, draw } from '../ui/testing/drawn.tsx';
import { emptyInbox } from './empty-inbox-scene.ts';
import { memoryAddress } from './memory-address-scene.ts';
import { OpenLibrary } from './open-library.tsx';

export const online: LoopState = {
  ...initialLoopState,
  connection: 'online',
  lastSuccess: '2026-01-01T00:00:00.000Z',
};

/** Two projects; the first one has three prompts. */
export async function fill(library: Library): Promise<void> {
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createProject', { id: 2, name: 'Reports', color: 'orange' });
  for (const [id, title] of ['Answer', 'Bid farewell', 'Congratulate'].entries()) {
    await commit(library, 'createPrompt', { id: 11 + id, title, content: '', projectId: 1 });
  }
}

const installedBySteps: Installation = {
  subscribe: () => () => {},
  offer: () => 'steps',
  ask: async () => {},
};

type SceneOptions = {
  /** The address that the page is opened at. */
  readonly at?: string;
  readonly saved?: { readonly open: number[]; readonly expanded: number[] };
  readonly unsent?: number;
  readonly notes?: Unsent['notes'];
  readonly values?: Unsent['values'];
  /** The result of the last count, once. */
  readonly recounted?: Unsent;
  /** Files that other programs shared with the app. */
  readonly inbox?: SharedInbox;
  /** The app can be put on the Home Screen, by the person. */
  readonly canInstall?: boolean;
};

/** The screens of a library that is open, for the tests of one file; each has a library of its own. */
export function openLibraryScene() {
  let drawn: Drawn | undefined;
  let library: Library | undefined;
  beforeEach(() => page.viewport(1280, 800));
  afterEach(async () => {
    drawn?.close();
    for (const key of ['sidebar', 'panels', 'panel-widths']) localStorage.removeItem(key);
    await deleteLibraryOf(library);
  });

  async function emptyLibrary(): Promise<Library> {
    const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada Lovelace' };
    library = await openLibrary(user, {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.now(),
    });
    return library;
  }

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

  function show(opened: Library, options: SceneOptions = {}) {
    const { at = '/', unsent = 0, notes = [], values = [], recounted, inbox = emptyInbox } = options;
    const { canInstall = false } = options;
    const address = memoryAddress(at);
    let more = recounted;
    const calls: string[] = [];
    const session = sessionOf({
      unsent: async () => ({ count: unsent, notes, values, settings: [], state: '' }),
      async signOut(expected) {
        if (more !== undefined) {
          const unsent = more;
          more = undefined;
          return { kind: 'recounted', unsent };
        }
        calls.push(`signed out with ${expected.count}`);
        return { kind: 'signedOut' };
      },
    });
    const scene = draw(null, { height: '700px', width: '1200px' });
    drawn = scene;
    const { offline } = lentLibrary();
    const lent = lentLibrary({
      ...(canInstall ? { offline: { ...offline, installation: installedBySteps } } : {}),
      library: opened,
      session,
      address,
      inbox,
      clock: scene.clock,
    });
    scene.show(<OpenLibrary {...lent} library={opened} />);
    return { ...scene, library: opened, calls, address };
  }

  return { emptyLibrary, open, show };
}

export const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
export const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.textContent);

/** Chooses an item of the menu of a prompt, by the button on its row. */
export async function choosePromptItem(prompt: string, item: string): Promise<void> {
  const menu = page.getByRole('button', { name: `Prompt menu of ${prompt}`, exact: true });
  await page.getByRole('treeitem').filter({ has: menu }).hover();
  await menu.click();
  await page.getByRole('menuitem', { name: item }).click();
}
