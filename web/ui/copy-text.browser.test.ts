import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { copyText } from './copy-text.ts';
import { clipboardTurn } from './testing/clipboard-turn.ts';

beforeEach(clipboardTurn);

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** A page as over plain http: without the clipboard of secure contexts. */
function withoutClipboard(): Window {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  return window;
}

/** Presses a button that copies; resolves to what a text box gets from a paste afterwards. */
async function copiedByPress(page: Window, text: string): Promise<string> {
  const button = document.createElement('button');
  const failures: unknown[] = [];
  button.textContent = 'Copy';
  button.addEventListener('click', () => copyText(page, text).catch((error) => failures.push(error)));
  const box = document.createElement('textarea');
  document.body.append(button, box);
  await userEvent.click(button);
  expect(failures).toEqual([]);
  expect(document.activeElement).toBe(button);
  await userEvent.click(box);
  await userEvent.keyboard('{Control>}v{/Control}');
  return box.value;
}

test('without a clipboard interface the exact text is copied, and the focus stays', async () => {
  const text = '# A *prompt*\n\twith {{braces}},  spaces \nand ünïcode 😀\n';
  expect(await copiedByPress(withoutClipboard(), text)).toBe(text);
});

test('without a clipboard interface a selection is kept', async () => {
  const words = document.createElement('p');
  words.textContent = 'chosen words';
  document.body.append(words);
  const page = withoutClipboard();
  document.getSelection()?.selectAllChildren(words);
  await copyText(page, 'others').catch(() => undefined);
  expect(document.getSelection()?.toString()).toBe('chosen words');
});

test('a browser that refuses the command is not believed to have copied', async () => {
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await expect(copyText(withoutClipboard(), 'text')).rejects.toThrow();
});
