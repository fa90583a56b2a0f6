import { createRoot } from 'react-dom/client';
import { page } from 'vitest/browser';
import { newId } from '#shared/model/ids.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { noModels } from '../../session/no-models-scene.ts';
import type { OpenLibraryProps } from '../../session/open-library-type.ts';
import { UiProvider } from '../../ui/provider.tsx';
import { recordedToaster } from '../../ui/testing/recorded-toaster.ts';
import { VersionPanel } from './version-panel.tsx';

export const promptId = 2;
export const versionIds = { first: 11, second: 12, third: 13 } as const;

/** A prompt that says 'four' and has the versions 'one', 'two' and 'three', an hour apart; and its panel. */
export async function openPanel({
  prepare = async (_: Library) => {},
  models = noModels,
}: {
  prepare?(library: Library): Promise<unknown>;
  models?: OpenLibraryProps['models'];
} = {}) {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const userId = newId((words) => crypto.getRandomValues(words));
  const user = { id: userId, username: `ada-${userId}`, displayName: 'Ada' };
  const library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => now,
  });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createPrompt', { id: promptId, title: 'A prompt', content: 'zero', projectId: 1 });
  let base = 'zero';
  for (const [id, content, description] of [
    [versionIds.first, 'one', 'The first'],
    [versionIds.second, 'two', 'The second'],
    [versionIds.third, 'three', 'The third'],
  ] as const) {
    await commit(library, 'saveVersion', { promptId, id, content, description, base });
    base = content;
    now += 3_600_000;
  }
  await commit(library, 'setContent', { id: promptId, content: 'four', base });
  await prepare(library);
  const element = document.createElement('div');
  element.style.cssText = 'height: 640px; display: flex;';
  document.body.append(element);
  const { toaster, toasts } = recordedToaster();
  const opened: (number | null)[] = [];
  const compared: (number | null)[][] = [];
  const runsShown: number[] = [];
  const casesShown: number[] = [];
  const root = createRoot(element);
  let active: number | null = null;

  function goTo(versionId: number | null): void {
    opened.push(versionId);
    active = versionId;
    show();
  }

  function show(shown: number | null = promptId, versionId = active): void {
    active = versionId;
    root.render(
      <UiProvider toaster={toaster}>
        <Lent {...{ library, models }}>
          <VersionPanel
            promptId={shown}
            activeVersionId={active}
            onOpenVersion={goTo}
            onLeaveVersion={() => goTo(null)}
            onCompare={(before, after) => compared.push([before, after])}
            onShow={(what, versionId) => (what === 'runs' ? runsShown : casesShown).push(versionId)}
            now={() => now}
          />
        </Lent>
      </UiProvider>,
    );
  }

  show();
  const panel = page.getByRole('complementary', { name: 'Version History' });
  return {
    library,
    toasts,
    opened,
    compared,
    runsShown,
    casesShown,
    show,
    panel,
    row: (name: string) => panel.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    box: (name: string) => page.getByRole('checkbox', { name, exact: true }),
    async texts(): Promise<string[]> {
      const rows = await library.db.versions.orderBy('id').toArray();
      return rows
        .map(({ row }) => row)
        .sort((a, b) => a.version - b.version)
        .map(({ version, content, description }) => `${version} ${content}: ${description}`);
    },
    async current(): Promise<string | undefined> {
      return (await library.db.prompts.get(promptId))?.row.content;
    },
    async close(): Promise<void> {
      root.unmount();
      element.remove();
      await deleteLibraryOf(library);
    },
  };
}

export type PanelScene = Awaited<ReturnType<typeof openPanel>>;
