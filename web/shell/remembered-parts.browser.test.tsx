import Dexie, { type Table } from 'dexie';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../data/commit/commit.ts';
import { type Library, openLibrary } from '../data/database/library.ts';
import type { MetaKey } from '../data/database/meta.ts';
import { readViewedPrompts, setPromptViewed } from '../data/database/viewed-prompts.ts';
import { changeLoopState, promptOf } from '../data/queries/queries.ts';
import { online, openLibraryScene, row } from './open-library-scene.tsx';

const { open, show } = openLibraryScene();
afterEach(() => vi.restoreAllMocks());

const text = page.getByRole('textbox', { name: 'Prompt content' });
const stopped = page.getByText('This screen stopped working');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** "Footer" has a version that is labelled; "Congratulate" refers to it and to "Other", in this text. */
async function openParts(content: string) {
  const scene = await open({ saved: { open: [13], expanded: [1] } });
  const { library } = scene;
  await commit(library, 'createProject', { id: 3, name: 'Parts', color: 'teal' });
  await commit(library, 'createPrompt', { id: 31, title: 'Footer', content: 'Footer now', projectId: 3 });
  await commit(library, 'createPrompt', { id: 32, title: 'Other', content: 'Other {{name}}', projectId: 3 });
  await commit(library, 'saveVersion', {
    promptId: 31,
    id: 41,
    content: 'Footer 1 {{day}}',
    description: '',
  });
  const labels = [{ label: 'production', versionId: 41, from: null, device: 'here' }];
  await commit(library, 'setAttributes', { id: 31, labels });
  for (const id of [33, 34])
    await commit(library, 'createPrompt', { id, title: 'Twice', content: '', projectId: 3 });
  await commit(library, 'setContent', { id: 13, content });
  return scene;
}

describe('a prompt with references, with its variables open and then in view mode', () => {
  test.each([
    ['{{> Parts/Footer@production}} {{> Parts/Other}}', ['Footer 1 day', 'Other name'], 2],
    [
      '{{> Parts/Nothing}} {{> Parts/Footer@production}}',
      ['There is no prompt Parts/Nothing', 'Footer 1 day'],
      1,
    ],
    ['{{> Parts/Twice}} {{> Parts/Other}}', ['Several prompts are named Parts/Twice', 'Other name'], 1],
    [
      '{{> Parts/Other@7}} {{> Parts/Other}}',
      ['There is no prompt or version Parts/Other@7', 'Other name'],
      1,
    ],
  ])('%s', async (content, shown, variables) => {
    await openParts(content);
    await expect.element(text).toMatchTextContent('Parts/');
    await button('Show Variables').click();
    await expect.element(page.getByText(`${variables} of ${variables} missing`)).toBeVisible();
    await button('Switch to View mode').click();
    const rendered = page.getByRole('region', { name: 'Rendered Markdown' });
    for (const words of shown) await expect.element(rendered).toMatchTextContent(words);
    expect(stopped.elements()).toEqual([]);
  });
});

/** Makes a table fail as it is read by key. */
function breakReads(table: Pick<Table, 'get'>): void {
  vi.spyOn(table, 'get').mockImplementation(() => Dexie.Promise.reject(new Error('This part is broken.')));
}

type Remembered = {
  readonly state: string;
  /** Leaves it on the device. */
  remember(library: Library): Promise<unknown>;
  /** Makes what it opens throw. */
  break(library: Library): void;
  readonly at?: string;
  /** The sentence about it on the screen. */
  readonly named: string;
};

const remembered: readonly Remembered[] = [
  {
    state: 'the view mode of a prompt',
    remember: (library) => setPromptViewed(library, { promptId: 13, viewed: true }),
    break: ({ db }) => breakReads(db.versions),
    named: 'The rendered view stopped working',
  },
  {
    state: 'the open tabs and the expanded projects',
    remember: async () => undefined,
    break: ({ db }) => breakReads(db.uiState),
    named: 'What was open last could not be opened again',
  },
];

describe('what a device remembers makes no start fail', () => {
  test.each(remembered)('$state', async ({ remember, break: breakPart, at = '/p/13', named }) => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => silent.mockRestore());
    const { library, close } = await openParts('{{> Parts/Footer@production}} {{> Parts/Other}}');
    await remember(library);
    close();
    breakPart(library);
    show(library, { at });
    await expect.element(page.getByText(named)).toBeVisible();
    await expect.element(text).toMatchTextContent('Parts/Footer@production');
    await expect.element(text).toBeVisible();
    await row('Letters').click();
    expect(stopped.elements()).toEqual([]);
  });

  test('the view mode that stopped working is forgotten, and can be chosen again', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => silent.mockRestore());
    const { library } = await openParts('{{> Parts/Footer@production}} {{> Parts/Other}}');
    breakReads(library.db.versions);
    await button('Switch to View mode').click();
    await expect.element(page.getByText('The rendered view stopped working')).toBeVisible();
    await expect.poll(() => readViewedPrompts(library)).toEqual([]);
    vi.restoreAllMocks();
    await button('Switch to View mode').click();
    const rendered = page.getByRole('region', { name: 'Rendered Markdown' });
    await expect.element(rendered).toMatchTextContent(/Footer 1 day.*Other name/);
  });

  test('a panel that throws is named beside the text, and can be tried again', async () => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => silent.mockRestore());
    const { library } = await openParts('{{> Parts/Footer@production}} {{> Parts/Other}}');
    breakReads(library.db.versions);
    await button('Show Variables').click();
    await expect.element(page.getByText(/The text could not be read/)).toBeVisible();
    await expect.element(text).toMatchTextContent('Parts/Footer@production');
    vi.restoreAllMocks();
    await button('Try again').click();
    await expect.element(page.getByText('2 of 2 missing')).toBeVisible();
    expect(page.getByText(/The text could not be read/).elements()).toEqual([]);
  });
});

describe('a library opens though something that is stored beside it cannot be read', () => {
  const keys = [
    ...(['account', 'cursor', 'acknowledged', 'history', 'heldFeed', 'loop', 'feedRead', 'leaving'] as const),
    ...(['ownActs', 'ownLabels', 'keptProjects', 'takeOver', 'takeOverPlan', 'fileLimit'] as const),
    ...(['viewedPrompts', 'tabs', 'binBytes'] as const),
  ] satisfies MetaKey[];

  test('not even where nothing of it can be read', async () => {
    const { library, close } = await openParts('Dear Ada');
    close();
    await library.db.meta.bulkPut(keys.map((key) => ({ key, value: [{ broken: [null] }] })));
    library.db.close();
    const reopened = await openLibrary(library.user, library.deps);
    onTestFinished(() => reopened.db.close());
    await changeLoopState(reopened, online);
    show(reopened, { at: '/p/13' });
    await expect.element(text).toMatchTextContent('Dear Ada');
    await userEvent.type(text, 'Yours, ');
    await expect.poll(async () => (await promptOf(reopened, 13))?.content).toContain('Yours, ');
    expect(stopped.elements()).toEqual([]);
  });
});
