import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Drawn, draw } from '../testing/drawn.tsx';
import { eventually } from '../testing/eventually.ts';
import { CompareView, type CompareViewProps } from './compare-view.tsx';

let drawn: Drawn | undefined;
beforeEach(() => page.viewport(1280, 800));
afterEach(() => drawn?.close());

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `Rule ${from + at}: be kind.`).join('\n');
const before = `${lines(20)}\nAnswer in a formal tone.\n${lines(20, 21)}\nThe end.`;
const after = `${lines(20)}\nAnswer in a playful tone.\n${lines(20, 21)}\nThe end.\nReally.`;

function open(given: Partial<CompareViewProps> & { texts?: [string, string]; width?: number } = {}) {
  const { texts = [before, after], width = 1200, ...props } = given;
  drawn = draw(
    <CompareView
      before={{ name: 'Version 3', text: texts[0] }}
      after={{ name: 'Current text', text: texts[1] }}
      {...props}
    />,
    { width: `${width}px` },
  );
  return drawn;
}

const region = (one = 'Version 3', other = 'Current text') =>
  page.getByRole('region', { name: `Differences between ${one} and ${other}` });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The rows in sight as they are read: a cell for each side, or the button of a fold. */
function rows(): string[] {
  return [...document.querySelectorAll('.compare-row')].map((row) =>
    [...row.querySelectorAll('.compare-line')]
      .filter((line) => line.checkVisibility() && !line.hasAttribute('data-empty'))
      .map((line) => (line as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim())
      .concat([...row.querySelectorAll('button')].map((fold) => `(${fold.textContent})`))
      .join(' | '),
  );
}

test('two texts stand side by side, with a few lines around each change and folds for the rest', async () => {
  open();
  await expect.element(region()).toBeVisible();
  expect(rows()).toEqual([
    '(Show 17 unchanged lines)',
    '18 Rule 18: be kind. | 18 Rule 18: be kind.',
    '19 Rule 19: be kind. | 19 Rule 19: be kind.',
    '20 Rule 20: be kind. | 20 Rule 20: be kind.',
    '21 Removed: − Answer in a formal tone. | 21 Added: + Answer in a playful tone.',
    '22 Rule 21: be kind. | 22 Rule 21: be kind.',
    '23 Rule 22: be kind. | 23 Rule 22: be kind.',
    '24 Rule 23: be kind. | 24 Rule 23: be kind.',
    '(Show 15 unchanged lines)',
    '40 Rule 39: be kind. | 40 Rule 39: be kind.',
    '41 Rule 40: be kind. | 41 Rule 40: be kind.',
    '42 The end. | 42 The end.',
    '43 Added: + Really.',
  ]);
  await expect.element(page.getByText('2 changes')).toBeVisible();
  await expect.element(page.getByText('+2 −1 words')).toBeVisible();
});

test('the words that differ in a changed line are marked as a deletion and an insertion', async () => {
  open();
  await expect.element(page.getByRole('deletion')).toHaveTextContent('formal');
  await expect.element(page.getByRole('insertion')).toHaveTextContent('playful');
});

test('on a narrow place the sides stand one under the other, and what is the same is there once', async () => {
  open({ width: 600 });
  await expect.element(region()).toBeVisible();
  expect(rows().slice(3, 6)).toEqual([
    '20 Rule 20: be kind.',
    '21 Removed: − Answer in a formal tone. | 21 Added: + Answer in a playful tone.',
    '22 Rule 21: be kind.',
  ]);
});

test('a fold opens at a press, and the rows have the focus then', async () => {
  open();
  await button('Show 15 unchanged lines').click();
  await expect.element(page.getByText('Rule 30: be kind.').first()).toBeVisible();
  await expect.element(region()).toHaveFocus();
  await expect.element(button('Show 17 unchanged lines')).toBeVisible();
  await expect.element(button('Show 15 unchanged lines')).not.toBeInTheDocument();
});

test('buttons and keys go from change to change, around the end', async () => {
  open();
  await region().click();
  const current = () => document.querySelector('.compare-row[data-current]')?.textContent;
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(page.getByText('Change 1 of 2')).toBeVisible();
  expect(current()).toContain('playful');
  await button('Next change').click();
  await expect.element(page.getByText('Change 2 of 2')).toBeVisible();
  expect(current()).toContain('Really.');
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(page.getByText('Change 1 of 2')).toBeVisible();
  await button('Previous change').click();
  await expect.element(page.getByText('Change 2 of 2')).toBeVisible();
  await expect.element(button('Next change')).toHaveAttribute('aria-keyshortcuts', 'Alt+ArrowDown');
  await expect.element(button('Next change')).toHaveAttribute('data-tooltip', 'Next change (Alt+↓)');
});

test('swapped, what was added is removed', async () => {
  open();
  await button('Swap sides').click();
  await expect.element(region('Current text', 'Version 3')).toBeVisible();
  await expect.element(page.getByRole('deletion')).toHaveTextContent('playful');
  await expect.element(page.getByText('+1 −2 words')).toBeVisible();
});

test('white space can be left out, and what differs in it alone is said to', async () => {
  open({ texts: ['one  two\r\nthree', 'one two\n  three\n'] });
  await expect.element(page.getByText('1 change')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Ignore whitespace' }).click();
  await expect.element(page.getByText('The two texts differ in white space only.')).toBeVisible();
  await expect.element(page.getByText('No changes')).toBeVisible();
  await expect.element(button('Next change')).toBeDisabled();
});

test('another line end is named, since it cannot be seen', async () => {
  open({ texts: ['one\r\ntwo', 'one\ntwo'] });
  await expect.element(page.getByRole('deletion')).toHaveTextContent('↵ CRLF');
});

test('two equal texts are said to be the same', async () => {
  open({ texts: [before, before] });
  await expect.element(page.getByText('The two texts are the same.')).toBeVisible();
  await expect.element(button('Show 42 unchanged lines')).toBeVisible();
});

test('either text is copied as it is, to the code unit', async () => {
  const scene = open({ texts: ['a\r\nb\uD83D', 'c'] });
  const copied: string[] = [];
  const write = navigator.clipboard.writeText;
  navigator.clipboard.writeText = async (text) => void copied.push(text);
  try {
    await button('Copy Version 3').click();
    await button('Copy Current text').click();
    await eventually(() => expect(scene.toasts).toEqual(['Copied to clipboard', 'Copied to clipboard']));
  } finally {
    navigator.clipboard.writeText = write;
  }
  expect(copied).toEqual(['a\r\nb\uD83D', 'c']);
});

test('the button that copies a text stays in sight beside a long name', async () => {
  open({ after: { name: 'Kept text from a program with a long name', text: after }, width: 360 });
  const copy = button('Copy Kept text from a program with a long name');
  await expect.element(copy).toBeVisible();
  const texts = page.getByRole('region', { name: /^Differences between/ });
  const [view, box] = [texts, copy].map((part) => part.element().getBoundingClientRect());
  expect(box?.right).toBeLessThanOrEqual(view?.right ?? 0);
});

test('a copy that the browser refuses is reported', async () => {
  const scene = open();
  const write = navigator.clipboard.writeText;
  navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
  try {
    await button('Copy Version 3').click();
    await eventually(() =>
      expect(scene.toasts).toEqual(['Failed to copy: Could not copy to clipboard. Please try again.']),
    );
  } finally {
    navigator.clipboard.writeText = write;
  }
});

test('a megabyte is compared in the worker, and no more rows are drawn than are in sight', async () => {
  const large = (name: string) =>
    Array.from(
      { length: 17_000 },
      (_, at) => `${name} ${at} of many, each of them with some sixty letters of its own.`,
    ).join('\n');
  open({ texts: [large('Line'), large('Other')] });
  await expect.element(page.getByText(/^So much differs/)).toBeVisible();
  await expect.element(page.getByText(/^Line 0 of many/)).toBeVisible();
  expect(document.querySelectorAll('.compare-row').length).toBeLessThan(100);
});

test('under each change stands what the caller draws there, and the sides stay', async () => {
  open({ renderChange: ({ change }) => <button type="button">{`Choose ${change}`}</button> });
  await expect.element(button('Choose 0')).toBeVisible();
  await expect.element(button('Choose 1')).toBeVisible();
  await expect.element(button('Swap sides')).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: 'Ignore whitespace' })).not.toBeInTheDocument();
});

test('of hundreds of thousands of lines the first ones are listed, and more when they are asked for', async () => {
  open({ texts: ['', 'a\n'.repeat(60_000)] });
  await expect.element(page.getByText('+60,000 −0 words')).toBeVisible();
  const list = region().getByRole('list').element();
  const height = list.getBoundingClientRect().height;
  region().element().scrollTop = height;
  await button('Show 40,000 more lines').click();
  await eventually(() => expect(list.getBoundingClientRect().height).toBeGreaterThan(1.9 * height));
  await expect.element(region()).toHaveFocus();
});

test('a comparison that failed says so, and is tried once more', async () => {
  const large = (name: string) => `${name} of many. `.repeat(2000);
  const RealWorker = window.Worker;
  window.Worker = class extends EventTarget {
    postMessage() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
    terminate() {}
  } as unknown as typeof Worker;
  try {
    open({ texts: [large('Line'), large('Other')] });
    await expect.element(page.getByText(/^The comparison took too long/)).toBeVisible();
    await expect.element(button('Copy Version 3')).toBeVisible();
  } finally {
    window.Worker = RealWorker;
  }
  await button('Try again').click();
  await expect.element(page.getByText('1 change', { exact: true })).toBeVisible();
});
