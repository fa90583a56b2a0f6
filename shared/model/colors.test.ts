import { expect, test } from 'vitest';
import {
  creationColors,
  defaultProjectColor,
  dotColor,
  NewProjectColor,
  ProjectColor,
  projectColors,
  sendableColor,
} from './colors.ts';

test('ten colours are offered for a new project, indigo is the default', () => {
  expect(creationColors).toEqual([
    'indigo',
    'red',
    'green',
    'yellow',
    'blue',
    'pink',
    'purple',
    'orange',
    'teal',
    'cyan',
  ]);
  expect(defaultProjectColor).toBe('indigo');
});

test('whatever either list of colours names can be drawn and stored', () => {
  const sidebarList = [
    'red',
    'blue',
    'green',
    'yellow',
    'purple',
    'orange',
    'teal',
    'pink',
    'lime',
    'indigo',
    'white',
    'black',
  ];
  expect(new Set(projectColors)).toEqual(new Set([...creationColors, ...sidebarList]));
  for (const color of projectColors) {
    expect(ProjectColor.parse(color)).toBe(color);
    expect(dotColor(color)).toBe(color);
  }
});

test.each([
  ['amber', 'yellow'],
  ['cyan', 'cyan'],
  ['emerald', 'green'],
  ['fuchsia', 'pink'],
  ['rose', 'red'],
  ['violet', 'purple'],
])('the old name %s is drawn and stored as %s', (old, color) => {
  expect(dotColor(old)).toBe(color);
  expect(NewProjectColor.parse(old)).toBe(color);
});

test.each(['chartreuse', '', 'INDIGO', 'constructor', '__proto__'])(
  'the unknown colour "%s" shows gray, and is refused for a new project',
  (unknown) => {
    expect(dotColor(unknown)).toBe('gray');
    expect(NewProjectColor.safeParse(unknown).success).toBe(false);
  },
);

test.each([
  ['red', 'red'],
  ['amber', 'yellow'],
  ['slate', 'indigo'],
  ['', 'indigo'],
])('a project of the stored colour "%s" is made anew in %s', (stored, color) => {
  expect(sendableColor(stored)).toBe(color);
});
