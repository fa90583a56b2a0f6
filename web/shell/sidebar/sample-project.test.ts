/** Tests that the sample shows what a prompt can have, and that nothing of a person's own is taken for it. */
import { expect, test } from 'vitest';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { outlineOf, promptOf } from '../../data/queries/queries.ts';
import { resolveText, textSourceKey } from '../../data/queries/resolve-text.ts';
import { resourcesOf } from '../../data/resources/resources.ts';
import { openedLibrary } from '../../data/testing/server-rows-scene.ts';
import { versionsOf } from '../../data/testing/versions-scene.ts';
import { isUntouched, makeSample, sampleIn } from './sample-project.ts';

async function made() {
  const library = await openedLibrary();
  const opened = await makeSample(library);
  const sample = sampleIn(await outlineOf(library));
  if (sample === null) throw new Error('The sample was not found.');
  return { library, opened, sample };
}

async function promptCalled(library: Library, title: string) {
  const found = (await outlineOf(library)).prompts.find((prompt) => prompt.title === title);
  const prompt = await promptOf(library, found?.id ?? 0);
  if (prompt === undefined) throw new Error(`There is no ${title}.`);
  return prompt;
}

test('the sample has six prompts, each with something to look at', async () => {
  const { library, opened, sample } = await made();
  expect(sample.id).toBe(opened.projectId);
  expect((await outlineOf(library)).prompts.map(({ title }) => title)).toEqual([
    'Answer with sources',
    'Summarise a thread',
    'House style',
    'Reply to a customer',
    'Plan a week',
    'Answer from a file',
  ]);
  const first = await promptOf(library, opened.id);
  expect(first?.attributes?.valueSets).toHaveLength(2);

  const summary = await promptCalled(library, 'Summarise a thread');
  const [two, one] = await versionsOf(library, summary.id);
  expect(one?.content).not.toBe(two?.content);
  expect(summary.content).toBe(two?.content);
  const labels = summary.attributes?.labels?.map(({ label, versionId }) => [label, versionId]);
  expect(labels).toEqual([
    ['production', one?.id],
    ['staging', two?.id],
  ]);

  const chat = await promptCalled(library, 'Reply to a customer');
  const { text } = await resolveText(library, { key: textSourceKey(chat.id, null), text: chat.content });
  expect(text).toContain('Write short sentences.');

  const plan = await promptCalled(library, 'Plan a week');
  expect([plan.attributes?.tags, plan.notes]).toEqual([['planning'], expect.stringContaining('ten tasks')]);
  const files = await resourcesOf(library, opened.projectId);
  expect(files.map(({ resource }) => resource.name)).toEqual(['opening-hours.md']);
});

test('the sample is untouched until a person writes into it', async () => {
  const { library, sample } = await made();
  expect(await isUntouched(library, sample)).toBe(true);
  const plan = await promptCalled(library, 'Plan a week');
  await commit(library, 'updatePrompt', { id: plan.id, notes: '', baseNotes: plan.notes });
  expect(await isUntouched(library, sample)).toBe(false);
});

test('the sample is not untouched when a person has saved a version in it', async () => {
  const { library, sample, opened } = await made();
  const { content } = await promptCalled(library, 'Answer with sources');
  const version = { promptId: opened.id, id: library.newId(), content, description: 'Mine' };
  await commit(library, 'saveVersion', version);
  expect(await isUntouched(library, sample)).toBe(false);
});

test.each([
  ['a tag is put on it', { addTags: ['mine'] }],
  ['a value set is added', { valueSets: [{ id: 9, name: 'Mine', values: { product: 'tea' } }] }],
])('the sample is not untouched when %s', async (_, change) => {
  const { library, sample, opened } = await made();
  await commit(library, 'setAttributes', { id: opened.id, ...change });
  expect(await isUntouched(library, sample)).toBe(false);
});
