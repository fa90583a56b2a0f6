import { afterEach, describe, expect, it, vi } from 'vitest';
import { inputMethod, nextFrame, openScene, type Scene } from './source-editor-scene.ts';
import { longPrompt } from './source-samples.ts';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

afterEach(() => {
  scene?.close();
  scene = undefined;
});

async function ended(): Promise<void> {
  await vi.waitFor(() => expect(scene?.editor.isComposing()).toBe(false));
  await nextFrame();
}

describe('an input method', () => {
  it('an input method composes in an empty text, in a line and at its end', async () => {
    for (const [text, at] of [
      ['', 0],
      ['ab', 1],
      ['# Title\r\nbody', 7],
      ['**bold** {name}', 4],
    ] as const) {
      const opened = open(text);
      opened.at(at);
      const method = inputMethod();
      await method.compose('n');
      expect(opened.editor.isComposing()).toBe(true);
      await method.compose('に');
      await method.compose('にほ');
      await method.compose('日本');
      await method.commit('日本');
      await ended();
      expect(opened.editor.text()).toBe(`${text.slice(0, at)}日本${text.slice(at)}`);
      expect(opened.editor.selection().from).toBe(at + 2);
      await opened.press('!');
      expect(opened.editor.text()).toBe(`${text.slice(0, at)}日本!${text.slice(at)}`);
      opened.close();
    }
  });

  it('an input method takes the place of a selection over several chunks', async () => {
    const text = longPrompt(30_000);
    const { editor, at } = open(text);
    at(40, 20_000);
    const method = inputMethod();
    await method.compose('に');
    await method.compose('日');
    await method.commit('日');
    await ended();
    expect(editor.text()).toBe(`${text.slice(0, 40)}日${text.slice(20_000)}`);
  });

  it('an input method is not disturbed by a text that comes in elsewhere', async () => {
    const { editor, at } = open('above\nmine \nbelow');
    at(11);
    const method = inputMethod();
    await method.compose('に');
    const composed = getSelection()?.focusNode;
    editor.setText('above, theirs\nmine に\nbelow, theirs', { origin: 'remote' });
    expect(editor.isComposing()).toBe(true);
    expect(getSelection()?.focusNode).toBe(composed);
    await method.compose('日本');
    await method.commit('日本語');
    await ended();
    expect(editor.text()).toBe('above, theirs\nmine 日本語\nbelow, theirs');
  });

  it('an input method leaves highlighting for when it has ended', async () => {
    const { editor, at, box } = open('\nafter');
    at(0);
    const method = inputMethod();
    await method.compose('#');
    await method.compose('# 日');
    expect(box.querySelector('.tok-heading')).toBeNull();
    await method.commit('# 日本');
    await ended();
    await vi.waitFor(() => expect(box.querySelector('.tok-heading')?.textContent).toBe('# 日本'));
    expect(editor.text()).toBe('# 日本\nafter');
  });

  it('an input method gives up its text and leaves what was there', async () => {
    const { editor, at } = open('one\ntwo');
    at(3);
    const method = inputMethod();
    await method.compose('に');
    await method.compose('');
    await ended();
    expect(editor.text()).toBe('one\ntwo');
  });
});
