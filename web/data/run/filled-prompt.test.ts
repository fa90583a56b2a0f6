import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatFromMessages } from '#shared/templates/chat.ts';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { keepValueDraft } from '../drafts/value-drafts.ts';
import { memoryDrafts } from '../testing/memory-drafts-scene.ts';
import { filledPrompt } from './filled-prompt.ts';

let library: Library;
let users = 0;
beforeEach(async () => {
  users += 1;
  const user = { id: users, username: `ada ${users}`, displayName: 'Ada' };
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  library = await openLibrary(user, { random, now: () => 0, drafts: memoryDrafts() });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
});
afterEach(() => library.db.close());

const add = (id: number, title: string, content: string) =>
  commit(library, 'createPrompt', { id, title, content, projectId: 1 });
const from = { promptId: 2, versionId: null, setId: null };
const filledOf = async (shown: string | null) => {
  const filled = await filledPrompt(library, from, shown);
  if (filled === null || filled === 'tooLarge') throw new Error('The prompt was not filled.');
  return filled;
};

test('a text is one message of the user, with its snippets inserted and its variables filled', async () => {
  await add(3, 'Signature', 'Yours, {{who}}');
  await add(2, 'Letter', 'Dear {{name | default: Ada}},\n{{> Letters/Signature}}');
  keepValueDraft(library, 2, { values: { who: 'Grace', other: 'unused' }, unsaved: [] });
  expect(await filledPrompt(library, from, null)).toMatchObject({
    messages: [{ role: 'user', content: 'Dear Ada,\nYours, Grace' }],
    ...{ values: { who: 'Grace' }, missing: [], problems: [], settings: {} },
  });
});

test('the text in the editor counts before the stored one, and what lacks a value is named', async () => {
  await add(2, 'Letter', 'stored');
  const filled = await filledOf('Dear {{name}}');
  expect(filled).toMatchObject({ messages: [{ content: 'Dear {{name}}' }], missing: ['name'] });
  const other = await filledOf(null);
  expect(other.textHash).not.toBe(filled.textHash);
});

test('a value that would make more of the text than a page can hold is not filled in', async () => {
  await add(2, 'Letter', '{{part}}'.repeat(1_000));
  keepValueDraft(library, 2, { values: { part: 'x'.repeat(20_000) }, unsaved: [] });
  expect(await filledPrompt(library, from, null)).toBe('tooLarge');
});

test('a chat is sent as its messages, in roles that every model has', async () => {
  const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;
  await add(2, 'Chat', chatFromMessages(roles.map((role) => ({ role, content: `I am ${role}` }))));
  const filled = await filledOf(null);
  expect(filled.messages).toEqual([
    { role: 'system', content: 'I am system' },
    { role: 'system', content: 'I am developer' },
    { role: 'user', content: 'I am user' },
    { role: 'assistant', content: 'I am assistant' },
    { role: 'user', content: 'I am tool' },
  ]);
});

test('a version is sent with the settings that it was saved with, and a value set with its values', async () => {
  await add(2, 'Letter', 'Now {{name}}');
  const version = { promptId: 2, id: 4, content: 'Then {{name}}', description: '' };
  await commit(library, 'saveVersion', { ...version, settings: { temperature: 0.5 } });
  await commit(library, 'setAttributes', {
    id: 2,
    valueSets: [{ id: 9, name: 'A', values: { name: 'Ada' } }],
  });
  expect(await filledPrompt(library, { promptId: 2, versionId: 4, setId: 9 }, 'in the editor')).toMatchObject(
    {
      messages: [{ role: 'user', content: 'Then Ada' }],
      ...{ settings: { temperature: 0.5 }, values: { name: 'Ada' } },
    },
  );
});

test.each([
  ['prompt', { promptId: 99, versionId: null, setId: null }],
  ['version', { promptId: 2, versionId: 99, setId: null }],
  ['value set', { promptId: 2, versionId: null, setId: 99 }],
])('a %s that is gone is no prompt to send', async (_name, gone) => {
  await add(2, 'Letter', 'text');
  expect(await filledPrompt(library, gone, null)).toBeNull();
});
