import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openLibraryScene } from '../open-library-scene.tsx';

export const field = () => page.getByRole('combobox', { name: 'Command, prompt, project, version or file' });
export const tab = (name: string) => page.getByRole('tab', { name, exact: true });
export const text = () => page.getByRole('textbox', { name: 'Prompt content' });

const threeOpen = { open: [11, 12, 13], expanded: [1] };

/** The libraries of one test file; `opened` opens one with three prompts, and resolves once a text is shown. */
export function paletteScene() {
  const { open, show } = openLibraryScene();
  const opened = async (options: Parameters<typeof open>[0] = { saved: threeOpen }) => {
    const scene = await open(options);
    await expect.element(text()).toBeVisible();
    return scene;
  };
  return { opened, show };
}

export async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
}

export async function run(command: string): Promise<void> {
  await openPalette();
  await userEvent.keyboard(command);
  const active = page.getByRole('option', { name: new RegExp(`^${command}`, 'i'), selected: true });
  await expect.element(active).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).not.toBeInTheDocument();
}
