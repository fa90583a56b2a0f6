import { afterEach, describe, expect, it } from 'vitest';
import { manyLines, openScene, type Scene } from './source-editor-scene.ts';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

afterEach(() => {
  scene?.close();
  scene = undefined;
});

describe('moving', () => {
  it('the caret goes through the whole text one line at a time', async () => {
    const { editor, at, press } = manyLines(open);
    at(0);
    await press('{ArrowDown>349/}');
    expect(editor.text().slice(editor.selection().from)).toBe('line 349');
    await press('{ArrowUp>349/}');
    expect(editor.selection().from).toBe(0);
  });
});
