import { describe, expect, test } from 'vitest';
import type { Outline } from '../../data/rows/outline.ts';
import {
  closePrompts,
  emptyWorkspace,
  existing,
  expandProject,
  expandProjectAlone,
  forgetProject,
  joinWorkspace,
  keepTab,
  lookAtPrompt,
  openPrompt,
  repairWorkspace,
  selectProject,
  showNewPrompt,
  startWorkspace,
  toggleProject,
  type Workspace,
} from './workspace-rules.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const outlineOf = (projects: number[], prompts: [id: number, projectId: number][] = []): Outline => ({
  projects: projects.map((id) => ({ id, name: `P${id}`, color: 'red', createdAt })),
  prompts: prompts.map(([id, projectId]) => ({ id, title: `T${id}`, createdAt, projectId })),
});
const workspace = (changes: Partial<Workspace>): Workspace => ({ ...emptyWorkspace, ...changes });

const library = outlineOf(
  [1, 2, 3],
  [
    [11, 1],
    [12, 1],
    [21, 2],
  ],
);

test('a project that is opened alone is selected, and all others are collapsed', () => {
  const before = workspace({ selectedProjectId: 1, expandedProjectIds: [1, 2], openPromptIds: [11] });
  expect(expandProjectAlone(before, 3)).toEqual({ ...before, selectedProjectId: 3, expandedProjectIds: [3] });
});

describe('the end of a first fill', () => {
  const begun = workspace({ selectedProjectId: 1, expandedProjectIds: [1] });
  const restored = workspace({
    ...{ selectedProjectId: 2, expandedProjectIds: [2, 3] },
    ...{ openPromptIds: [21, 11], selectedPromptId: 21 },
  });
  test.each<[string, Workspace, Partial<Workspace>]>([
    ['what was left open elsewhere is open where a person did nothing meanwhile', begun, restored],
    [
      'a prompt that was opened meanwhile stays selected, after those that were left open',
      openPrompt(openPrompt(begun, 12), 11),
      { ...restored, openPromptIds: [21, 11, 12], selectedPromptId: 11 },
    ],
    [
      'a project that was selected meanwhile stays selected and expanded',
      selectProject(begun, 3),
      { ...restored, selectedProjectId: 3 },
    ],
    [
      'a project that was expanded meanwhile stays expanded beside those of elsewhere',
      { ...begun, expandedProjectIds: [1, 7] },
      { ...restored, expandedProjectIds: [2, 3, 7] },
    ],
  ])('%s', (_rule, before, expected) => {
    expect(joinWorkspace(before, { begun, restored })).toEqual(workspace(expected));
  });
});

describe('the start', () => {
  test.each<[string, { open: number[]; expanded: number[] }, Partial<Workspace>]>([
    [
      'a first start selects and expands the first project',
      { open: [], expanded: [] },
      { selectedProjectId: 1, expandedProjectIds: [1] },
    ],
    [
      'what was open is open in its order, and the first of it is selected',
      { open: [21, 11], expanded: [2] },
      { selectedProjectId: 1, openPromptIds: [21, 11], selectedPromptId: 21, expandedProjectIds: [2] },
    ],
    [
      'what no longer exists is dropped, and what was saved twice stands once',
      { open: [99, 11, 11], expanded: [98, 3, 3] },
      { selectedProjectId: 1, openPromptIds: [11], selectedPromptId: 11, expandedProjectIds: [3] },
    ],
    [
      'where every expanded project is gone, the selected one is expanded',
      { open: [], expanded: [98, 99] },
      { selectedProjectId: 1, expandedProjectIds: [1] },
    ],
  ])('%s', (_rule, saved, expected) => {
    expect(startWorkspace(library, saved)).toEqual(workspace(expected));
  });

  test('an empty library selects nothing', () => {
    expect(startWorkspace(outlineOf([]), { open: [11], expanded: [1] })).toEqual(emptyWorkspace);
  });
});

describe('a change of the library by whoever', () => {
  const before = workspace({
    selectedProjectId: 1,
    selectedPromptId: 11,
    openPromptIds: [11, 21],
    expandedProjectIds: [1, 2],
  });

  test.each<[string, Workspace, Outline, Partial<Workspace>]>([
    [
      'a deleted project is neither selected nor expanded any more',
      before,
      outlineOf([2, 3]),
      { selectedProjectId: null, expandedProjectIds: [2] },
    ],
    [
      'where the last expanded one goes, the selected one is expanded',
      { ...before, expandedProjectIds: [2] },
      outlineOf([1, 3]),
      { selectedProjectId: 1, expandedProjectIds: [1] },
    ],
    [
      'where the selected one went too, the first one is expanded, and none is selected',
      { ...before, expandedProjectIds: [1] },
      outlineOf([2, 3]),
      { selectedProjectId: null, expandedProjectIds: [2] },
    ],
    [
      'another device closes no tab, not even of what it deleted',
      before,
      outlineOf([1, 2, 3]),
      { openPromptIds: [11, 21], selectedPromptId: 11 },
    ],
  ])('%s', (_rule, from, outline, expected) => {
    expect(repairWorkspace(from, outline)).toEqual({ ...from, ...expected });
  });

  test('the first project of an empty library is selected and expanded', () => {
    expect(repairWorkspace(emptyWorkspace, outlineOf([7]))).toEqual(
      workspace({ selectedProjectId: 7, expandedProjectIds: [7] }),
    );
  });

  test('nothing to repair is the same workspace, so that nothing is drawn or saved again', () => {
    expect(repairWorkspace(before, library)).toBe(before);
  });
});

describe('what a person does', () => {
  const before = workspace({
    selectedProjectId: 1,
    selectedPromptId: 11,
    openPromptIds: [11, 12, 21],
    expandedProjectIds: [1, 2],
  });

  test.each<[string, Workspace | null, Partial<Workspace> | null]>([
    [
      'selecting a collapsed project expands it',
      selectProject(before, 3),
      { selectedProjectId: 3, expandedProjectIds: [1, 2, 3] },
    ],
    ['selecting an expanded project leaves it expanded', selectProject(before, 2), { selectedProjectId: 2 }],
    [
      'opening a project by its name selects it',
      toggleProject(before, 3),
      { selectedProjectId: 3, expandedProjectIds: [1, 2, 3] },
    ],
    ['collapsing never changes the selection', toggleProject(before, 1), { expandedProjectIds: [2] }],
    [
      'the last expanded project cannot be collapsed',
      toggleProject({ ...before, expandedProjectIds: [2] }, 2),
      null,
    ],
    [
      'the project of a prompt that is opened is expanded, and not selected',
      expandProject(before, 3),
      { expandedProjectIds: [1, 2, 3] },
    ],
    ['a project that is expanded already stays as it is', expandProject(before, 1), {}],
    ['opening an open prompt selects it where it stands', openPrompt(before, 21), { selectedPromptId: 21 }],
    [
      'opening another one adds a tab at the end',
      openPrompt(before, 99),
      { selectedPromptId: 99, openPromptIds: [11, 12, 21, 99] },
    ],
    [
      'closing the selected tab selects the first that remains',
      closePrompts({ ...before, selectedPromptId: 21 }, [21]),
      { selectedPromptId: 11, openPromptIds: [11, 12] },
    ],
    [
      'closing another tab leaves the selection alone',
      closePrompts(before, [21]),
      { selectedPromptId: 11, openPromptIds: [11, 12] },
    ],
    [
      'a new prompt is open and its row can be seen',
      showNewPrompt({ ...before, expandedProjectIds: [1] }, { id: 31, projectId: 3 }),
      { selectedPromptId: 31, openPromptIds: [11, 12, 21, 31], expandedProjectIds: [1, 3] },
    ],
    [
      'deleting the selected project clears the selection and closes its prompts',
      forgetProject(before, { id: 1, promptIds: [11, 12] }),
      { selectedProjectId: null, selectedPromptId: 21, openPromptIds: [21] },
    ],
    [
      'deleting another project leaves the selection alone',
      forgetProject(before, { id: 2, promptIds: [21] }),
      { openPromptIds: [11, 12] },
    ],
  ])('%s', (_rule, after, expected) => {
    expect(after).toEqual(expected === null ? null : { ...before, ...expected });
  });

  test('a look replaces the one before in its place, and leaves tabs that stay', () => {
    const first = lookAtPrompt(workspace({ openPromptIds: [11, 12], selectedPromptId: 11 }), 13);
    expect(first).toMatchObject({ openPromptIds: [11, 12, 13], selectedPromptId: 13, previewPromptId: 13 });
    const moved = { ...first, openPromptIds: [13, 11, 12] };
    expect(lookAtPrompt(moved, 14)).toMatchObject({ openPromptIds: [14, 11, 12], previewPromptId: 14 });
    expect(lookAtPrompt(moved, 11)).toMatchObject({ openPromptIds: [13, 11, 12], selectedPromptId: 11 });
    const kept = keepTab(moved, 13);
    expect(lookAtPrompt(kept, 14)).toMatchObject({ openPromptIds: [13, 11, 12, 14], previewPromptId: 14 });
    expect(keepTab(moved, 11)).toBe(moved);
    expect(closePrompts(moved, [13])).toMatchObject({ openPromptIds: [11, 12], previewPromptId: null });
  });

  test('closing the last tab selects nothing', () => {
    const one = workspace({ openPromptIds: [11], selectedPromptId: 11 });
    expect(closePrompts(one, [11])).toEqual(emptyWorkspace);
  });
});

test('a list for the next start holds each id once, in its order, and only what exists', () => {
  expect(existing([3, 9, 1, 3], library.projects)).toEqual([3, 1]);
});
