// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { resolveText, textSourceKey, watchResolved } from './resolve-text.ts';

const opened: Library[] = [];

/** Two prompts in the project "Mail"; "Footer" has two versions, of which the first is labelled. */
async function library(): Promise<Library> {
  let word = 1;
  const made = await openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
  opened.push(made);
  await commit(made, 'createProject', { id: 1, name: 'Mail', color: 'red' });
  await prompt(made, 2, { title: 'Letter', content: 'Dear {name}' });
  await prompt(made, 3, { title: 'Footer', content: 'now' });
  await commit(made, 'saveVersion', { promptId: 3, id: 31, content: 'first', description: '' });
  await commit(made, 'saveVersion', { promptId: 3, id: 32, content: 'second', description: '' });
  const labels = [{ label: 'production', versionId: 31, from: null, device: 'here' }];
  await commit(made, 'setAttributes', { id: 3, labels });
  await commit(made, 'setContent', { id: 3, content: 'now' });
  return made;
}

function prompt(made: Library, id: number, { title, content }: { title: string; content: string }) {
  return commit(made, 'createPrompt', { id, title, content, projectId: 1 });
}

async function resolved(made: Library, text: string) {
  const { text: result, problems } = await resolveText(made, { key: textSourceKey(2, null), text });
  return { text: result, problems: problems.map(({ kind }) => kind) };
}

afterEach(() => {
  for (const made of opened.splice(0)) made.db.close();
});

describe('a reference is resolved from the library', () => {
  test.each([
    ['{{> Mail/Footer}}', 'now'],
    ['{{> Mail/Footer@1}}', 'first'],
    ['{{> Mail/Footer@2}}', 'second'],
    ['{{> Mail/Footer@production}}', 'first'],
    ['{{> Mail/Footer@latest}}', 'second'],
    ['a {{> Mail/Footer}} b {{> Mail/Footer@1}}', 'a now b first'],
    ['nothing', 'nothing'],
  ])('%s is %s', async (text, expected) => {
    expect(await resolved(await library(), text)).toEqual({ text: expected, problems: [] });
  });

  test.each([
    ['{{> Mail/Nobody}}', 'missing'],
    ['{{> Post/Footer}}', 'missing'],
    ['{{> Mail/Footer@3}}', 'missing'],
    ['{{> Mail/Footer@staging}}', 'missing'],
    ['{{> Mail/Letter}}', 'cycle'],
    ['{{> Mail/Twice}}', 'ambiguous'],
  ])('%s stays, as %s', async (text, kind) => {
    const made = await library();
    await prompt(made, 4, { title: 'Twice', content: '' });
    await prompt(made, 5, { title: 'Twice', content: '' });
    expect(await resolved(made, text)).toEqual({ text, problems: [kind] });
  });
});

describe('a reference that names nothing, or several, keeps no other from being resolved', () => {
  test.each([
    ['{{> Mail/Nobody}} {{> Mail/Footer@production}}', '{{> Mail/Nobody}} first', ['missing']],
    ['{{> Mail/Twice}} {{> Mail/Footer}}', '{{> Mail/Twice}} now', ['ambiguous']],
    ['{{> Mail/Footer@9}} {{> Mail/Footer@1}}', '{{> Mail/Footer@9}} first', ['missing']],
    ['{{> Mail/Footer@none}} {{> Mail/Other}}', '{{> Mail/Footer@none}} other', ['missing']],
    ['{{> Mail/Footer@production}} {{> Mail/Other}}', 'first other', []],
  ])('%s', async (text, expected, kinds) => {
    const made = await library();
    await prompt(made, 4, { title: 'Twice', content: '' });
    await prompt(made, 5, { title: 'Twice', content: '' });
    await prompt(made, 6, { title: 'Other', content: 'other' });
    expect(await resolved(made, text)).toEqual({ text: expected, problems: kinds });
  });

  test('however many there are', async () => {
    const made = await library();
    const missing = Array.from({ length: 400 }, (_, at) => `{{> Mail/None ${at}}}`).join('');
    const { text, problems } = await resolved(made, `${missing}{{> Mail/Footer}}`);
    expect(text).toBe(`${missing}now`);
    expect(problems).toHaveLength(100);
  });
});

test('snippets of snippets are read through all levels, and each text once', async () => {
  const made = await library();
  for (let level = 0; level < 15; level += 1) {
    const content = level === 14 ? 'end' : `${level} {{> Mail/${level + 1}}} {{> Mail/${level + 1}}}`;
    await prompt(made, 100 + level, { title: `${level}`, content });
  }
  const { text, problems } = await resolved(made, '{{> Mail/12}}');
  expect({ text, problems }).toEqual({ text: '12 13 end end 13 end end', problems: [] });
});

test('beyond a thousand texts a reference stays, as too large', async () => {
  const made = await library();
  const many = Array.from({ length: 1_010 }, (_, at) => `{{> Mail/${at}}}`);
  const row = (await made.db.prompts.get(2))?.row;
  if (row === undefined) throw new Error('the prompt is missing');
  await made.db.prompts.bulkPut(
    many.map(
      (_, at) =>
        ({
          type: 'prompt',
          id: 100 + at,
          row: { ...row, id: 100 + at, title: `${at}`, content: 'x' },
        }) as never,
    ),
  );
  const prompts = many.map((_, at) => ({ id: 100 + at, title: `${at}`, createdAt: '', projectId: 1 }));
  await made.db.outline.add({ piece: JSON.stringify({ projects: [], prompts }) });
  const { text, problems } = await resolved(made, many.join(''));
  expect(text.startsWith('x'.repeat(990))).toBe(true);
  expect(problems.length).toBeGreaterThan(5);
  expect(new Set(problems)).toEqual(new Set(['too-large']));
});

test('whoever watches a text receives it again when a snippet, a label or a name changes', async () => {
  const made = await library();
  const texts: string[] = [];
  let wake: () => void = () => undefined;
  const until = async (text: string) => {
    while (texts.at(-1) !== text) await new Promise<void>((resolve) => (wake = resolve));
  };
  const root = { key: textSourceKey(2, null), text: '{{> Mail/Footer}} {{> Mail/Footer@production}}' };
  const stop = watchResolved(made, root, {
    listener({ text }) {
      texts.push(text);
      wake();
    },
  });
  await until('now first');
  await commit(made, 'setContent', { id: 3, content: 'later', base: 'now' });
  await until('later first');
  const labels = [{ label: 'production', versionId: 32, from: 31, device: 'here' }];
  await commit(made, 'setAttributes', { id: 3, labels });
  await until('later second');
  await commit(made, 'updatePrompt', { id: 3, title: 'End' });
  await until(root.text);
  stop();
});

test('a text without references is passed on at once, and nothing is read for it', async () => {
  const made = await library();
  made.db.close();
  const texts: string[] = [];
  watchResolved(made, { key: 'k', text: 'Dear {{name}}' }, { listener: ({ text }) => texts.push(text) });
  expect(texts).toEqual(['Dear {{name}}']);
});
