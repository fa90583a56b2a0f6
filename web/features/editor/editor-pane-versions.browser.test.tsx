import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { readOutbox } from '../../data/outbox/outbox-store.ts';
import { draw } from '../../ui/testing/drawn.tsx';
import { eventually } from '../../ui/testing/eventually.ts';
import { noPanels, openPane, type PaneScene, promptId, versionOpen } from './editor-pane-scene.tsx';
import { createFoldedMessages } from './markdown/folded-messages.ts';
import { paneCommands } from './toolbar/pane-commands.ts';
import { PaneToolbar } from './toolbar/pane-toolbar.tsx';

const scenes: PaneScene[] = [];
const oldId = 31;

/** The current text is 'now'; version 1 says 'then', and is open where it is asked for. */
async function pane({ open }: { open: boolean }): Promise<PaneScene & { left: number[] }> {
  const left: number[] = [];
  const scene = await openPane('then', {
    async prepare(library: Library) {
      await commit(library, 'saveVersion', {
        promptId,
        id: oldId,
        content: 'then',
        description: 'First',
        base: 'then',
      });
      await commit(library, 'setContent', { id: promptId, content: 'now', base: 'then' });
    },
    props: { openVersion: versionOpen(open ? oldId : null, () => left.push(1)) },
  });
  scenes.push(scene);
  return { ...scene, left };
}

async function versionText(scene: PaneScene): Promise<string | undefined> {
  return (await scene.library.db.versions.get(oldId))?.row.content;
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('an old version says which one it is, and its button and hint do too', async () => {
  const scene = await pane({ open: true });
  expect(scene.text()).toBe('then');
  await expect.element(page.getByText('Viewing Version 1')).toBeVisible();
  await expect.element(scene.button('Update Version 1')).toBeVisible();
  await expect.element(page.getByText('Editing Version 1 - changes are saved automatically.')).toBeVisible();
});

test('an old version whose number is not read yet is saved without the question for a description', async () => {
  const saved: string[] = [];
  const editor = {
    text: () => 'then',
    onText: () => () => undefined,
    format: () => undefined,
    replaceAll: () => true,
    insertMessage: () => undefined,
    step: () => false,
    saveVersion: async (description: string) => {
      saved.push(description);
      return 'saved' as const;
    },
    save: async () => true,
    flushForGood: async () => undefined,
    focus: () => undefined,
    close: () => undefined,
    folds: { toggle: () => false, all: () => undefined },
    readFolds: createFoldedMessages(),
    finding: {
      ...{ text: () => 'then', onText: () => () => undefined, selection: () => ({ from: 0, to: 0 }) },
      isDrawnLater: false,
      ...{ show: () => undefined, reveal: () => undefined, focus: () => undefined },
      ...{ replace: () => true, replaceAll: () => true },
    },
    snippets: {
      ...{ text: () => 'then', onText: () => () => undefined, replace: () => true, select: () => undefined },
      ...{ onCaret: () => () => undefined, onKey: () => () => undefined, focus: () => undefined },
      ...{
        caretLine: () => ({ text: '', start: 0, caret: 0 }),
        offsetOf: () => 0,
        markUnresolved: () => undefined,
        markFindings: () => undefined,
      },
      ...{ boxAt: () => ({ left: 0, top: 0, bottom: 0 }), dom: document.createElement('div') },
    },
  };
  const nothing = () => undefined;
  const drawn = draw(
    <PaneToolbar
      editor={editor}
      find={{ opening: null, begin: nothing, ask: nothing, close: nothing, onKeyDown: nothing }}
      commands={paneCommands(editor, { title: 'A prompt', notify: nothing })}
      newestVersion={async () => undefined}
      readOnly={false}
      view={{ viewing: false, setViewing: nothing }}
      isVersion
      version={null}
      panels={noPanels}
    />,
  );
  await page.getByRole('button', { name: 'Update Version', exact: true }).click();
  await expect.poll(() => saved).toEqual(['Updated version']);
  await expect.poll(() => drawn.toasts).toEqual(['New version saved']);
  expect(page.getByRole('dialog').elements()).toEqual([]);
  drawn.close();
});

test('text typed into an old version goes into that version, and its first text stays with it', async () => {
  const scene = await pane({ open: true });
  await scene.type(' and again');
  scene.clock.pass(limits.autosaveDebounceMs);
  await eventually(async () => expect(await versionText(scene)).toBe('then and again'));
  expect(await scene.row()).toBe('now');
  expect((await scene.library.db.versions.get(oldId))?.row.original).toBe('then');
  const sent = (await readOutbox(scene.library)).at(-1);
  expect(sent).toMatchObject({ name: 'editVersion', args: { promptId, id: oldId } });
});

test('updating makes a new version of the edited text, and keeps what was current and unsaved', async () => {
  const scene = await pane({ open: true });
  await scene.type('!');
  await scene.button('Update Version 1').click();
  await eventually(() => expect(scene.toasts.at(-1)).toEqual({ title: 'New version saved' }));
  expect(await scene.row()).toBe('then!');
  const versions = await scene.library.db.versions.orderBy('id').toArray();
  const rows = versions.map(({ row }) => row).sort((a, b) => a.version - b.version);
  expect(rows.map(({ content, description }) => `${content}: ${description}`)).toEqual([
    'then!: First',
    'now: Updated prompt content',
    'then!: Updated version 1',
  ]);
});

test('Ctrl+Shift+S updates a version as its button does, and nothing under a dialog', async () => {
  const scene = await pane({ open: true });
  const dialog = document.createElement('div');
  dialog.ariaModal = 'true';
  document.body.append(dialog);
  await scene.type('{Control>}{Shift>}s{/Shift}{/Control}');
  dialog.remove();
  await scene.type('!{Control>}{Shift>}s{/Shift}{/Control}');
  await eventually(() => expect(scene.toasts).toEqual([{ title: 'New version saved' }]));
  const versions = await scene.library.db.versions.toArray();
  expect(versions.map(({ row }) => `${row.content}: ${row.description}`).sort()).toEqual([
    'now: Updated prompt content',
    'then!: First',
    'then!: Updated version 1',
  ]);
});

test('going to an old version writes the current text first, and coming back shows it again', async () => {
  const scene = await pane({ open: false });
  expect(scene.text()).toBe('now');
  await scene.type(', typed');
  scene.show(promptId, { openVersion: versionOpen(oldId) });
  await eventually(() => expect(scene.text()).toBe('then'));
  expect(await scene.row()).toBe('now, typed');
  await scene.box.click();
  await userEvent.keyboard('{Control>}{End}{/Control} too');
  scene.show(promptId, { openVersion: versionOpen(null) });
  await eventually(() => expect(scene.text()).toBe('now, typed'));
  expect(await versionText(scene)).toBe('then too');
});

test('each text has its own way back', async () => {
  const scene = await pane({ open: true });
  await scene.type(' old');
  scene.show(promptId, { openVersion: versionOpen(null) });
  await eventually(() => expect(scene.text()).toBe('now'));
  await scene.button('Undo').click();
  expect(scene.toasts.at(-1)).toMatchObject({ title: 'Nothing to undo' });
  scene.show(promptId, { openVersion: versionOpen(oldId) });
  await eventually(() => expect(scene.text()).toBe('then old'));
  await scene.button('Undo').click();
  expect(scene.text()).toBe('then');
});

test('a version that is not there is not opened, and the person is told', async () => {
  const scene = await pane({ open: false });
  const left: string[] = [];
  scene.show(promptId, { openVersion: versionOpen(99, () => left.push('left')) });
  await eventually(() => expect(left).toEqual(['left']));
  expect(scene.toasts).toEqual([
    {
      title: 'Version content missing',
      description: 'Could not load the content for this version. Please try again.',
      kind: 'destructive',
    },
  ]);
});

test('a version that is deleted while it is open is left without a word, unless words are in it', async () => {
  const scene = await pane({ open: true });
  await commit(scene.library, 'deleteVersion', { promptId, id: oldId });
  await eventually(() => expect(scene.left).toEqual([1]));
  expect(scene.toasts).toEqual([]);
  await scene.close();
  scenes.length = 0;
  const written = await pane({ open: true });
  await written.type(' more');
  await commit(written.library, 'deleteVersion', { promptId, id: oldId });
  await expect.element(written.notice).toMatchTextContent('This version no longer exists.');
  await expect.element(written.notice).toMatchTextContent('kept as the prompt “Recovered: A prompt”');
  expect(written.text()).toBe('then more');
  await expect.element(written.button('Copy text')).toBeVisible();
  expect(written.left).toEqual([]);
});

test('the button says that a version is being saved, and a refusal is shown in words', async () => {
  const scene = await pane({ open: true });
  let refuse = (_: Error) => {};
  const pending = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const { db } = scene.library;
  const hold = vi.spyOn(db, 'transaction').mockImplementation(() => db.open().then(() => pending));
  await scene.button('Update Version 1').click();
  await expect.element(scene.button('Saving...')).toBeDisabled();
  refuse(new Error('no room'));
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'Failed to save version',
      description: 'The browser did not save it. Your text is still in the editor.',
      kind: 'destructive',
    }),
  );
  hold.mockRestore();
  await expect.element(scene.button('Update Version 1')).toBeEnabled();
});
