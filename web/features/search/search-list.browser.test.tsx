import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { createPromptSearch } from '../../data/search/prompt-search.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { Lent, openedScreen } from '../../session/lent-library-scene.tsx';
import { pageClock } from '../../ui/clock.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import type { ListedSearch } from './listed-search.ts';
import { SearchList } from './search-list.tsx';

let drawn: Drawn | undefined;
let library: Library;
let now = Date.parse('2026-01-01T12:00:00Z');

beforeEach(async () => {
  await page.viewport(1280, 800);
  now = Date.parse('2026-01-01T12:00:00Z');
  library = await openLibrary(
    { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' },
    { random: (words) => crypto.getRandomValues(words), now: () => now },
  );
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createProject', { id: 2, name: 'Reports', color: 'red' });
  const add = (id: number, title: string, content: string, projectId = 1) =>
    commit(library, 'createPrompt', { id, title, content, projectId });
  await add(11, 'Answer', 'a kind letter');
  await add(12, 'Bid farewell', 'a letter that is kind');
  await add(13, 'Kind letter', 'x', 2);
  await commit(library, 'setAttributes', { id: 12, addTags: ['mail'] });
  now = Date.parse('2026-03-01T12:00:00Z');
  const version = { id: 31, promptId: 11, content: 'a kind letter', description: 'one' };
  await commit(library, 'saveVersion', version);
  await commit(library, 'setAttributes', {
    id: 11,
    labels: [{ label: 'production', versionId: 31, from: null, device: 'desk' }],
  });
});
afterEach(async () => {
  drawn?.close();
  await deleteLibraryOf(library);
});

function open(query: string, search: ListedSearch['search'] = createPromptSearch(library.db)) {
  const acts: string[] = [];
  const request: ListedSearch = {
    ...{ query, search },
    onChoose: ({ title }) => acts.push(title),
    focusAfterChoice: () => null,
  };
  const scene = draw(<p>not yet</p>);
  drawn = scene;
  scene.show(
    <Lent library={library} clock={pageClock(window)}>
      <SearchList {...openedScreen} request={request} onClose={() => acts.push('closed')} />
    </Lent>,
  );
  return { acts, toasts: scene.toasts };
}

const list = () => page.getByRole('dialog', { name: 'Search in all prompts' });
const field = () => list().getByRole('combobox', { name: 'Words, or a phrase in quotes' });
const count = (words: string) => list().getByRole('status').getByText(words);
const rows = () => list().getByRole('listbox', { name: 'Found prompts' }).getByRole('option');
const titles = () =>
  rows()
    .elements()
    .map((row) => row.querySelector('.found-title')?.textContent);

test('the list of a search begins with what was typed, walks by the arrow keys and opens what Enter chooses', async () => {
  const { acts } = open('letter kind');
  await expect.element(count('Found 3 prompts')).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.poll(titles).toEqual(['Kind letter', 'Answer', 'Bid farewell']);
  await userEvent.keyboard('{ArrowDown}{PageDown}{ArrowUp}');
  await expect
    .element(list().getByRole('option', { name: /^Answer/ }))
    .toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => acts).toEqual(['Answer', 'closed']);
});

test('a result of the list is opened by a press, and marks what was found', async () => {
  const { acts } = open('"kind letter"');
  await expect.element(count('Found 2 prompts')).toBeVisible();
  const row = list().getByRole('option', { name: /^Answer/ });
  await expect.element(row).toBeVisible();
  expect([...row.element().querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'kind letter',
  ]);
  await row.click();
  expect(acts).toEqual(['Answer', 'closed']);
});

test('the list is filtered by project, tag, label and date', async () => {
  open('letter');
  await expect.element(count('Found 3 prompts')).toBeVisible();
  const narrowed = async (name: string, value: string, expected: string[]) => {
    const select = list().getByRole('combobox', { name, exact: true });
    await select.selectOptions(value);
    await expect.poll(titles).toEqual(expected);
    await select.selectOptions('');
    await expect.element(count('Found 3 prompts')).toBeVisible();
  };
  await narrowed('Project', '2', ['Kind letter']);
  await narrowed('Tag', 'mail', ['Bid farewell']);
  await narrowed('Label', 'production', ['Answer']);
  await list().getByLabelText('Saved since').fill('2026-02-01');
  await expect.poll(titles).toEqual(['Answer']);
  await list().getByLabelText('Saved since').fill('');
  await expect.element(count('Found 3 prompts')).toBeVisible();
});

test('the list says what to type, and when nothing is found', async () => {
  open('');
  await expect.element(count('Type what to look for.')).toBeVisible();
  await field().fill('kind nowhere');
  await expect.element(count('No prompt has all of these words.')).toBeVisible();
  expect(titles()).toEqual([]);
});

test('of very many results the list shows a thousand, and draws those in sight', async () => {
  const prompt = {
    ...{ title: 'T', snippet: 'a letter', projectId: 1, projectName: 'Letters', words: ['letter'] },
    match: { place: 'text', version: null } as const,
  };
  const asked: unknown[] = [];
  open('letter', async (_query, options) => {
    asked.push(options?.most);
    const prompts = Array.from({ length: 1_000 }, (_, id) => ({ ...prompt, id: id + 1 }));
    return { count: 5_000, prompts, choices: { tags: [], labels: [] }, leftOut: 3 };
  });
  const leftOut = '3 old versions are searched by their description alone';
  await expect.element(count(`The first 1,000 of 5,000 prompts · ${leftOut}`)).toBeVisible();
  await expect.element(rows().nth(9)).toBeVisible();
  expect(asked).toEqual([1_000]);
  expect(rows().elements().length).toBeLessThan(40);
});

test('a search of the list that fails says so in a toast, and the next one works', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  let isBroken = true;
  const search = createPromptSearch(library.db);
  const { toasts } = open('letter', async (query, options) => {
    if (isBroken) throw new Error('broken');
    return search(query, options);
  });
  await expect.poll(() => toasts).toEqual([expect.stringContaining('Search failed')]);
  logged.mockRestore();
  isBroken = false;
  await field().fill('kind');
  await expect.element(count('Found 3 prompts')).toBeVisible();
});

test('Enter chooses nothing that the words before have found', async () => {
  const held = Promise.withResolvers<never>();
  const search = createPromptSearch(library.db);
  const { acts } = open('letter', (query, options) =>
    query === 'letter' ? search(query, options) : held.promise,
  );
  await expect.element(count('Found 3 prompts')).toBeVisible();
  await field().fill('another');
  await userEvent.keyboard('{Enter}');
  expect(acts).toEqual([]);
});

test('after a search that failed nothing is said to be searched for', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  open('letter', () => Promise.reject(new Error('The worker is gone.')));
  await expect.element(count('Searching...')).toBeVisible();
  await expect.element(count('Searching...')).not.toBeInTheDocument();
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
