import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clipboardTurn } from '../../../ui/testing/clipboard-turn.ts';
import { openScene, pasteElsewhere, type Scene } from './source-editor-scene.ts';
import { longPrompt } from './source-samples.ts';

const PASTE = '{Control>}v{/Control}';
const COPY = '{Control>}c{/Control}';
const SELECT_ALL = '{Control>}a{/Control}';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

beforeEach(clipboardTurn);

afterEach(() => {
  scene?.close();
  scene = undefined;
});

describe('copying', () => {
  it('copying takes a megabyte at once', async () => {
    const text = longPrompt(1_000_000);
    const { press, editor } = open(text);
    await press(SELECT_ALL + COPY);
    const pasted = await pasteElsewhere();
    // Not the texts: a difference of a megabyte is not to be read.
    expect({ length: pasted.length, isText: pasted === text }).toEqual({ length: text.length, isText: true });
    editor.focus();
    await press(SELECT_ALL + PASTE);
    expect(editor.text() === text).toBe(true);
  });
});
