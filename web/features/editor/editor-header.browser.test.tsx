import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { openPane, type PaneScene, promptId } from './editor-pane-scene.tsx';

let scene: PaneScene | undefined;
afterEach(() => scene?.close());

const title = page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'A prompt' });
const field = page.getByRole('textbox', { name: 'Prompt Title' });
const storedTitle = async (pane: PaneScene) => (await pane.library.db.prompts.get(promptId))?.row.title;

async function pane(acts: Record<string, (word: string) => void> = {}): Promise<PaneScene> {
  scene = await openPane('one', { props: { acts } });
  return scene;
}

test('the title is changed where it stands: Enter saves it, and says what it is now', async () => {
  const renamed: string[] = [];
  const opened = await pane({ renamed: (now) => void renamed.push(now) });
  await title.click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Another one{Enter}');
  await expect.poll(() => storedTitle(opened)).toBe('Another one');
  expect(renamed).toEqual(['Another one']);
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(title).toHaveFocus();
});

test('Escape leaves the title as it is, and leaving the field saves it', async () => {
  const opened = await pane();
  await title.click();
  await userEvent.keyboard('Never{Escape}');
  await expect.element(title).toHaveFocus();
  expect(await storedTitle(opened)).toBe('A prompt');
  await title.click();
  await userEvent.keyboard('Left');
  await opened.outside.click();
  await expect.poll(() => storedTitle(opened)).toBe('Left');
});

test('a title that cannot be is refused in words, and what was typed stays', async () => {
  const opened = await pane();
  await title.click();
  await field.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => opened.toasts.at(-1)?.description).toBe('Prompt title is required');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(await storedTitle(opened)).toBe('A prompt');
});

test('the tags of a prompt stand beside its title, and a press lists the prompts with one', async () => {
  const shown: string[] = [];
  const opened = await pane({ showTag: (tag) => void shown.push(tag) });
  opened.widen(900);
  await commit(opened.library, 'setAttributes', { id: promptId, addTags: ['mail', 'two words'] });
  const tags = page.getByRole('list', { name: 'Tags' });
  await expect.element(tags).toMatchTextContent('#mail#two words');
  await page.getByRole('button', { name: 'Show prompts with the tag two words' }).click();
  expect(shown).toEqual(['two words']);
});
