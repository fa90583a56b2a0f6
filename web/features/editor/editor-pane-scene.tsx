import { createStore, Provider } from 'jotai';
import { createRoot } from 'react-dom/client';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#shared/model/ids.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, type LibraryDeps, openLibrary } from '../../data/database/library.ts';
import { countDrafts, forgetDrafts } from '../../data/drafts/unsaved-drafts.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { type Clock, pageClock } from '../../ui/clock.ts';
import { UiProvider } from '../../ui/provider.tsx';
import { manualClock } from '../../ui/testing/manual-clock.ts';
import { recordedToaster } from '../../ui/testing/recorded-toaster.ts';
import { EditorPane, type EditorPaneProps } from './editor-pane.tsx';
import { markdownClockAtom } from './markdown/markdown-reader-atom.ts';
import { editorSurroundingsAtom } from './open-editors/editor-memory.ts';
import type { PanePanels } from './stage/pane-panels.ts';

export const promptId = 2;

export const noPanels: PanePanels = {
  ...{ variables: null, settings: null, tryIt: null, notes: null, versions: null },
  front: null,
  ...{ bringToFront: () => undefined, hide: () => undefined, onRoom: () => undefined },
};

export const versionOpen = (id: number | null, leave = () => {}): EditorPaneProps['openVersion'] => ({
  id,
  leave,
});

const deps: LibraryDeps = { random: (words) => crypto.getRandomValues(words), now: () => Date.now() };

/** Gives the worker that reads Markdown minutes instead of seconds: a busy machine is not what a test is about. */
const patientClock: Pick<Clock, 'after'> = {
  after: (milliseconds, run) => pageClock(window).after(milliseconds * 100, run),
};

/** A real library in this browser with one prompt, and its pane on the page under a clock moved by hand. */
export async function openPane(
  content: string,
  {
    prepare = async () => {},
    props: given = {},
    markdownClock = patientClock,
  }: {
    prepare?: (library: Library) => Promise<void>;
    props?: Partial<EditorPaneProps>;
    markdownClock?: Pick<Clock, 'after'>;
  } = {},
) {
  const username = `ada-${crypto.randomUUID()}`;
  // A scene that ends with unwritten words leaves a draft behind; to another person it means nothing.
  const userId = newId(deps.random);
  const user = { id: userId, username, displayName: 'Ada' };
  let library = await openLibrary(user, deps);
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: promptId, title: 'A prompt', content, projectId: 1 });
  await prepare(library);
  const element = document.createElement('div');
  element.style.cssText = 'height: 640px; display: flex;';
  element.dataset.testid = 'pane';
  const outside = document.createElement('button');
  outside.textContent = 'Elsewhere';
  const frame = document.createElement('div');
  frame.append(outside, element);
  document.body.append(frame);
  const clock = manualClock();
  const { toaster, toasts } = recordedToaster();
  let root = createRoot(element);
  const store = createStore();
  store.set(markdownClockAtom, markdownClock);
  store.set(editorSurroundingsAtom, { clock, random: () => 1, storage: localStorage, tab: username });

  function show(id: number, changed: Partial<EditorPaneProps> = {}): void {
    root.render(
      <Provider store={store}>
        <UiProvider toaster={toaster}>
          <Lent library={library}>
            <EditorPane
              prompt={{ id, title: 'A prompt', projectName: 'Letters', color: 'teal' }}
              openVersion={versionOpen(null)}
              panels={{
                ...noPanels,
                versions: { isShown: false, toggle: () => toasts.push({ title: 'toggled' }) },
              }}
              acts={{}}
              focus={{ isWanted: false, onTaken: () => undefined }}
              {...given}
              {...changed}
            />
          </Lent>
        </UiProvider>
      </Provider>,
    );
  }

  const box = page.getByRole('textbox', { name: 'Prompt content' });
  show(promptId);
  await box.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  return {
    get library() {
      return library;
    },
    clock,
    toasts,
    box,
    show,
    /** A button on the page beside the pane. */
    outside: page.getByText('Elsewhere'),
    widen(width: number): void {
      element.style.width = `${width}px`;
    },
    /** The same person's library as another tab has it. */
    anotherTab: () => openLibrary(user, deps),
    type: (keys: string) => userEvent.keyboard(keys),
    notice: page.getByTestId('pane').getByRole('alert'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    text: () => lines(box.element()),
    drafts: () => countDrafts(localStorage, userId),
    /** Draws the pane as after a start: what only the page remembered is gone. */
    async reopen(): Promise<void> {
      root.unmount();
      library.db.close();
      library = await openLibrary(user, deps);
      root = createRoot(element);
      show(promptId);
    },
    async row(): Promise<string | undefined> {
      return (await library.db.prompts.get(promptId))?.row.content;
    },
    async close(): Promise<void> {
      root.unmount();
      frame.remove();
      await deleteLibraryOf(library);
      forgetDrafts(localStorage, userId);
    },
  };
}

/** Returns the text on the screen, line by line. */
function lines(box: Element): string {
  return [...box.querySelectorAll('.source-line')].map((line) => line.textContent).join('\n');
}

export type PaneScene = Awaited<ReturnType<typeof openPane>>;
