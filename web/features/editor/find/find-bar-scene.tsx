import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { openPane, type PaneScene } from '../editor-pane-scene.tsx';

export const scenes: PaneScene[] = [];

export async function pane(content: string): Promise<PaneScene> {
  await page.viewport(1280, 720);
  const scene = await openPane(content);
  scenes.push(scene);
  return scene;
}

export const bar = page.getByRole('region', { name: 'Find in the text' });
export const field = bar.getByRole('textbox', { name: 'Find', exact: true });
export const status = bar.getByRole('status');

/** Ctrl+F with nothing selected, at the beginning of the text. */
export async function find(scene: PaneScene, text: string): Promise<void> {
  await scene.type('{Control>}{Home}f{/Control}');
  await expect.element(field).toHaveFocus();
  await field.fill(text);
}

export function marked(name: 'found-match' | 'found-current'): string[] {
  return Array.from(CSS.highlights.get(name) ?? [], (range) => {
    const text = new Range();
    text.setStart(range.startContainer, range.startOffset);
    text.setEnd(range.endContainer, range.endOffset);
    return text.toString();
  });
}
