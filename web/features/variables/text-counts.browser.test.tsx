import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import { draw } from '../../ui/testing/drawn.tsx';
import { ShownCounts } from './text-counts.tsx';
import { changingText, openedLibrary, promptId } from './variables-panel-scene.tsx';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function counts(text: string) {
  const { library, forget } = await openedLibrary(text);
  const source = changingText(text);
  const drawn = draw(
    <Lent library={library}>
      <ShownCounts promptId={promptId} versionId={null} source={source} />
    </Lent>,
  );
  closings.push(async () => {
    drawn.close();
    localStorage.removeItem('preferences');
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

test('the tokens come before the words, and both count the snippets of the text', async () => {
  const { library, source } = await counts('One two');
  await expect.element(page.getByRole('button', { name: '2 tokens · 2 words', exact: true })).toBeVisible();
  const rules = { id: 3, title: 'Rules', content: 'three four five', projectId: 1 };
  await commit(library, 'createPrompt', rules);
  source.write('One two {{> Letters/Rules}}');
  const all = (words: number) =>
    page.getByRole('button', { name: `${words} tokens · ${words} words, with snippets`, exact: true });
  await expect.element(all(5)).toBeVisible();
  await commit(library, 'setContent', { id: 3, content: 'three four', base: rules.content });
  await expect.element(all(4)).toBeVisible();
  await all(4).click();
  await expect.element(page.getByRole('columnheader', { name: 'With snippets' })).toBeVisible();
});

test('a large text is counted too', async () => {
  await counts('word '.repeat(50_000));
  await expect.element(page.getByRole('button', { name: '50,000 words' })).toBeVisible();
});

test('tokens are counted in the encoding of this device, with their change since the newest version', async () => {
  const { library, source } = await counts('One two <|endoftext|>');
  await commit(library, 'saveVersion', { promptId, id: 9, content: 'One two', description: '' });
  await page.getByRole('button', { name: '3 words' }).click();
  await expect.element(page.getByRole('row', { name: 'Tokens o200k_base 9 +7' })).toBeVisible();
  source.write('One two');
  await expect.element(page.getByRole('row', { name: 'Tokens o200k_base 2 no change' })).toBeVisible();
});

test('another encoding is chosen in the preferences', async () => {
  localStorage.setItem('preferences', '{"tokenEncoding":"cl100k_base"}');
  await counts('Übermäßig');
  await page.getByRole('button', { name: '1 word' }).click();
  await expect.element(page.getByRole('row', { name: 'Tokens cl100k_base 5' })).toBeVisible();
});
