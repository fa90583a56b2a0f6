import { expect, test } from 'vitest';
import type { RowKey } from '#shared/kinds/row.ts';
import type { MutationName } from '#shared/mutations/registry.ts';
import { describeEntry } from './describe-entry.ts';

const names: Readonly<Record<string, string>> = {
  'project:5': 'Work',
  'prompt:1': 'Greeting',
  'resource:3': 'Plan',
  'testCase:4': 'Known',
};

test.each<[MutationName, unknown, RowKey, string]>([
  ['createProject', { id: 5, name: 'Work' }, 'project:5', "New project 'Work'"],
  ['renameProject', { id: 5, color: 'red' }, 'project:5', "Color of 'Work'"],
  ['renameProject', { id: 5, name: 'Home' }, 'project:5', "Rename of 'Work' to 'Home'"],
  ['deleteProject', { id: 5 }, 'project:5', "Deletion of project 'Work'"],
  ['createPrompt', { id: 1, title: 'Hello' }, 'prompt:1', "New prompt 'Hello'"],
  ['updatePrompt', { id: 1, title: 'Hello' }, 'prompt:1', "Rename of 'Greeting' to 'Hello'"],
  ['updatePrompt', { id: 1, notes: 'x' }, 'prompt:1', "Notes of 'Greeting'"],
  ['setAttributes', { id: 1, addTags: ['x'] }, 'prompt:1', "Labels, values or tags of 'Greeting'"],
  [
    'setAttributes',
    { id: 1, labels: [{ label: 'staging' }] },
    'prompt:1',
    "Move of the label 'staging' of 'Greeting'",
  ],
  ['setContent', { id: 1, content: 'x' }, 'prompt:1', "Text of 'Greeting'"],
  ['deletePrompt', { id: 1 }, 'prompt:1', "Deletion of prompt 'Greeting'"],
  [
    'saveVersion',
    { promptId: 1, id: 9, description: 'shorter' },
    'prompt:1',
    "New version of 'Greeting': shorter",
  ],
  ['saveVersion', { promptId: 1, id: 9 }, 'prompt:1', "New version of 'Greeting': "],
  ['editVersion', { promptId: 1, id: 9 }, 'version:9', "Edit of an earlier version of 'Greeting'"],
  ['reviewVersion', { promptId: 1, id: 9 }, 'version:9', "Review of a conflict in 'Greeting'"],
  ['deleteVersion', { promptId: 1, id: 9 }, 'version:9', "Deletion of a version of 'Greeting'"],
  ['deleteVersions', { promptId: 1, versionIds: [8, 9] }, 'prompt:1', "Deletion of 2 versions of 'Greeting'"],
  ['deleteVersions', { promptId: 1 }, 'prompt:1', "Deletion of 0 versions of 'Greeting'"],
  [
    'createTestCase',
    { promptId: 1, id: 4, name: 'Greets' },
    'testCase:4',
    "New test case 'Greets' of 'Greeting'",
  ],
  [
    'updateTestCase',
    { promptId: 1, id: 4, notes: 'n' },
    'testCase:4',
    "Change of test case 'Known' of 'Greeting'",
  ],
  ['deleteTestCase', { promptId: 1, id: 4 }, 'testCase:4', "Deletion of test case 'Known' of 'Greeting'"],
  ['moveProject', { id: 5, position: 'a' }, 'project:5', "Place of 'Work' in the list"],
  ['movePrompt', { id: 1, projectId: 6 }, 'prompt:1', "Move of 'Greeting' to another project"],
  ['keepRun', { promptId: 1, id: 6 }, 'keptRun:6', "Kept run of 'Greeting'"],
  [
    'updateKeptRun',
    { promptId: 1, id: 6, note: 'n' },
    'keptRun:6',
    "Rating or note of a kept run of 'Greeting'",
  ],
  ['deleteKeptRun', { promptId: 1, id: 6 }, 'keptRun:6', "Deletion of a kept run of 'Greeting'"],
  [
    'setAttributes',
    { id: 1, labels: [{ label: 'staging' }, { label: 'production' }] },
    'prompt:1',
    "Labels, values or tags of 'Greeting'",
  ],
  ['createResource', { id: 3, name: 'Plan B' }, 'resource:3', "New file 'Plan B'"],
  ['updateResource', { id: 3, name: 'Plan B' }, 'resource:3', "Name or description of 'Plan'"],
  ['deleteResource', { id: 3 }, 'resource:3', "Deletion of file 'Plan'"],
  ['setUiState', { stateKey: 'open_prompt_ids' }, 'uiState:open_prompt_ids', 'Open tabs'],
  ['setUiState', { stateKey: 'expanded_project_ids' }, 'uiState:expanded_project_ids', 'Expanded projects'],
  ['deletePrompt', { id: 7 }, 'prompt:7', 'Deletion of prompt something unnamed'],
  ['createProject', 'nothing that can be read', 'project:5', 'New project something unnamed'],
])('%s with %j about %s is called "%s"', (name, args, target, text) => {
  expect(describeEntry({ name, args, target }, (key) => names[key])).toBe(text);
});
