import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '#shared/model/limits.ts';
import { commit } from '../../data/commit/commit.ts';
import { loseConnectionWhileWriting } from '../../data/testing/lost-connection-scene.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { noPanels, openPane, type PaneScene, promptId } from './editor-pane-scene.tsx';

const scenes: PaneScene[] = [];

async function pane(...options: Parameters<typeof openPane>): Promise<PaneScene> {
  await page.viewport(1280, 720);
  const scene = await openPane(...options);
  scenes.push(scene);
  return scene;
}

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('a text is on the disk 500 ms after the last key, and within 800 ms of the first', async () => {
  const scene = await pane('Dear');
  const typeApart = async (keys: string) => {
    for (const key of keys) {
      await scene.type(key);
      scene.clock.pass(100);
    }
  };
  await typeApart(' a');
  scene.clock.pass(399);
  expect(await scene.row()).toBe('Dear');
  scene.clock.pass(1);
  await eventually(async () => expect(await scene.row()).toBe('Dear a'));
  await typeApart('ll of');
  await scene.type(',');
  scene.clock.pass(99);
  expect(await scene.row()).toBe('Dear a');
  scene.clock.pass(1);
  await eventually(async () => expect(await scene.row()).toBe('Dear all of,'));
});

test('the spelling of the text is checked only where the person chose so', async () => {
  await pane('Dear');
  const box = () => page.getByRole('textbox', { name: 'Prompt content' }).element();
  expect(box()).toHaveProperty('spellcheck', false);
  localStorage.setItem('preferences', '{"spellCheck":true}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }));
  await eventually(() => expect(box()).toHaveProperty('spellcheck', true));
  localStorage.removeItem('preferences');
  window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }));
});

test('a typed text is reported as pending from the first key until it is on the disk', async () => {
  const scene = await pane('Dear');
  expect(scene.library.typed.hasPending()).toBe(false);
  await scene.type(' a');
  expect(scene.library.typed.hasPending()).toBe(true);
  scene.clock.pass(500);
  await eventually(() => expect(scene.library.typed.hasPending()).toBe(false));
  expect(await scene.row()).toBe('Dear a');
  await scene.type('ll');
  await commit(scene.library, 'createPrompt', { id: 5, title: 'Other', content: 'Other text', projectId: 1 });
  scene.show(5);
  await eventually(() => expect(scene.library.typed.hasPending()).toBe(false));
  expect(await scene.row()).toBe('Dear all');
});

test('hiding the page writes at once, and leaves no copy behind once it is written', async () => {
  const scene = await pane('Dear reader');
  await scene.type('!');
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(scene.drafts()).toBe(1);
  hidden.mockRestore();
  await eventually(async () => expect(await scene.row()).toBe('Dear reader!'));
  await eventually(() => expect(scene.drafts()).toBe(0));
});

test('what is typed as the browser ends the connection to the library is kept, and nothing is reported', async () => {
  const scene = await pane('Dear');
  const begun = loseConnectionWhileWriting(scene.library.db);
  await scene.type(' reader');
  scene.clock.pass(500);
  await eventually(async () => expect(await scene.row()).toBe('Dear reader'));
  expect(begun.entries).toBe(2);
  await scene.type(', hello');
  scene.clock.pass(500);
  await eventually(async () => expect(await scene.row()).toBe('Dear reader, hello'));
  expect(scene.text()).toBe('Dear reader, hello');
  expect(scene.drafts()).toBe(0);
  await expect.element(scene.notice).not.toBeInTheDocument();
});

test('leaving the text box and going to another prompt write at once', async () => {
  const scene = await pane('Dear reader');
  await scene.type(' one');
  await scene.button('Copy to Clipboard').element().focus();
  await eventually(async () => expect(await scene.row()).toBe('Dear reader one'));
  await scene.box.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await scene.type(' two');
  await commit(scene.library, 'createPrompt', { id: 5, title: 'Other', content: 'Other text', projectId: 1 });
  scene.show(5);
  await eventually(() => expect(scene.text()).toBe('Other text'));
  expect(await scene.row()).toBe('Dear reader one two');
  scene.show(promptId);
  await eventually(() => expect(scene.text()).toBe('Dear reader one two'));
});

test('a pane that is drawn again leaves the selection in its open text unread, however long the text is', async () => {
  const scene = await pane('Dear reader');
  await scene.box.click();
  const read = vi.spyOn(window, 'getSelection');
  scene.show(promptId, { panels: { ...noPanels, notes: { isShown: true, toggle: () => undefined } } });
  await expect.element(scene.button('Hide Notes')).toBeVisible();
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test('the editor of a saved text is there again after another prompt, with what came in from elsewhere', async () => {
  const scene = await pane('Dear reader');
  await commit(scene.library, 'createPrompt', { id: 5, title: 'Other', content: 'Other text', projectId: 1 });
  const left = scene.box.element();
  scene.show(5);
  await eventually(() => expect(scene.text()).toBe('Other text'));
  const other = await scene.anotherTab();
  await commit(other, 'setContent', { id: promptId, content: 'Dear all', base: 'Dear reader' });
  await eventually(() => expect(left.textContent).toBe('Dear all'));
  scene.show(promptId);
  await eventually(() => expect(scene.text()).toBe('Dear all'));
  expect(scene.box.element()).toBe(left);
  await scene.box.click();
  await userEvent.keyboard('{Control>}{End}{/Control} of you');
  expect(scene.text()).toBe('Dear all of you');
  scene.clock.pass(limits.autosaveDebounceMs);
  await eventually(async () => expect(await scene.row()).toBe('Dear all of you'));
  other.db.close();
});

test('the editor of a prompt whose tab was closed is closed too, and opens with its text again', async () => {
  const scene = await pane('Dear reader');
  await commit(scene.library, 'createPrompt', { id: 5, title: 'Other', content: 'Other text', projectId: 1 });
  const left = scene.box.element();
  const calls = { onSelect: () => undefined, onClose: () => undefined };
  scene.show(5, { tabs: { ...calls, tabs: [{ id: 5, title: 'Other', color: 'red' }] } });
  await eventually(() => expect(scene.text()).toBe('Other text'));
  scene.show(promptId);
  await eventually(() => expect(scene.text()).toBe('Dear reader'));
  expect(scene.box.element()).not.toBe(left);
});

test("another tab's words come in under the cursor, and typing goes on where it was", async () => {
  const base = 'First paragraph.\n\nSecond paragraph.\n\nLast words';
  const scene = await pane(base);
  await scene.type(' of');
  const other = await scene.anotherTab();
  await commit(other, 'setContent', {
    id: promptId,
    content: base.replace('First', 'The very first'),
    base,
  });
  await expect.element(scene.box).toMatchTextContent('The very first paragraph.');
  await scene.type(' mine');
  expect(scene.text()).toBe(`${base.replace('First', 'The very first')} of mine`);
  scene.clock.pass(limits.autosaveDebounceMs);
  await eventually(async () =>
    expect(await scene.row()).toBe(`${base.replace('First', 'The very first')} of mine`),
  );
  other.db.close();
});

test('a version is saved with its words, and is the latest one then', async () => {
  const scene = await pane('Dear reader');
  await expect.element(page.getByText('Latest Version: 1.0')).toBeVisible();
  expect(scene.button('Show Version History').query()).toBeNull();
  await scene.type(', hello');
  await scene.button('Save New Version').click();
  await page.getByLabelText('Version Description').fill('A greeting');
  await scene.button('Save Version').click();
  await eventually(() => expect(scene.toasts.at(-1)).toEqual({ title: 'New version saved' }));
  await expect.element(page.getByText('Latest Version: 1', { exact: true })).toBeVisible();
  const versions = await scene.library.db.versions.toArray();
  expect(versions.map(({ row }) => [row.content, row.description])).toEqual([
    ['Dear reader, hello', 'A greeting'],
  ]);
  await scene.button('Show Version History').click();
  expect(scene.toasts.at(-1)).toEqual({ title: 'toggled' });
});

test('an empty description says what every unnamed version says', async () => {
  const scene = await pane('Dear reader');
  await scene.button('Save New Version').click();
  await page.getByLabelText('Version Description').click();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(scene.toasts.at(-1)).toEqual({ title: 'New version saved' }));
  const [version] = await scene.library.db.versions.toArray();
  expect(version?.row.description).toBe('Updated prompt content');
});

test('the formatting buttons format the selection and leave it selected', async () => {
  const scene = await pane('one two');
  await userEvent.keyboard('{Shift>}{Control>}{ArrowLeft}{/Control}{/Shift}');
  await scene.button('Bold').click();
  expect(scene.text()).toBe('one **two**');
  await scene.button('Bold').click();
  expect(scene.text()).toBe('one two');
  await scene.button('Variable').click();
  expect(scene.text()).toBe('one {two}');
  await scene.type('three');
  expect(scene.text()).toBe('one {three}');
});

test('undo and redo go through the edits by key and by button, and say where they end', async () => {
  const scene = await pane('one');
  await scene.type(' two');
  scene.clock.pass(limits.undoGroupingMs);
  await scene.type(' three');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(scene.text()).toBe('one two');
  await scene.button('Undo').click();
  expect(scene.text()).toBe('one');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(scene.toasts.at(-1)).toMatchObject({ title: 'Nothing to undo', duration: 2000 });
  await userEvent.keyboard('{Control>}y{/Control}');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(scene.text()).toBe('one two three');
  await scene.button('Redo').click();
  expect(scene.toasts.at(-1)).toMatchObject({ title: 'Nothing to redo', duration: 2000 });
});

test('formats within a second are undone together, and a later one by itself', async () => {
  const scene = await pane('one two');
  await userEvent.keyboard('{Shift>}{Control>}{ArrowLeft}{/Control}{/Shift}');
  await scene.button('Bold').click();
  await scene.button('Variable').click();
  expect(scene.text()).toBe('one **{two}**');
  scene.clock.pass(limits.undoGroupingMs);
  await scene.button('Italic').click();
  expect(scene.text()).toBe('one **{*two*}**');
  await scene.button('Undo').click();
  expect(scene.text()).toBe('one **{two}**');
  await scene.button('Undo').click();
  expect(scene.text()).toBe('one two');
});

test('an emptied text is not saved, and the pane says so quietly', async () => {
  const scene = await pane('Dear reader');
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  scene.clock.pass(limits.autosaveDebounceMs);
  await expect.element(page.getByText('Empty text is not saved')).toBeVisible();
  expect(await scene.row()).toBe('Dear reader');
});

test('a prompt deleted elsewhere can be read and taken along, and what was just typed is a prompt of its own', async () => {
  const scene = await pane('Dear reader');
  await scene.type(', wait');
  await scene.button('Save New Version').click();
  await commit(scene.library, 'deletePrompt', { id: promptId });
  await expect.element(page.getByText('Prompt no longer exists.')).toBeInTheDocument();
  await scene.button('Save Version').click();
  await eventually(() => expect(scene.toasts.at(-1)).toMatchObject({ title: 'Prompt no longer exists' }));
  await expect.element(scene.box).toHaveAttribute('aria-readonly', 'true');
  await scene.box.click();
  await scene.type(' for me{Control>}b{/Control}{Control>}{Shift>}s{/Shift}{/Control}');
  expect(scene.text()).toBe('Dear reader, wait');
  for (const tool of ['Bold', 'Undo', 'Save New Version']) {
    await expect.element(scene.button(tool)).toBeDisabled();
  }
  for (const tool of ['Copy text', 'Download text', 'Copy to Clipboard']) {
    await expect.element(scene.button(tool)).toBeEnabled();
  }
  await expect.element(page.getByRole('heading', { name: 'A prompt' })).toBeVisible();
  await expect
    .element(page.getByText('This text can be read and copied, but not changed any more.'))
    .toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('a notice names the prompt that holds the text not saved when its prompt was deleted', async () => {
  const scene = await pane('Dear reader');
  await scene.type(', wait');
  await commit(scene.library, 'deletePrompt', { id: promptId });
  await expect
    .element(scene.notice)
    .toMatchTextContent('What you had just written is kept as the prompt “Recovered: A prompt”.');
  const [kept, ...more] = await scene.library.db.prompts.toArray();
  expect([kept?.row.title, kept?.row.content, more]).toEqual([
    'Recovered: A prompt',
    'Dear reader, wait',
    [],
  ]);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(false);
});

test('an unreviewed conflict is named with the version that holds the other text', async () => {
  const scene = await pane('the colour is red');
  await userEvent.keyboard('{Control>}{Backspace}{/Control}blue');
  const other = await scene.anotherTab();
  await commit(other, 'setContent', {
    id: promptId,
    content: 'the colour is green',
    base: 'the colour is red',
  });
  await expect
    .element(page.getByRole('complementary', { name: 'Conflicting edit' }))
    .toMatchTextContent('Version 1');
  expect(scene.text()).toBe('the colour is blue');
  other.db.close();
});

test('a prompt that is not here yet is opened when it comes', async () => {
  const scene = await pane('Dear reader');
  scene.show(77);
  await expect.element(scene.notice).toMatchTextContent('Prompt no longer exists');
  await commit(scene.library, 'createPrompt', { id: 77, title: 'Late', content: 'Late text', projectId: 1 });
  await expect.element(scene.box).toMatchTextContent('Late text');
});

test('the text is copied to the code unit, and a refusal is told', async () => {
  const exact = 'one\r\n\ttwo  \n\u{1F600}';
  const scene = await pane(exact);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await scene.button('Copy to Clipboard').click();
  await eventually(() => expect(scene.toasts).toEqual([{ title: 'Copied to clipboard' }]));
  expect(write).toHaveBeenCalledWith(exact);
  write.mockRejectedValue(new Error('forbidden'));
  await scene.button('Copy to Clipboard').click();
  await eventually(() =>
    expect(scene.toasts.at(-1)).toEqual({
      title: 'Failed to copy',
      description: 'Could not copy to clipboard. Please try again.',
      kind: 'destructive',
    }),
  );
  write.mockRestore();
});
