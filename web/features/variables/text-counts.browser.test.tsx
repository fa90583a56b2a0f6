import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { Chakra } from '../../ui/chakra.tsx';
import { ShownCounts } from './text-counts.tsx';
import { changingText, openedLibrary, promptId } from './variables-panel-scene.tsx';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function counts(text: string) {
  const { library, forget } = await openedLibrary(text);
  const element = document.createElement('div');
  document.body.append(element);
  const source = changingText(text);
  const root = createRoot(element);
  root.render(
    <Chakra>
      <ShownCounts library={library} promptId={promptId} source={source} />
    </Chakra>,
  );
  closings.push(async () => {
    root.unmount();
    element.remove();
    await forget();
  });
  return { library, source };
}

test('the words are counted as one types, and the rest is there on a press', async () => {
  const { source } = await counts('One two');
  await expect.element(page.getByRole('button', { name: '2 words' })).toBeVisible();
  source.write('One two\nthree');
  await page.getByRole('button', { name: '3 words' }).click();
  await expect.element(page.getByRole('row', { name: 'Characters 13' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Lines 2' })).toBeVisible();
});

test('the change since the newest version is shown', async () => {
  const { library, source } = await counts('One two');
  const version = { promptId, id: 9, content: 'One two', description: '' };
  await commit(library, 'saveVersion', version);
  source.write('One two three');
  await page.getByRole('button', { name: '3 words' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Since version 1' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Words 3 +1' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Lines 1 no change' })).toBeVisible();
});

test('a large text is counted too', async () => {
  await counts('word '.repeat(50_000));
  await expect.element(page.getByRole('button', { name: '50,000 words' })).toBeVisible();
});
