import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { joinLines, splitLines } from './document/line-ends.ts';
import { manyLines, nextFrame, openScene, type Scene } from './source-editor-scene.ts';
import { anyText, longPrompt } from './source-samples.ts';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

afterEach(() => {
  scene?.close();
  scene = undefined;
});

function without(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

describe('a text that is loaded', () => {
  it('a loaded text comes back to the code unit, and is drawn line for line, for 2,000 random texts', () => {
    const { editor, drawn } = open('');
    let seen = 0;
    fc.assert(
      fc.property(anyText({ pieces: 40, long: true }), (text) => {
        editor.setText(text);
        expect(editor.text()).toBe(text);
        if (seen % 20 === 0) expect(drawn()).toEqual(splitLines(text).map((line) => line.text));
        seen += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(seen).toBeGreaterThanOrEqual(2_000);
  });

  it('a loaded text comes back where it is what the editor was made with', () => {
    fc.assert(
      fc.property(anyText({ pieces: 40, long: true }), (text) => {
        const opened = openScene(text);
        expect(opened.editor.text()).toBe(text);
        opened.close();
        expect(opened.editor.text()).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('a loaded text tells its caller of changes by their origin, and of equal texts nothing', () => {
    const { editor, origins } = open('one');
    editor.setText('one');
    editor.setText('two', { origin: 'remote' });
    editor.setText('three');
    editor.replace({ from: 0, to: 5 }, 'four');
    expect(origins).toEqual(['remote', 'caller', 'user']);
    expect(editor.text()).toBe('four');
  });
});

describe('typing', () => {
  it('typing puts in each character, Enter the text’s own line end', async () => {
    const { editor, at, press, origins } = open('one\r\ntwo');
    at(3);
    await press('!{Enter}  new *line*  {Enter}{Enter}');
    expect(editor.text()).toBe('one!\r\n  new *line*  \r\n\r\n\r\ntwo');
    expect(new Set(origins)).toEqual(new Set(['user']));
    expect(editor.selection()).toEqual({ from: 24, to: 24 });
  });

  it('typing keeps tabs, spaces and half characters beside it', async () => {
    const text = '\ta  \ud83d b\u00a0\u2028c \ude00\t\n\t\n';
    const { editor, at, press } = open(text);
    at(5);
    await press('xy');
    expect(editor.text()).toBe(`${text.slice(0, 5)}xy${text.slice(5)}`);
  });

  it('typing takes the place of a selection over chunk borders', async () => {
    const { editor, at, press, text, border } = manyLines(open);
    at(border - 20, border + 900);
    await press('new');
    expect(editor.text()).toBe(`${text.slice(0, border - 20)}new${text.slice(border + 900)}`);
    expect(editor.selection().from).toBe(border - 20 + 3);
  });

  it('typing takes the place of everything', async () => {
    const { editor, press } = manyLines(open);
    await press('{Control>}a{/Control}q');
    expect(editor.text()).toBe('q');
  });

  it('typing stays usable in one line of 144,000 characters', async () => {
    const line = longPrompt(144_000).replaceAll('\n', ' ');
    const { editor, at, press, box } = open(line);
    at(70_000);
    await press('here{Backspace}');
    expect(editor.text()).toBe(`${line.slice(0, 70_000)}her${line.slice(70_000)}`);
    expect(box.querySelectorAll('.source-line span').length).toBeLessThan(2);
  });
});

describe('Backspace and Delete', () => {
  it.each(['\n', '\r\n', '\r'])(
    'Backspace and Delete join lines at the border of two chunks (%j)',
    async (end) => {
      const { editor, at, press, text, border } = manyLines(open, end);
      at(border);
      await press('{Backspace}');
      expect(editor.text()).toBe(without(text, border - end.length, border));
      expect(editor.selection().from).toBe(border - end.length);
      await press('{Enter}');
      expect(editor.text()).toBe(text);
      at(border - end.length);
      await press('{Delete}');
      expect(editor.text()).toBe(without(text, border - end.length, border));
      expect(editor.selection().from).toBe(border - end.length);
    },
  );

  it('Backspace and Delete join lines within a chunk, take away empty lines, and single characters as they are seen', async () => {
    const { editor, at, press } = open('ab\n\ncd👍🏽');
    at(4);
    await press('{Backspace}');
    expect(editor.text()).toBe('ab\ncd👍🏽');
    await press('{Backspace}');
    expect(editor.text()).toBe('abcd👍🏽');
    at(editor.text().length);
    await press('{Backspace}');
    expect(editor.text()).toBe('abcd');
    await press('{Backspace>8/}');
    expect(editor.text()).toBe('');
    await press('{Backspace}{Delete}x');
    expect(editor.text()).toBe('x');
  });

  it('Backspace and Delete take words and lines away, but not more than one border at once', async () => {
    const { editor, at, press, text, border } = manyLines(open);
    at(border);
    await press('{Control>}{Backspace}{/Control}');
    expect(editor.text()).toBe(without(text, border - 1, border));
    await press('{Control>}{Backspace}{/Control}');
    expect(editor.text().slice(0, border).split('\n').at(-1)).not.toContain('99');
    expect(splitLines(editor.text())).toHaveLength(349);
  });

  it('Backspace and Delete remove a selection over chunks, forwards and backwards', async () => {
    for (const key of ['{Backspace}', '{Delete}']) {
      const { editor, at, press, text, border, close } = manyLines(open, '\r\n');
      at(border - 35, border + 2_000);
      await press(key);
      expect(editor.text()).toBe(without(text, border - 35, border + 2_000));
      close();
    }
  });

  it('Backspace and Delete remove everything and leave an editor to type in', async () => {
    const { editor, press, drawn } = manyLines(open);
    await press('{Control>}a{/Control}{Backspace}');
    expect(editor.text()).toBe('');
    expect(drawn()).toEqual(['']);
    await press('again');
    expect(editor.text()).toBe('again');
  });
});

describe('a text that changes from outside', () => {
  it('a text that changes from outside keeps the caret, the line’s element and its place on the screen', async () => {
    const { editor, at, text, border, box } = manyLines(open);
    at(border + 600);
    await nextFrame();
    const line = () => {
      const node = getSelection()?.focusNode ?? null;
      return (node instanceof Element ? node : node?.parentElement)?.closest('.source-line') ?? null;
    };
    const before = line();
    const top = before?.getBoundingClientRect().top ?? 0;
    const word = text.slice(border + 590, border + 610);
    editor.setText(`${'theirs, above\n'.repeat(40)}${text}\ntheirs, below`, { origin: 'remote' });
    await nextFrame();
    expect(editor.text().slice(editor.selection().from - 10, editor.selection().from + 10)).toBe(word);
    expect(line()).toBe(before);
    expect(Math.abs((line()?.getBoundingClientRect().top ?? 0) - top)).toBeLessThan(60);
    expect(document.activeElement).toBe(box);
  });

  it('a text that changes from outside keeps a selection, and a caret in a line that the other side changed', () => {
    const { editor, at } = open('one two three\nfour');
    at(4, 7);
    editor.setText('zero\none two three\nfour five');
    expect(editor.selection()).toEqual({ from: 9, to: 12 });
    at(12);
    editor.setText('zero\none two 3\nfour five');
    expect(editor.selection()).toEqual({ from: 12, to: 12 });
  });

  it('a text that changes from outside puts the caret behind what changed where it is asked to', () => {
    const { editor, at } = open('one two three');
    at(0);
    editor.setText('one 2 three', { keepSelection: false, origin: 'undo' });
    expect(editor.selection()).toEqual({ from: 5, to: 5 });
  });

  it('a text that changes from outside goes on being typed in where it was', async () => {
    const { editor, at, press } = open('mine');
    at(4);
    await press('!');
    editor.setText('theirs\nmine!\ntheirs', { origin: 'remote' });
    await press('?');
    expect(editor.text()).toBe('theirs\nmine!?\ntheirs');
  });
});

describe('the text box', () => {
  it('the text box has its role, its name and a way out told', () => {
    const { box } = open('', { description: 'Markdown.' });
    expect(box.getAttribute('aria-label')).toBe('Prompt content');
    expect(box.getAttribute('aria-multiline')).toBe('true');
    expect(box.getAttribute('aria-description')).toBe(
      'Markdown. Tab inserts a tab, or indents a list item. To leave the editor, press Escape and then Tab.',
    );
    expect(box.translate).toBe(false);
  });

  it('the text box can be read, selected and copied but not changed where it is not editable', async () => {
    const { editor, press, box } = open('one\ntwo', { editable: false });
    expect(box.getAttribute('aria-readonly')).toBe('true');
    await userEvent.click(box);
    await press('x{Enter}{Backspace}{Control>}a{/Control}{Delete}');
    expect(editor.text()).toBe('one\ntwo');
    expect(editor.selection()).toEqual({ from: 0, to: 7 });
    editor.setEditable(true);
    editor.focus();
    await press('{ArrowRight}');
    await vi.waitFor(() => expect(editor.selection()).toEqual({ from: 7, to: 7 }));
    await press('!');
    expect(editor.text()).toBe('one\ntwo!');
    expect(box.getAttribute('aria-readonly')).toBe('false');
  });

  it('the text box highlights Markdown and follows what is typed', async () => {
    const { editor, at, press, box } = open(
      '# Title\n\nSome **bold**, *italic*, `code`, {name}, {{name}} and <tag>.\n- item\n> quote\nשלום',
    );
    const text = (name: string) => Array.from(box.querySelectorAll(`.${name}`), (mark) => mark.textContent);
    expect(text('tok-heading')).toEqual(['# Title']);
    expect(text('tok-bold')).toEqual(['**bold**']);
    expect(text('tok-italic')).toEqual(['*italic*']);
    expect(text('tok-code')).toEqual(['`code`']);
    expect(text('tok-variable')).toEqual(['{name}', '{{name}}']);
    expect(text('tok-tag')).toEqual(['<tag>']);
    expect(text('tok-list')).toEqual(['-']);
    expect(text('tok-quote')).toEqual(['> quote']);
    expect(Array.from(box.querySelectorAll('[dir=auto]'), (line) => line.textContent)).toEqual(['שלום']);
    at(7);
    await press('{Enter}```');
    expect(text('tok-bold')).toEqual([]);
    expect(text('tok-fence')).toHaveLength(6);
    editor.setText(editor.text().replace('```', ''));
    expect(text('tok-fence')).toEqual([]);
    expect(text('tok-bold')).toEqual(['**bold**']);
  });

  it('the text box highlights the far end of a long text soon after it is opened', async () => {
    const { box } = open(longPrompt(200_000));
    await vi.waitFor(() => {
      const last = box.querySelector('.source-chunk:last-child');
      expect(last?.querySelectorAll('.tok-heading').length).toBeGreaterThan(0);
    });
  });

  it('the text box draws every line of the exact text after any edits', () => {
    const { editor, drawn } = open('');
    const edit = fc.record({ at: fc.nat(), to: fc.nat(), insert: anyText({ pieces: 6, long: true }) });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
        for (const { at, to, insert } of edits) {
          const length = editor.text().length + 1;
          const range = { from: Math.min(at % length, to % length), to: Math.max(at % length, to % length) };
          editor.replace(range, insert);
        }
        const lines = splitLines(editor.text());
        expect(drawn()).toEqual(lines.map((line) => line.text));
        expect(joinLines(lines)).toBe(editor.text());
        if (editor.text().length > 60_000) editor.setText('');
      }),
      { numRuns: 150 },
    );
  });
});
