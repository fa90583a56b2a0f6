import { expect, test } from 'vitest';
import type { RowKey } from '#shared/kinds/row.ts';
import { editableField } from './editable-field.ts';

test.each<[string, RowKey, unknown, [string, string] | null]>([
  ['the name of a project', 'project:1', { id: 1, name: 'Work' }, ['Project Name', 'Work']],
  ['the name of a file', 'resource:3', { id: 3, name: 'Plan' }, ['Name', 'Plan']],
  ['the title of a prompt', 'prompt:2', { id: 2, title: 'Greeting' }, ['Prompt Title', 'Greeting']],
  ['a text', 'prompt:2', { id: 2, content: 'words' }, ['Text', 'words']],
  ['a deletion', 'resource:3', { id: 3 }, null],
  ['nothing that can be read', 'project:1', 'x', null],
])('%s is mended under the name that its own dialog gives it', (_, target, args, expected) => {
  const field = editableField({ args, target });
  expect(field === null ? null : [field.label, field.text]).toEqual(expected);
});

test('the other words stay as they were said', () => {
  const args = { id: 3, name: 'Plan', description: 'long' };
  expect(editableField({ args, target: 'resource:3' })?.withText('Plan B')).toEqual({
    ...args,
    name: 'Plan B',
  });
});
