import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { choosePromptItem, openLibraryScene } from '../open-library-scene.tsx';

export async function rename(prompt: string, title: string): Promise<void> {
  await choosePromptItem(prompt, 'Rename');
  await page.getByRole('textbox', { name: 'Prompt Title' }).fill(title);
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
}

/** The libraries of one test file; in that of `openWithReference` "Answer" is inserted by "Congratulate". */
export function referencesScene() {
  const { open } = openLibraryScene();
  const openWithReference = async () => {
    const { library } = await open();
    await commit(library, 'setContent', { id: 13, content: 'Dear Ada\n{{> Letters/Answer}}' });
    return library;
  };
  return { openWithReference };
}

export const dialog = page.getByRole('dialog', { name: 'Update references' });
