import type { ChangeAndSelection, TextSelection, Toggled } from './text-change.ts';
import { toggleFence, toggleList } from './toggle-lines.ts';

export type TextFormat = 'bold' | 'italic' | 'list' | 'code' | 'variable';

/** Without a selection there is nothing to name a variable by; the name is selected, ready to be typed over. */
const variableName = 'name';

/**
 * Formats the selection, or takes the format away where the selection has it already. Spec section 4: bold is **,
 * italic *, a list "- " before every selected line, code ``` fences around the selected lines, a variable braces:
 * {name}, or {{name}} where the prompt already uses double ones.
 */
export function toggleFormat(text: string, selection: TextSelection, format: TextFormat): Toggled {
  const within = clamped(text, selection);
  const { change, selection: after } = changeFor(text, within, format);
  const changed = `${text.slice(0, change.from)}${change.insert}${text.slice(change.to)}`;
  return { text: changed, selection: after, change };
}

function changeFor(text: string, selection: TextSelection, format: TextFormat): ChangeAndSelection {
  switch (format) {
    case 'bold':
      return toggleStars(text, selection, 2);
    case 'italic':
      return toggleStars(text, selection, 1);
    case 'variable':
      return toggleVariable(text, selection);
    case 'list':
      return toggleList(text, selection);
    case 'code':
      return toggleFence(text, selection);
  }
}

function clamped(text: string, { from, to }: TextSelection): TextSelection {
  const within = (place: number) => Math.max(0, Math.min(place, text.length));
  return { from: within(Math.min(from, to)), to: within(Math.max(from, to)) };
}

/** One star is italic, two are bold, three are both: an odd number holds italic, two or more hold bold. */
function toggleStars(text: string, selection: TextSelection, width: 1 | 2): ChangeAndSelection {
  const core = coreOf(text, selection, { open: '*', close: '*' });
  const isFormatted = width === 1 ? core.marks % 2 === 1 : core.marks >= 2;
  return isFormatted
    ? unwrapped(text, core, width)
    : wrapped(text, core, { open: '*'.repeat(width), close: '*'.repeat(width) });
}

function toggleVariable(text: string, selection: TextSelection): ChangeAndSelection {
  const core = coreOf(text, selection, { open: '{', close: '}' });
  if (core.marks > 0) return unwrapped(text, core, Math.min(core.marks, 2));
  const marks = /\{\{[^{}]*\}\}/.test(text) ? { open: '{{', close: '}}' } : { open: '{', close: '}' };
  if (core.from < core.to) return wrapped(text, core, marks);
  const from = core.from + marks.open.length;
  return {
    change: { from: core.from, to: core.to, insert: `${marks.open}${variableName}${marks.close}` },
    selection: { from, to: from + variableName.length },
  };
}

type Marks = { open: string; close: string };

/** The text that the marks would enclose, and how many already do, inside the selection or just outside. */
type Core = TextSelection & { marks: number };

function coreOf(text: string, selection: TextSelection, { open, close }: Marks): Core {
  let { from, to } = withoutOuterSpace(text, selection);
  const selected = text.slice(from, to);
  const isOnlyMarks = [...selected].every((character) => character === open || character === close);
  if (!isOnlyMarks) {
    while (text[from] === open) from += 1;
    while (text[to - 1] === close) to -= 1;
  }
  let marks = 0;
  while (text[from - marks - 1] === open && text[to + marks] === close) marks += 1;
  return { from, to, marks };
}

/** "** word **" is not bold in Markdown: the marks go to the words. */
function withoutOuterSpace(text: string, { from, to }: TextSelection): TextSelection {
  const selected = text.slice(from, to);
  if (selected.trim() === '') return { from, to };
  return {
    from: from + selected.length - selected.trimStart().length,
    to: to - selected.length + selected.trimEnd().length,
  };
}

function wrapped(text: string, { from, to }: TextSelection, { open, close }: Marks): ChangeAndSelection {
  return {
    change: { from, to, insert: `${open}${text.slice(from, to)}${close}` },
    selection: { from: from + open.length, to: to + open.length },
  };
}

function unwrapped(text: string, { from, to }: TextSelection, width: number): ChangeAndSelection {
  return {
    change: { from: from - width, to: to + width, insert: text.slice(from, to) },
    selection: { from: from - width, to: to - width },
  };
}
