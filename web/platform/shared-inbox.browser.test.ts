import { afterEach, expect, test } from 'vitest';
import { sharedFiles, sharedInbox } from './shared-inbox.ts';

const scope = `${location.origin}/inbox-of-a-test/`;
const inbox = sharedInbox(scope, caches);
afterEach(inbox.clear);

const contents = (files: readonly File[]) =>
  Promise.all(files.map(async (file) => [file.name, file.type, await file.text()]));

test('what was shared is kept in its order, to the byte, until it is cleared', async () => {
  expect(await inbox.list()).toEqual([]);
  expect(await inbox.add([new File(['one\r\n'], 'Grüße, 100 %.md', { type: 'text/markdown' })])).toBe(0);
  expect(
    await sharedInbox(scope, caches).add([new File(['{}'], 'b.json', { type: 'application/json' })]),
  ).toBe(0);
  expect(await contents(await inbox.list())).toEqual([
    ['Grüße, 100 %.md', 'text/markdown', 'one\r\n'],
    ['b.json', 'application/json', '{}'],
  ]);
  await inbox.clear();
  expect(await inbox.list()).toEqual([]);
});

test('an inbox that is full leaves out what comes after, and counts it', async () => {
  const files = Array.from({ length: 103 }, (_, index) => new File([`${index}`], `${index}.txt`));
  expect(await inbox.add(files)).toBe(3);
  expect(await inbox.add([new File(['more'], 'more.txt')])).toBe(1);
  expect(await inbox.list()).toHaveLength(100);
});

function form(fields: Readonly<Record<string, string | File>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
}

test.each([
  ['a text with a title', { title: 'Idea', text: 'Write it.' }, [['Idea.txt', 'Write it.']]],
  [
    'a text with an address',
    { text: 'See', url: 'https://a.example/' },
    [['See.txt', 'See\nhttps://a.example/']],
  ],
  ['a title alone', { title: 'Remember the milk' }, [['Remember the milk.txt', 'Remember the milk']]],
  [
    'a file with its name as the title',
    { title: 'a.md', files: new File(['# A'], 'a.md') },
    [['a.md', '# A']],
  ],
  [
    'a file with a text',
    { text: 'why', files: new File(['# A'], 'a.md') },
    [
      ['a.md', '# A'],
      ['why.txt', 'why'],
    ],
  ],
  ['blanks', { text: ' \n ' }, [['Shared text.txt', ' \n ']]],
  ['nothing', {}, []],
])('%s is shared as the files that it is', async (_what, fields: Record<string, string | File>, expected) => {
  const files = await contents(sharedFiles(form(fields)));
  expect(files.map(([name, , text]) => [name, text])).toEqual(expected);
});
