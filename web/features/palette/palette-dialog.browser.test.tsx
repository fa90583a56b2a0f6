import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Resource } from '#shared/model/resource.ts';
import type { Commands } from '../../ui/commands.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import type { PaletteContents } from './palette-entries.tsx';

let drawn: Drawn | undefined;
let finishReading: () => void;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => drawn?.close());

const at = '2026-01-01T00:00:00.000Z';
const prompt = (id: number, title: string, projectId = 1) => ({ id, title, projectId, createdAt: at });
const contract: Resource = {
  id: 31,
  projectId: 1,
  name: 'contract.pdf',
  originalFilename: 'contract.pdf',
  description: '',
  fileType: 'application/pdf',
  fileSize: 9,
  sha256: '0'.repeat(64),
  available: true,
  createdAt: at,
  updatedAt: at,
};
const library: PaletteContents = {
  outline: {
    projects: [
      { id: 1, name: 'Letters', color: 'teal', createdAt: at },
      { id: 2, name: 'Reports', color: 'red', createdAt: at },
    ],
    prompts: [
      prompt(11, 'Answer'),
      prompt(12, 'Bid farewell'),
      prompt(13, 'Weekly answers', 2),
      prompt(14, 'Café', 2),
    ],
  },
  recentPromptIds: [13, 99, 12],
  versions: [
    { id: 22, version: 2, description: 'Shorter, for the newsletter', labels: ['production'] },
    { id: 21, version: 1, description: '', labels: [] },
  ],
  labels: [
    { label: 'production', versionId: 22 },
    { label: 'staging', versionId: null },
  ],
  openVersionId: null,
  files: [contract],
};

function open(contents: PaletteContents = library, { readsLate = false } = {}) {
  const calls: string[] = [];
  const commands: Commands = {
    newPrompt: () => calls.push('new prompt'),
    undo: () => calls.push('undo'),
    reopenTab: () => calls.push('reopen'),
  };
  function Scene() {
    const [isOpen, setIsOpen] = useState(false);
    const [isComplete, setIsComplete] = useState(!readsLate);
    finishReading = () => setIsComplete(true);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <PaletteDialog
          open={isOpen}
          contents={isComplete ? contents : { ...contents, versions: [], files: [] }}
          isComplete={isComplete}
          commandsNow={() => commands}
          openingCommands={[]}
          onClose={() => setIsOpen(false)}
          onGoTo={({ kind, id }) => calls.push(`${kind} ${id} from ${document.activeElement?.id}`)}
          focusAfterJump={() => document.getElementById('text')}
        />
        <input id="text" />
      </>
    );
  }
  drawn = draw(<Scene />);
  return calls;
}

async function openedBy(contents?: PaletteContents, options?: { readsLate: boolean }) {
  const calls = open(contents, options);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(field()).toHaveFocus();
  return calls;
}

const field = () => page.getByRole('combobox', { name: 'Command, prompt, project, version or file' });
const options = () => page.getByRole('option');
const names = () =>
  options()
    .elements()
    .map((option) => option.textContent);
const active = () => page.getByRole('option', { selected: true });
const activeIs = (name: RegExp) =>
  expect.element(page.getByRole('option', { name, selected: true })).toBeInTheDocument();

describe('before anything is typed', () => {
  test('the palette shows the prompts opened last, newest first, and the commands that are possible', async () => {
    await openedBy();
    const list = page.getByRole('listbox', { name: 'Commands and names' });
    await expect.element(list.getByText('Opened last')).toBeVisible();
    await expect.element(list.getByText('Commands', { exact: true })).toBeVisible();
    expect(names()).toEqual([
      'Weekly answers Reports, Prompt',
      'Bid farewell Letters, Prompt',
      'New Prompt, Command',
      'UndoCtrlZ, Command',
      'Reopen closed tab, Command',
    ]);
    await activeIs(/^Weekly answers/);
  });

  test('the palette shows no heading above what there is none of', async () => {
    await openedBy({ ...library, recentPromptIds: [] });
    await expect.element(page.getByText('Commands', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Opened last')).not.toBeInTheDocument();
  });
});

describe('what is typed', () => {
  test.each([
    ['answ', ['Answer Letters, Prompt', 'Weekly answers Reports, Prompt'], 'prompt 11 from text'],
    ['repo', ['Reports Project'], 'project 2 from'],
    ['version 1', ['Version 1 Of this prompt, Version'], 'version 21 from text'],
    ['newsletter', ['Version 2 production · Shorter, for the newsletter, Version'], 'version 22 from text'],
    ['production', ['Version 2 production · Shorter, for the newsletter, Version'], 'version 22 from text'],
    ['contr', ['contract.pdf Letters, File'], 'file 31 from text'],
    ['cafe', ['Café Reports, Prompt'], 'prompt 14 from text'],
  ])('what is typed finds by name, and Enter goes to the first: %s', async (query, first, call) => {
    const calls = await openedBy();
    await userEvent.keyboard(query);
    await activeIs(new RegExp(`^${first[0]?.slice(0, query.length)}`));
    expect(names().slice(0, first.length)).toEqual(first);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(() => calls.join()).toContain(call);
    await expect.element(page.getByRole('textbox')).toHaveFocus();
  });

  test('the letters that were found are marked', async () => {
    await openedBy();
    await userEvent.keyboard('bfw');
    await activeIs(/^Bid farewell/);
    const marks = [...active().element().querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['B', 'f', 'w']);
  });

  test('a command runs once the focus is back where it was', async () => {
    const calls = await openedBy();
    await userEvent.keyboard('undo{Enter}');
    await expect.poll(() => calls).toEqual(['undo']);
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('a label is put on the newest version, or on the one whose number is typed', async () => {
    const calls = await openedBy();
    await userEvent.keyboard('put');
    await activeIs(/^Put "staging" on Version 2/);
    const moves = () => names().filter((name) => name.startsWith('Put'));
    expect(moves()).toEqual(['Put "staging" on Version 2 now on no version, Command']);
    await userEvent.keyboard(' prod 1');
    await activeIs(/^Put "production" on Version 1/);
    expect(moves()).toEqual(['Put "production" on Version 1 now on Version 2, Command']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls.join()).toContain('label 21');
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('nothing is chosen where nothing is found, and the palette says so', async () => {
    const calls = await openedBy();
    await userEvent.keyboard('zzz');
    await expect.element(page.getByText(/^Nothing has this name/)).toBeVisible();
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test('Enter waits until the files and versions were read, and then chooses what is found first', async () => {
    const calls = await openedBy(library, { readsLate: true });
    await userEvent.keyboard('contr{Enter}');
    await expect.element(field()).toHaveFocus();
    expect(calls).toEqual([]);
    finishReading();
    await expect.poll(() => calls).toEqual(['file 31 from text']);
  });

  test('a choice that waits is taken back by the next letter, and one that an arrow went to does not wait', async () => {
    const calls = await openedBy(library, { readsLate: true });
    await userEvent.keyboard('answ{Enter}e');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => calls).toEqual(['prompt 13 from text']);
  });

  test('how many were found is announced', async () => {
    await openedBy();
    await userEvent.keyboard('answer');
    await expect.element(page.getByText('2 results')).toBeInTheDocument();
  });
});

describe('the keys', () => {
  test('arrows walk round, and the field names the active option', async () => {
    await openedBy();
    await userEvent.keyboard('{ArrowUp}');
    await activeIs(/^Reopen closed tab/);
    expect(field().element().getAttribute('aria-activedescendant')).toBe(active().element().id);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await activeIs(/^Bid farewell/);
    await userEvent.keyboard('{PageDown}');
    await activeIs(/^Reopen closed tab/);
  });

  test('Escape closes, and the focus is where it was', async () => {
    const calls = await openedBy();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
    expect(calls).toEqual([]);
  });

  test('the key that opens the palette closes it too', async () => {
    await openedBy();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('the closed tab is reopened by the key that browsers have for it', async () => {
    const calls = await openedBy();
    const key = new KeyboardEvent('keydown', { key: 'T', ctrlKey: true, shiftKey: true, bubbles: true });
    field().element().dispatchEvent(key);
    await expect.poll(() => calls).toEqual(['reopen']);
  });

  test.each([
    { when: 'in the same task', later: queueMicrotask },
    { when: 'in the next one', later: (press: () => void) => setTimeout(press) },
  ])('a key that follows the opening $when does what it would do later', async ({ later }) => {
    const calls = open();
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
    const opener = page.getByRole('button', { name: 'Open' });
    await expect.element(opener).toBeVisible();
    const button = opener.element() as HTMLElement;
    button.focus();
    const press = ({ target }: FocusEvent) => later(() => target?.dispatchEvent(enter));
    document.addEventListener('focusin', press, { once: true });
    button.click();
    await expect.poll(() => calls).toHaveLength(1);
    expect(calls[0]).toContain('prompt 13 from');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox')).toHaveFocus();
  });

  test.each([
    ['most browsers', { keyCode: 13, isComposing: true }],
    ['Safari, after the composition', { keyCode: 229, isComposing: false }],
  ])('Enter that ends a word of an input method chooses nothing: %s', async (_browser, reported) => {
    const calls = await openedBy();
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...reported });
    field().element().dispatchEvent(key);
    await userEvent.keyboard('{ArrowDown}');
    await activeIs(/^Bid farewell/);
    expect(calls).toEqual([]);
  });
});

test('a press chooses, and the field keeps the focus until then', async () => {
  const calls = await openedBy();
  await page.getByRole('option', { name: /^Bid farewell/ }).hover();
  await activeIs(/^Bid farewell/);
  await expect.element(field()).toHaveFocus();
  await page.getByRole('option', { name: /^Bid farewell/ }).click();
  await expect.poll(() => calls).toEqual(['prompt 12 from text']);
});

test('of ten thousand prompts the rows in sight are drawn, and the last one can be reached', async () => {
  const prompts = Array.from({ length: 10_000 }, (_, index) => prompt(1000 + index, `Prompt ${index}`));
  await openedBy({ ...library, outline: { ...library.outline, prompts } });
  await userEvent.keyboard('prompt');
  await expect.element(active()).toHaveAttribute('aria-setsize', '10001');
  expect(options().elements().length).toBeLessThan(40);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(active()).toHaveAttribute('aria-posinset', '10001');
  await expect.element(active()).toBeInViewport();
});

test('on a phone the palette is as wide as the window, and can be closed by a press', async () => {
  await page.viewport(390, 844);
  await openedBy();
  expect(page.getByRole('dialog').element().getBoundingClientRect().width).toBe(390);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
