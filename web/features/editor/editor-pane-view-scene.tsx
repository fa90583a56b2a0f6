import { page } from 'vitest/browser';
import { openPane, type PaneScene } from './editor-pane-scene.tsx';
import './markdown/worker/color-code.ts';

export const scenes: PaneScene[] = [];

export async function viewed(content: string): Promise<PaneScene> {
  const scene = await openPane(content);
  scenes.push(scene);
  await scene.button('Switch to View mode').click();
  return scene;
}

export const rendered = page.getByRole('region', { name: 'Rendered Markdown' });

export function pageOf(): HTMLElement {
  const found = rendered.element().querySelector<HTMLElement>('.rendered-page');
  if (found === null) throw new Error('nothing is rendered');
  return found;
}
