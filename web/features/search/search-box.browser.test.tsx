import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { openLibrary } from '../../data/database/library.ts';
import type { FoundPrompt, SearchResult } from '../../data/search/prompt-search.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { searchBeside } from './search-beside.ts';
import { SearchBox } from './search-box.tsx';

let drawn: Drawn | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => drawn?.close());

const field = () => page.getByRole('combobox', { name: 'Search prompts' });
const prompt = (id: number, title: string, snippet = 'a Terminal here'): FoundPrompt => ({
  id,
  title,
  snippet,
  projectId: 1,
  projectName: 'Tools',
  match: { place: 'text', version: null },
  words: ['terminal'],
});
const all = { choices: { tags: [], labels: [] }, leftOut: 0 };
const two: SearchResult = { ...all, count: 2, prompts: [prompt(1, 'Terminal'), prompt(2, 'Linux')] };

/** `answers`: what each query finds; a query that is not among them fails. */
function open(
  answers: Record<string, SearchResult | Promise<SearchResult>> = { terminal: two, te: two, t: two },
) {
  const asked: string[] = [];
  const chosen: number[] = [];
  const listed: string[] = [];
  const prepared: number[] = [];
  const toasts: string[] = [];
  const scene = draw(<p>not yet</p>, { width: '480px' });
  drawn = scene;
  scene.show(
    <SearchBox
      clock={scene.clock}
      search={async (query) => {
        asked.push(query);
        const found = answers[query];
        if (found === undefined) throw new Error('broken');
        return found;
      }}
      onPrepare={() => prepared.push(asked.length)}
      onChoose={({ id }) => chosen.push(id)}
      onShowAll={(query, choose) => {
        listed.push(query);
        choose(prompt(9, 'From the list'));
      }}
      notify={({ title, description }) => toasts.push(`${title}: ${description}`)}
    />,
  );
  return {
    asked,
    chosen,
    listed,
    prepared,
    toasts,
    pass: (milliseconds: number) => scene.clock.pass(milliseconds),
  };
}

test('the search box searches half a second after the last key, from two characters on', async () => {
  const { asked, prepared, pass } = open();
  await expect.element(field()).toHaveAttribute('placeholder', 'Search prompt content...');
  await field().fill('t');
  pass(1000);
  await field().fill('te');
  pass(499);
  expect(asked).toEqual([]);
  pass(1);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  expect(asked).toEqual(['te']);
  expect(prepared).toEqual([0]);
  const [first] = page.getByRole('option').all();
  await expect.element(first ?? field()).toHaveTextContent('Terminala Terminal hereMatch found in Tools');
  expect(document.querySelector('mark')?.textContent).toBe('Te');
});

test('a word in the other Unicode form is marked as it stands in the text', async () => {
  const found = { ...all, count: 1, prompts: [prompt(1, 'Coffee', 'Un cafe\u0301 noir')] };
  const { pass } = open({ 'caf\u00e9': found });
  await field().fill('caf\u00e9');
  pass(500);
  await expect.element(page.getByRole('option', { name: /^Coffee/ })).toBeVisible();
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['cafe\u0301']);
});

test('each word that was found is marked in any order, and a note, a tag and a version are named', async () => {
  const at = (id: number, match: FoundPrompt['match']) => ({
    ...prompt(id, `T${id}`, 'a Terminal on Linux'),
    match,
  });
  const prompts = [
    at(1, { place: 'note', version: null }),
    at(2, { place: 'tag', version: null }),
    at(3, { place: 'version', version: { id: 31, version: 4 } }),
  ];
  const { pass } = open({ 'linux terminal': { ...all, count: 3, prompts } });
  await field().fill('linux terminal');
  pass(500);
  await expect.element(page.getByText('Found 3 prompts')).toBeVisible();
  const shown = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
  expect(shown.slice(0, 3)).toEqual([
    'T1a Terminal on LinuxMatch found in Tools · in a note',
    'T2a Terminal on LinuxMatch found in Tools · by a tag',
    'T3a Terminal on LinuxMatch found in Tools · in version 4',
  ]);
  expect([...document.querySelectorAll('mark')].slice(0, 2).map((mark) => mark.textContent)).toEqual([
    ...['Terminal', 'Linux'],
  ]);
});

test('a slash outside of texts and Ctrl+Shift+F lead to the search box, which is typed over then', async () => {
  open();
  await field().fill('te');
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveValue('te/');
  const leave = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();
  leave();
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('a');
  await expect.element(field()).toHaveValue('a');
  leave();
  await userEvent.keyboard('{Control>}{Shift>}F{/Shift}{/Control}');
  await expect.element(field()).toHaveFocus();
});

test('Enter searches at once, also for a single character', async () => {
  const { asked, pass } = open();
  await field().fill('t');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  pass(1000);
  expect(asked).toEqual(['t']);
});

test('the search box shows that it is searching, and drops an answer that comes too late', async () => {
  const slow = Promise.withResolvers<SearchResult>();
  const { pass } = open({ te: slow.promise, terminal: two });
  await field().fill('te');
  pass(500);
  await expect.element(page.getByText('Searching...')).toBeVisible();
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  slow.resolve({ ...all, count: 0, prompts: [] });
  await slow.promise;
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
});

test('the arrow keys walk through what was found, Enter opens it and clears the search', async () => {
  const { chosen, pass } = open();
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(page.getByRole('option', { name: /^Linux/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}');
  expect(chosen).toEqual([2]);
  await expect.element(field()).toHaveValue('');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('a result is opened by a press too', async () => {
  const { chosen, pass } = open();
  await field().fill('terminal');
  pass(500);
  await page.getByRole('option', { name: /^Linux/ }).click();
  expect(chosen).toEqual([2]);
});

test('the clear button and Escape reset the search, and shorter text clears what was found', async () => {
  const { pass } = open();
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(field()).toHaveValue('');
  await expect.element(field()).toHaveFocus();
  await expect.element(page.getByText('Found 2 prompts')).not.toBeInTheDocument();
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  await field().fill('t');
  await expect.element(page.getByText('Found 2 prompts')).not.toBeInTheDocument();
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Found 2 prompts')).not.toBeInTheDocument();
  await expect.element(field()).toHaveValue('terminal');
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).toHaveValue('');
});

test('a search that fails says so in a toast, and the next one works', async () => {
  const { toasts, pass } = open();
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await field().fill('broken');
  pass(500);
  await expect.poll(() => toasts).toEqual(['Search failed: Failed to search prompts. Please try again.']);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 2 prompts')).toBeVisible();
});

test('the foot of what was found leads to the list of all of it, where choosing clears the search too', async () => {
  const { pass, listed, chosen } = open({ terminal: { ...two, count: 120 } });
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 120 prompts')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  const foot = page.getByRole('option', { name: 'All results…' });
  await expect.element(foot).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect([listed, chosen]).toEqual([['terminal'], [9]]);
  await expect.element(field()).toHaveValue('');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await field().fill('terminal');
  pass(500);
  await foot.click();
  expect(listed).toEqual(['terminal', 'terminal']);
});

test('the search box says when nothing is found, and offers no list of that', async () => {
  const { pass } = open({ nowhere: { ...all, count: 0, prompts: [] } });
  await field().fill('nowhere');
  pass(500);
  await expect.element(page.getByText('Found 0 prompts')).toBeVisible();
  await expect.element(page.getByText('No prompt has all of these words.')).toBeVisible();
  expect(page.getByRole('option').elements()).toEqual([]);
});

test('the dropdown of a search is 300 pixels tall at most, and scrolls', async () => {
  const twelve = Array.from({ length: 12 }, (_, index) => prompt(index + 1, `Terminal ${index + 1}`));
  const { pass } = open({ terminal: { ...all, count: 12, prompts: twelve } });
  await field().fill('terminal');
  pass(500);
  await expect.element(page.getByText('Found 12 prompts')).toBeVisible();
  const dropdown = document.querySelector('.search-results');
  expect(dropdown?.getBoundingClientRect().height).toBe(300);
  expect(dropdown?.scrollHeight).toBeGreaterThan(300);
});

test('the thread beside the page searches the library that lies on this device', async () => {
  const library = await openLibrary(
    { id: 77, username: 'searcher', displayName: 'Searcher' },
    { random: (words) => crypto.getRandomValues(words), now: Date.now },
  );
  await commit(library, 'createProject', { id: 1, name: 'Tools', color: 'red' });
  await commit(library, 'createPrompt', {
    id: 2,
    title: 'Linux',
    content: 'act as a TERMINAL',
    projectId: 1,
  });
  const timers: (() => void)[] = [];
  const beside = searchBeside(library, {
    after(_milliseconds, act) {
      timers.push(act);
      return () => {};
    },
  });
  beside.prepare();
  expect(await beside.search('terminal')).toMatchObject({
    count: 1,
    prompts: [{ id: 2, projectName: 'Tools' }],
  });
  await commit(library, 'setContent', { id: 2, content: 'act as a shell' });
  expect(await beside.search('terminal')).toMatchObject({ count: 0, prompts: [] });
  // An editor that has not saved yet does so for the search.
  const typed = library.typed.add(async () => {
    await commit(library, 'setContent', { id: 2, content: 'act as a shell, just typed' });
    typed.setPending(false);
  });
  typed.setPending(true);
  expect(await beside.search('just typed')).toMatchObject({ count: 1 });
  typed.stop();
  // After minutes without a search the thread ends, and the next search begins another one.
  timers.at(-1)?.();
  expect(await beside.search('shell')).toMatchObject({ count: 1 });
  // A thread that takes no question: a search that waits for it fails, and another thread begins.
  const refuse = () => {
    throw new DOMException('The worker is gone.', 'InvalidStateError');
  };
  const refused = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(refuse);
  beside.prepare();
  refused.mockImplementationOnce(refuse);
  await expect(beside.search('shell')).rejects.toThrow('The worker is gone.');
  expect(await beside.search('shell')).toMatchObject({ count: 1 });
  refused.mockRestore();
  beside.stop();
  await deleteLibraryOf(library);
});

test('the search box has a button that leaves it where it lies over the header', async () => {
  open();
  const leave = page.getByRole('button', { name: 'Close search' });
  await field().click();
  await expect.element(field()).toHaveFocus();
  expect(leave.elements()).toEqual([]);
  await page.viewport(390, 844);
  await leave.click();
  await expect.element(field()).not.toHaveFocus();
  await expect.element(leave).not.toBeInTheDocument();
  await field().fill('te');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect.element(field()).toHaveFocus();
  await expect.element(leave).toBeVisible();
});
