import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { noPanels, openPane, type PaneScene, promptId } from './editor-pane-scene.tsx';

const scenes: PaneScene[] = [];
const modal = page.getByRole('dialog', { name: 'Fullscreen editor' });

/** Two prompts are open; a button stands on the page beside the pane. */
async function pane(): Promise<PaneScene & { calls: string[] }> {
  await page.viewport(1280, 720);
  const calls: string[] = [];
  const scene = await openPane('one', {
    prepare: async (library) => {
      await commit(library, 'createPrompt', { id: 5, title: 'Other', content: 'two', projectId: 1 });
    },
    props: {
      tabs: {
        tabs: [
          { id: promptId, title: 'A prompt', color: 'teal' },
          { id: 5, title: 'Other', color: 'red' },
        ],
        onSelect: (id) => calls.push(`select ${id}`),
        onClose: (id) => calls.push(`close ${id}`),
      },
      panels: { ...noPanels, notes: { isShown: false, toggle: () => calls.push('notes') } },
      beside: [
        {
          id: 'notes',
          title: 'Notes',
          content: (
            <aside aria-label="A panel">
              <button type="button">In the panel</button>
            </aside>
          ),
        },
      ],
    },
  });
  scenes.push(scene);
  return { ...scene, calls };
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('fullscreen covers the window with the tabs, the tools, the text and the panels', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await expect.element(modal).toBeVisible();
  const { left, top, width, height } = modal.element().getBoundingClientRect();
  expect([left, top, width, height]).toEqual([0, 0, innerWidth, innerHeight]);
  await expect.element(modal.getByRole('tab', { name: 'A prompt' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(modal.getByRole('tab', { name: 'Other' })).toHaveAttribute('aria-selected', 'false');
  await expect.element(modal.getByRole('button', { name: 'Bold' })).toBeVisible();
  await expect.element(modal.getByRole('complementary', { name: 'A panel' })).toBeVisible();
  await modal.getByRole('button', { name: 'Show Notes' }).click();
  expect(scene.calls).toEqual(['notes']);
});

test('one button leaves fullscreen: opened by a key it has the focus, and gives it back', async () => {
  const scene = await pane();
  await scene.box.click();
  await userEvent.keyboard('{F6}{End}');
  while (document.activeElement?.getAttribute('aria-label') !== 'Fullscreen')
    await userEvent.keyboard('{ArrowLeft}');
  await userEvent.keyboard('{Enter}');
  await expect.element(scene.button('Exit Fullscreen')).toHaveFocus();
  await expect.element(scene.button('Fullscreen')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(scene.button('Fullscreen')).toHaveFocus();
});

test('the rest of the page cannot be reached while the editor is fullscreen', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await expect.element(scene.outside).toHaveAttribute('inert');
  await scene.button('Exit Fullscreen').click();
  await expect.element(scene.outside).not.toHaveAttribute('inert');
  expect(modal.query()).toBeNull();
  await expect.element(scene.button('Fullscreen')).toHaveFocus();
});

test('in the text Escape and then Tab go to the next control, and fullscreen stays', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await scene.box.click();
  await userEvent.keyboard('{Escape}{Tab}{Tab}');
  await expect.element(scene.button('In the panel')).toHaveFocus();
  await expect.element(modal).toBeVisible();
  expect(scene.text()).toBe('one');
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}');
  await expect.element(scene.box).toHaveFocus();
  await userEvent.keyboard('{Escape}{Shift>}{Tab}{/Shift}');
  await expect.element(scene.button('Save New Version')).toHaveFocus();
  await expect.element(modal).toBeVisible();
});

test.each(['{F6}', '{Alt>}{F10}{/Alt}'])('%s goes from the text to the toolbar and back', async (keys) => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await scene.box.click();
  await userEvent.keyboard(keys);
  await expect.element(scene.button('Bold')).toHaveFocus();
  await userEvent.keyboard(`{ArrowRight}${keys}`);
  await expect.element(scene.box).toHaveFocus();
  await scene.button('Exit Fullscreen').click();
  await scene.box.click();
  await userEvent.keyboard(keys);
  await expect.element(scene.button('Bold')).toHaveFocus();
});

test('escape leaves it, in the text the second time, and the caret stays where it was', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await scene.box.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}');
  await userEvent.keyboard('{Escape}{Escape}');
  await eventually(() => expect(modal.query()).toBeNull());
  await scene.type('X');
  expect(scene.text()).toBe('oXne');
});

test('escape closes a dialog that was opened in it, and only that', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await scene.button('Save New Version').click();
  const dialog = page.getByRole('dialog', { name: 'Save New Version' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(dialog.query()).toBeNull());
  await expect.element(modal).toBeVisible();
});

test('the tabs of fullscreen select and close, by press and by key', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await modal.getByRole('tab', { name: 'Other' }).click();
  await modal.getByRole('button', { name: 'Close Other' }).click();
  modal.getByRole('tab', { name: 'A prompt' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(modal.getByRole('tab', { name: 'Other' })).toHaveFocus();
  await userEvent.keyboard('{Enter}{Delete}');
  expect(scene.calls).toEqual(['select 5', 'close 5', 'select 5', 'close 5']);
});

test('the focus goes to the neighbour of a tab that is closed by its button', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  const close = modal.getByRole('button', { name: 'Close A prompt' });
  await expect.element(close).toBeVisible();
  close.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(modal.getByRole('tab', { name: 'Other' })).toHaveFocus();
  expect(scene.calls).toEqual([`close ${promptId}`]);
});

test('another prompt comes up in fullscreen, and what was typed is written', async () => {
  const scene = await pane();
  await scene.button('Fullscreen').click();
  await scene.box.click();
  await userEvent.keyboard('{Control>}{End}{/Control}, typed');
  scene.show(5);
  await eventually(() => expect(scene.text()).toBe('two'));
  await expect.element(modal).toBeVisible();
  await eventually(async () => expect(await scene.row()).toBe('one, typed'));
});
