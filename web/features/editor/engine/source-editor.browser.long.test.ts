import { afterEach, describe, expect, it } from 'vitest';
import { openScene, type Scene } from './source-editor-scene.ts';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

afterEach(() => {
  scene?.close();
  scene = undefined;
});

describe('typing', () => {
  it('typing goes on at the right place after hundreds of new lines', async () => {
    const { editor, press } = open('');
    await press('a{Enter}'.repeat(130));
    await press('end');
    expect(editor.text()).toBe(`${'a\n'.repeat(130)}end`);
  });
});
