import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../data/commit/commit.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPane, type PaneScene, promptId } from './editor-pane-scene.tsx';

const scenes: PaneScene[] = [];

async function pane(...args: Parameters<typeof openPane>): Promise<PaneScene> {
  await page.viewport(1280, 720);
  const scene = await openPane(...args);
  scenes.push(scene);
  return scene;
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

describe('formats by keys', () => {
  test('Ctrl+B, Ctrl+I and Ctrl+E format and take the format away, with and without a selection', async () => {
    const scene = await pane('one two');
    await scene.type('{Shift>}{Control>}{ArrowLeft}{/Control}{/Shift}');
    await scene.type('{Control>}b{/Control}');
    expect(scene.text()).toBe('one **two**');
    await scene.type('{Control>}i{/Control}');
    expect(scene.text()).toBe('one ***two***');
    await scene.type('{Control>}b{/Control}{Control>}i{/Control}');
    expect(scene.text()).toBe('one two');
    await scene.type('{Control>}{End}{/Control} {Control>}b{/Control}bold');
    expect(scene.text()).toBe('one two **bold**');
    await scene.type('{Control>}e{/Control}');
    expect(scene.text()).toBe('```\none two **bold**\n```');
    await scene.type('{Control>}e{/Control}');
    expect(scene.text()).toBe('one two **bold**');
  });

  test('a format over chunk borders is exact, and one step of undo', async () => {
    const lines = Array.from({ length: 350 }, (_, line) => `line ${line} 🙂`).join('\r\n');
    const scene = await pane(lines);
    await scene.type('{Control>}a{/Control}{Control>}b{/Control}');
    scene.clock.pass(limits.autosaveDebounceMs);
    await eventually(async () => expect(await scene.row()).toBe(`**${lines}**`));
    scene.clock.pass(limits.undoGroupingMs);
    await scene.type('{Control>}e{/Control}');
    scene.clock.pass(limits.autosaveDebounceMs);
    await eventually(async () => expect(await scene.row()).toBe(`\`\`\`\r\n**${lines}**\r\n\`\`\``));
    await scene.type('{Control>}z{/Control}');
    scene.clock.pass(limits.autosaveDebounceMs);
    await eventually(async () => expect(await scene.row()).toBe(`**${lines}**`));
  });

  test('a continued list is one step of undo', async () => {
    const scene = await pane('7. one');
    scene.clock.pass(limits.undoGroupingMs);
    await scene.type('{Enter}');
    expect(scene.text()).toBe('7. one\n8. ');
    await scene.type('{Control>}z{/Control}');
    expect(scene.text()).toBe('7. one');
    await scene.type('{Control>}y{/Control}');
    expect(scene.text()).toBe('7. one\n8. ');
  });

  test('the tools name their keys, in their tooltips and for a screen reader', async () => {
    const scene = await pane('one');
    for (const [tool, keys] of [
      ['Bold', 'B'],
      ['Italic', 'I'],
      ['Code Block', 'E'],
      ['Undo', 'Z'],
      ['Save New Version', 'Shift\\+S'],
    ] as const) {
      await expect
        .element(scene.button(tool))
        .toHaveAttribute('data-tooltip', expect.stringMatching(`^${tool} \\((Ctrl|Cmd)\\+${keys}\\)$`));
      await expect
        .element(scene.button(tool))
        .toHaveAttribute('aria-keyshortcuts', expect.stringMatching(`^(Control|Meta)\\+${keys}$`));
    }
    await expect.element(scene.button('List')).not.toHaveAttribute('aria-keyshortcuts');
  });
});

describe('Ctrl+S', () => {
  test('Ctrl+S saves at once and shows it, and the browser offers nothing', async () => {
    const scene = await pane('one');
    const left: boolean[] = [];
    const note = (event: KeyboardEvent) => {
      if (event.key === 's') left.push(event.defaultPrevented);
    };
    window.addEventListener('keydown', note);
    await scene.type(', two{Control>}s{/Control}');
    await eventually(() => expect(scene.toasts).toEqual([{ title: 'Saved', duration: limits.undoToastMs }]));
    expect(await scene.row()).toBe('one, two');
    scene.button('Copy to Clipboard').element().focus();
    await userEvent.keyboard('{Control>}s{/Control}');
    await eventually(() => expect(scene.toasts).toHaveLength(2));
    window.removeEventListener('keydown', note);
    expect(left).toEqual([true, true]);
  });

  test('Ctrl+Shift+S asks for the description of a version, wherever the focus is, and in fullscreen', async () => {
    const scene = await pane('one');
    await scene.button('Fullscreen').click();
    scene.button('Copy to Clipboard').element().focus();
    await scene.type('{Control>}{Shift>}s{/Shift}{/Control}');
    await expect.element(page.getByRole('dialog', { name: 'Save New Version' })).toBeVisible();
    await scene.type('By a key{Enter}');
    await eventually(() => expect(scene.toasts).toMatchObject([{ title: 'New version saved' }]));
  });

  test('a text that is not saved is not said to be', async () => {
    const scene = await pane('one');
    await scene.type('{Control>}a{/Control}{Delete}{Control>}s{/Control}');
    await expect.element(page.getByText('Empty text is not saved')).toBeVisible();
    expect(scene.toasts).toEqual([]);
  });
});

describe('a text that is empty', () => {
  const placeholder = /Write your prompt/;
  const drawnBefore = (scene: PaneScene) => getComputedStyle(scene.box.element(), '::before').content;

  test('an empty text shows what can be done in it, until something is typed', async () => {
    const scene = await pane('');
    await expect.element(scene.box).toHaveAttribute('aria-placeholder', expect.stringMatching(placeholder));
    expect(drawnBefore(scene)).toMatch(placeholder);
    await scene.type('a');
    expect(drawnBefore(scene)).toBe('none');
    await scene.type('{Enter}{Backspace}{Backspace}');
    expect(drawnBefore(scene)).toMatch(placeholder);
  });

  test('view mode is each prompt’s own, outlives the page, and an empty prompt opens for editing', async () => {
    const scene = await pane('# Title', {
      prepare: async (library) => {
        await commit(library, 'createPrompt', { id: 5, title: 'Other', content: '', projectId: 1 });
      },
    });
    const rendered = page.getByRole('region', { name: 'Rendered Markdown' });
    await scene.button('Switch to View mode').click();
    await expect.element(rendered.getByRole('heading', { name: 'Title' })).toBeVisible();
    scene.show(5);
    await expect.element(scene.box).toBeVisible();
    await scene.button('Switch to View mode').click();
    await expect.element(rendered).toMatchTextContent('Nothing to read yet. Switch to Edit mode to write.');
    await eventually(async () =>
      expect(await scene.library.db.meta.get('viewedPrompts')).toMatchObject({ value: [promptId, 5] }),
    );
    await scene.reopen();
    await expect.element(rendered.getByRole('heading', { name: 'Title' })).toBeVisible();
    scene.show(5);
    await expect.element(scene.box).toBeVisible();
    expect(rendered.query()).toBeNull();
    await eventually(async () =>
      expect(await scene.library.db.meta.get('viewedPrompts')).toMatchObject({ value: [promptId] }),
    );
  });
});

test('a version like the newest one is saved only after a question', async () => {
  const scene = await pane('one', {
    prepare: async (library) => {
      const version = { promptId, id: 9, content: 'one', description: 'First', base: 'one' };
      await commit(library, 'saveVersion', version);
    },
  });
  const question = page.getByText('Nothing has changed since version 1. Save anyway?');
  await scene.button('Save New Version').click();
  await expect.element(question).toBeVisible();
  await scene.button('Cancel').click();
  expect(await scene.library.db.versions.count()).toBe(1);
  await scene.button('Save New Version').click();
  await scene.button('Save Version').click();
  await eventually(() => expect(scene.toasts.at(-1)).toEqual({ title: 'New version saved' }));
  expect(await scene.library.db.versions.count()).toBe(2);
  await scene.box.click();
  await scene.type('{Control>}{End}{/Control}!');
  await scene.button('Save New Version').click();
  await expect.element(page.getByLabelText('Version Description')).toBeVisible();
  expect(question.query()).toBeNull();
});
