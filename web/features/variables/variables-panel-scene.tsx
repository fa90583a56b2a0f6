import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { newId } from '#shared/model/ids.ts';
import { commit } from '../../data/commit/commit.ts';
import { type LibraryDeps, openLibrary } from '../../data/database/library.ts';
import { forgetDrafts } from '../../data/drafts/unsaved-drafts.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { UiProvider } from '../../ui/provider.tsx';
import { recordedToaster } from '../../ui/testing/recorded-toaster.ts';
import { VariablesPanel } from './variables-panel.tsx';

export const promptId = 2;

const deps: LibraryDeps = {
  random: (words) => crypto.getRandomValues(words),
  now: () => Date.now(),
  drafts: localStorage,
};

/** A text that a test changes as an editor's person does. */
export function changingText(text: string) {
  const listeners = new Set<() => void>();
  let now = text;

  function write(next: string): void {
    now = next;
    for (const listener of listeners) listener();
  }

  return {
    text: () => now,
    onText(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write,
    replaceAll(next: string): boolean {
      write(next);
      return true;
    },
  };
}

/** A library with one prompt of this text. */
export async function openedLibrary(text: string) {
  const userId = newId(deps.random);
  const user = { id: userId, username: `ada-${userId}`, displayName: 'Ada' };
  const library = await openLibrary(user, deps);
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: promptId, title: 'One', content: text, projectId: 1 });
  return {
    library,
    async forget(): Promise<void> {
      await deleteLibraryOf(library);
      forgetDrafts(localStorage, userId);
    },
  };
}

/** A prompt with this text, and its panel. */
export async function openVariables(text: string) {
  const { library, forget } = await openedLibrary(text);
  const element = document.createElement('div');
  element.style.cssText = 'height: 900px; display: flex;';
  document.body.append(element);
  const { toaster, toasts } = recordedToaster();
  const source = changingText(text);
  let root = createRoot(element);

  function show(): void {
    root.render(
      <UiProvider toaster={toaster}>
        <Lent library={library}>
          <VariablesPanel promptId={promptId} versionId={null} source={source} />
        </Lent>
      </UiProvider>,
    );
  }

  show();
  const panel = page.getByRole('complementary', { name: 'Variables' });
  return {
    library,
    source,
    toasts,
    panel,
    count: panel.getByRole('status').first(),
    preview: panel.getByRole('region', { name: 'Preview' }),
    sets: panel.getByRole('combobox', { name: 'Value set', exact: true }),
    field: (name: string) => panel.getByRole('textbox', { name, exact: true }),
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    async fromMenu(item: string): Promise<void> {
      await panel.getByRole('button', { name: 'Value set actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    async name(action: string, name: string): Promise<void> {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('button', { name: action }).click();
    },
    stored: async () => (await library.db.prompts.get(promptId))?.row.attributes?.valueSets ?? [],
    /** As the page does: nothing in memory is left. */
    reload(): void {
      root.unmount();
      root = createRoot(element);
      show();
    },
    async close(): Promise<void> {
      root.unmount();
      element.remove();
      await forget();
    },
  };
}

export type VariablesScene = Awaited<ReturnType<typeof openVariables>>;
