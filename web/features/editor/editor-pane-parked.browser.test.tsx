import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import type { EditorPaneProps } from './editor-pane.tsx';
import { openPane, type PaneScene, promptId, versionOpen } from './editor-pane-scene.tsx';

const otherId = 5;
const versionId = 7;
const long = Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n');
let scene: PaneScene;

afterEach(() => scene.close());

/** A pane with the caret at the end of a long text, and another prompt beside it that was opened before. */
async function openBoth(): Promise<void> {
  scene = await openPane('Old text', {
    async prepare(library) {
      const other = { id: otherId, title: 'Other', content: 'Other text', projectId: 1 };
      await commit(library, 'createPrompt', other);
      const version = { promptId, id: versionId, content: 'Old text', description: 'One' };
      await commit(library, 'saveVersion', version);
      await commit(library, 'setContent', { id: promptId, content: long, base: 'Old text' });
    },
  });
  await show(otherId, 'Other text');
  await show(promptId, long);
}

async function show(id: number, text: string, changed: Partial<EditorPaneProps> = {}): Promise<void> {
  scene.show(id, changed);
  await expect.poll(scene.text).toBe(text);
}

const scrolled = () => scene.box.element().closest('.editor-scroller')?.scrollTop;

test('a text that is shown again is where it was scrolled to, and its caret where it was', async () => {
  await openBoth();
  await scene.box.click({ position: { x: 60, y: 60 } });
  await scene.type('{Control>}{End}{/Control}');
  const before = scrolled();
  expect(before).toBeGreaterThan(1_000);
  await show(otherId, 'Other text');
  expect(scrolled()).toBe(0);
  await show(promptId, long, { focus: { isWanted: true, onTaken: () => undefined } });
  expect(scrolled()).toBe(before);
  await scene.type('!');
  expect(scene.text()).toBe(`${long}!`);
});

test('a text that another one is shown for has neither the focus, nor keys, nor the selection', async () => {
  await openBoth();
  await scene.box.click();
  await scene.type('{Control>}a{/Control}');
  await show(otherId, 'Other text');
  expect(page.getByRole('textbox', { name: 'Prompt content' }).elements()).toHaveLength(1);
  expect(document.getSelection()?.toString()).toBe('');
  expect(document.activeElement).toBe(document.body);
  await scene.type('?');
  await show(promptId, long);
  expect(await scene.row()).toBe(long);
});

test('where a version is shown for the current text, the focus goes from text to text', async () => {
  await openBoth();
  await scene.box.click();
  await show(promptId, 'Old text', { openVersion: versionOpen(versionId) });
  await expect.element(scene.box).toHaveFocus();
  await show(promptId, long);
  await expect.element(scene.box).toHaveFocus();
});
