import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commit } from '../../data/commit/commit.ts';
import { pageClock } from '../../ui/clock.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { openPane, promptId } from './editor-pane-scene.tsx';
import './markdown/worker/color-code.ts';
import { pageOf, rendered, scenes, viewed } from './editor-pane-view-scene.tsx';

afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

test('view mode shows the text as Markdown, read-only, and edit mode brings the text box back as it was', async () => {
  const scene = await viewed('# Title\n\nSome **bold** words\n\n```json\n{"a": 1}\n```\n');
  await expect.element(rendered.getByRole('heading', { name: 'Title', level: 1 })).toBeVisible();
  await expect.element(rendered.getByText('bold')).toBeVisible();
  expect(pageOf().querySelector('.hljs-attr')?.textContent).toBe('"a"');
  expect(scene.box.query()).toBeNull();
  expect(scene.button('Bold').query()).toBeNull();
  await expect
    .element(page.getByText('Viewing rendered Markdown (read-only). Switch to Edit mode to make changes.'))
    .toBeVisible();
  await scene.button('Switch to Edit mode').click();
  await scene.box.click();
  await userEvent.keyboard('{Control>}{End}{/Control}more');
  expect(scene.text()).toBe('# Title\n\nSome **bold** words\n\n```json\n{"a": 1}\n```\nmore');
});

test('rendered blocks keep their distances: none above the first, little around a list in a list', async () => {
  await viewed('# Title\n\n- outer\n  - inner\n\n---\n\n## Next\n');
  await expect.element(rendered.getByRole('heading', { name: 'Next' })).toBeVisible();
  const margins = (selector: string, side: 'Top' | 'Bottom') => {
    const element = pageOf().querySelector(selector);
    if (element === null) throw new Error(`Nothing is ${selector}.`);
    const style = getComputedStyle(element);
    return Number.parseFloat(style[`margin${side}`]) / Number.parseFloat(style.fontSize);
  };
  expect(margins('h1', 'Top')).toBe(0);
  expect(margins('h2', 'Top')).toBeCloseTo(1.4);
  expect(margins('li ul', 'Bottom')).toBeCloseTo(0.25);
  expect(margins('hr', 'Top')).toBeCloseTo(1.5);
});

test('text typed a moment ago is in the rendered view, and is saved', async () => {
  const scene = await openPane('one');
  scenes.push(scene);
  await scene.type(' *two*');
  await scene.button('Switch to View mode').click();
  await expect.element(rendered).toMatchTextContent('one two');
  await eventually(async () => expect(await scene.row()).toBe('one *two*'));
});

test('text that comes from another tab is in the rendered view', async () => {
  const scene = await viewed('one');
  const other = await scene.anotherTab();
  await commit(other, 'setContent', { id: promptId, content: '# From elsewhere', base: 'one' });
  await expect.element(rendered.getByRole('heading', { name: 'From elsewhere' })).toBeVisible();
  other.db.close();
});

test('nothing in a text acts, and links lead only where they may', async () => {
  await viewed(
    [
      '<img src=x onerror="document.title=1">',
      '[good](https://example.org) [bad](javascript:alert(1)) [mail](mailto:a@example.org) [near](/other)',
      '![a picture](https://example.org/spy.png)',
    ].join('\n\n'),
  );
  await expect.element(rendered.getByRole('link', { name: 'good' })).toHaveAttribute('target', '_blank');
  const links = rendered.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://example.org',
    'mailto:a@example.org',
    '/other',
    'https://example.org/spy.png',
  ]);
  expect(pageOf().querySelector('img, script')).toBeNull();
  await expect.element(rendered).toMatchTextContent('<img src=x onerror="document.title=1">');
});

test('the text has four sizes, of which base is the first shown', async () => {
  const scene = await viewed('words');
  const size = () => getComputedStyle(pageOf()).fontSize;
  expect(size()).toBe('16px');
  await scene.button('A-').click();
  expect(size()).toBe('14px');
  await expect.element(scene.button('A-')).toHaveAttribute('aria-disabled', 'true');
  await scene.button('A+').click();
  await scene.button('A+').click();
  expect(size()).toBe('18px');
  await scene.button('A+').click();
  expect(size()).toBe('20px');
  await expect.element(scene.button('A+')).toHaveAttribute('aria-disabled', 'true');
});

test('the button of the largest and of the smallest size keeps the focus, and does no more', async () => {
  const scene = await viewed('words');
  const size = () => getComputedStyle(pageOf()).fontSize;
  scene.button('A+').element().focus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}');
  await expect.poll(size).toBe('20px');
  await expect.element(scene.button('A+')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(scene.button('A-')).toHaveFocus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}');
  await expect.poll(size).toBe('14px');
  await expect.element(scene.button('A-')).toHaveFocus();
});

test('focus narrows the lines to about 75 characters', async () => {
  const scene = await viewed('the quick brown fox jumps over the lazy dog and runs away again '.repeat(40));
  scene.widen(1200);
  await expect.element(rendered).toMatchTextContent('lazy dog');
  const before = pageOf().getBoundingClientRect().width;
  await scene.button('Focus').click();
  await expect.element(scene.button('Focus')).toHaveAttribute('aria-pressed', 'true');
  expect(pageOf().getBoundingClientRect().width).toBeLessThan(before);
  const lines = lineLengths();
  expect(Math.max(...lines)).toBeLessThan(90);
  expect(lines.reduce((sum, length) => sum + length, 0) / lines.length).toBeGreaterThan(65);
  expect(lines.reduce((sum, length) => sum + length, 0) / lines.length).toBeLessThan(82);
});

test('a single line break is a space, and stays one where the preferences keep it', async () => {
  await viewed('Dear Ada,\nthank you');
  await expect.element(rendered.getByText('Dear Ada, thank you')).toBeVisible();
  expect(pageOf().querySelector('br')).toBeNull();
  onTestFinished(() => localStorage.removeItem('preferences'));
  localStorage.setItem('preferences', '{"keepLineBreaks":true}');
  dispatchEvent(new StorageEvent('storage', { key: 'preferences' }));
  await eventually(() => expect(pageOf().innerText).toContain('Dear Ada,\nthank you'));
});

test('a text that is too intricate is shown as it is, and the next prompt is rendered', async () => {
  const hostile = '>'.repeat(20_000);
  const scene = await openPane(hostile, {
    markdownClock: pageClock(window),
    prepare: async (library) => {
      await commit(library, 'createPrompt', { id: 3, title: 'Next', content: '# Fine', projectId: 1 });
    },
  });
  scenes.push(scene);
  await scene.button('Switch to View mode').click();
  await expect
    .element(page.getByRole('note'))
    .toMatchTextContent('This text is too intricate to format quickly; it is shown as it is.');
  await eventually(() => {
    const pieces = [...pageOf().querySelectorAll('.markdown-plain')];
    expect(pieces.map((piece) => piece.textContent).join('')).toBe(hostile);
  });
  scene.show(3);
  await scene.button('Switch to View mode').click();
  await expect.element(rendered.getByRole('heading', { name: 'Fine' })).toBeVisible();
  expect(page.getByRole('note').query()).toBeNull();
});

test('a change of a rendered text replaces what was there at once', async () => {
  const scene = await viewed('# One\n\nsame');
  await expect.element(rendered.getByRole('heading', { name: 'One' })).toBeVisible();
  const seen = new Set<string>();
  const watch = new MutationObserver(() => seen.add(pageOf().innerText));
  watch.observe(pageOf(), { childList: true, subtree: true, characterData: true });
  const other = await scene.anotherTab();
  await commit(other, 'setContent', { id: promptId, content: '# Two\n\nsame', base: '# One\n\nsame' });
  await expect.element(rendered.getByRole('heading', { name: 'Two' })).toBeVisible();
  watch.disconnect();
  expect([...seen]).toEqual(['Two\n\nsame']);
  other.db.close();
});

/** How many characters each full line of the first paragraph holds. */
function lineLengths(): number[] {
  const text = pageOf().querySelector('p')?.firstChild;
  if (!(text instanceof Text)) throw new Error('no paragraph');
  const range = document.createRange();
  const tops: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    tops.push(Math.round(range.getBoundingClientRect().top));
  }
  const counts = new Map<number, number>();
  for (const top of tops) counts.set(top, (counts.get(top) ?? 0) + 1);
  return [...counts.values()].slice(0, -1);
}

test('snippets stand in the rendered view with their texts, and follow them; one that is missing is named', async () => {
  const scene = await viewed('Hello\n\n{{> Letters/Footer}}');
  await expect.element(rendered.getByText('There is no prompt Letters/Footer')).toBeVisible();
  await commit(scene.library, 'createPrompt', { id: 9, title: 'Footer', content: '**Yours**', projectId: 1 });
  await expect.element(rendered.getByText('Yours')).toBeVisible();
  expect(rendered.getByText('There is no prompt Letters/Footer').query()).toBeNull();
  expect(pageOf().querySelector('strong')?.textContent).toBe('Yours');
  await commit(scene.library, 'setContent', { id: 9, content: '# Bye', base: '**Yours**' });
  await expect.element(rendered.getByRole('heading', { name: 'Bye' })).toBeVisible();
  expect(await scene.row()).toBe('Hello\n\n{{> Letters/Footer}}');
});
