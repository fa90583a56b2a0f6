import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { manyLines, menuCommand, nextFrame, openScene, type Scene } from './source-editor-scene.ts';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

afterEach(() => {
  scene?.close();
  scene = undefined;
});

describe('moving', () => {
  it('the caret crosses chunk borders by the arrow keys', async () => {
    const { editor, at, press, border } = manyLines(open);
    at(border);
    await press('{ArrowLeft}');
    expect(editor.selection().from).toBe(border - 1);
    await press('{ArrowRight}');
    expect(editor.selection().from).toBe(border);
    await press('{ArrowUp}');
    expect(editor.text().slice(editor.selection().from).split('\n')[1]).toBe(
      editor.text().slice(border).split('\n')[0],
    );
    await press('{ArrowDown}{ArrowDown}{ArrowUp}{End}');
    expect(editor.selection().from).toBe(editor.text().indexOf('\n', border));
    await press('{Home}');
    expect(editor.selection().from).toBe(border);
  });

  it('the caret goes to the ends of the text and shows them', async () => {
    const { editor, press, text, scroller } = manyLines(open);
    await press('{Control>}{End}{/Control}');
    expect(editor.selection().from).toBe(text.length);
    await nextFrame();
    const end = scroller.querySelector('.source-chunk:last-child .source-line:last-child');
    expect(end?.getBoundingClientRect().bottom).toBeLessThanOrEqual(scroller.getBoundingClientRect().bottom);
    await press('{Control>}{Home}{/Control}');
    expect(editor.selection().from).toBe(0);
  });

  it('the keyboard selects over chunk borders', async () => {
    const { editor, at, press, text, border } = manyLines(open);
    at(border);
    await press('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    expect(editor.selection()).toEqual({ from: border - 2, to: border });
    await press('{Control>}{Shift>}{End}{/Shift}{/Control}');
    expect(editor.selection()).toEqual({ from: border, to: text.length });
    await press('{Control>}a{/Control}');
    expect(editor.selection()).toEqual({ from: 0, to: text.length });
  });

  it('the editor draws of a selection over many chunks only its ends and what is on the screen', async () => {
    const { box, press, scroller } = open(
      Array.from({ length: 12_000 }, (_, line) => `line ${line}`).join('\n'),
    );
    const chunks = [...box.querySelectorAll('.source-chunk')];
    const middle = chunks[Math.floor(chunks.length / 2)];
    if (middle === undefined) throw new Error('no chunk is drawn');
    const shown = () => getComputedStyle(middle).contentVisibility;
    expect(shown()).toBe('auto');
    await press('{Control>}a{/Control}');
    expect(shown()).toBe('hidden');
    expect(chunks.at(-1)).toHaveStyle({ contentVisibility: 'visible' });
    scroller.scrollTop += middle.getBoundingClientRect().top;
    await vi.waitFor(() => expect(shown()).toBe('visible'));
    await press('{ArrowRight}');
    await vi.waitFor(() => expect(shown()).toBe('auto'));
    expect(scene?.editor.selection()).toEqual({ from: 120_889, to: 120_889 });
  });

  it('a key acts where the caret is, though the browser has not reported that yet', () => {
    const { editor, box, at } = open('one\ntwo\nthree');
    at(13);
    const key = (name: string, held: KeyboardEventInit = {}) =>
      box.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...held }),
      );
    const words = box.querySelector('.source-line')?.firstChild ?? null;
    getSelection()?.collapse(words, 2);
    key('Enter');
    expect(editor.text()).toBe('on\ne\ntwo\nthree');
    at(14);
    getSelection()?.collapse(box.querySelector('.source-line')?.firstChild ?? null, 1);
    key('End', { ctrlKey: true });
    expect(editor.selection()).toEqual({ from: 14, to: 14 });
    expect(getSelection()?.anchorNode?.textContent).toBe('three');
  });

  it('the mouse puts the caret where it is pressed, and selects where it is drawn', async () => {
    const { editor, box, text } = manyLines(open);
    const lines = box.querySelectorAll('.source-line');
    const [second, ninth] = [lines[1], lines[8]];
    if (second === undefined || ninth === undefined) throw new Error('no lines are drawn');
    await userEvent.click(second, { position: { x: 2, y: 8 } });
    expect(editor.selection().from).toBe(text.indexOf('line 1'));
    await userEvent.tripleClick(ninth);
    expect(text.slice(editor.selection().from, editor.selection().to)).toBe('line 8');
  });
});

describe('the keyboard', () => {
  it('the editor inserts a tab by Tab, indents selected lines, and leaves by Escape and Tab', async () => {
    const { editor, at, press, reported, box } = open('one\ntwo');
    at(1);
    await press('{Tab}');
    expect(editor.text()).toBe('o\tne\ntwo');
    at(0, 8);
    await press('{Tab}');
    expect(editor.text()).toBe('\to\tne\n\ttwo');
    await press('{Shift>}{Tab}{/Shift}');
    expect(editor.text()).toBe('o\tne\ntwo');
    expect(document.activeElement).toBe(box);
    await press('{Escape}{Tab}');
    expect(document.activeElement).not.toBe(box);
    expect(reported).toContain('blur');
    expect(editor.text()).toBe('o\tne\ntwo');
  });

  it('the editor leaves Shift+Tab to the browser after Escape', async () => {
    const { editor, at, press } = open('\tone');
    at(2);
    await press('{Escape}{Shift>}{Tab}{/Shift}');
    expect(editor.text()).toBe('\tone');
  });

  it('the editor gives undo and redo to the caller, and undoes nothing by itself', async () => {
    const { editor, press, reported, at } = open('one');
    at(3);
    await press('two');
    await press('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}');
    expect(reported).toEqual(['undo', 'redo', 'redo']);
    await menuCommand('undo');
    expect(editor.text()).toBe('onetwo');
    expect(reported).toEqual(['undo', 'redo', 'redo', 'undo']);
  });

  it('the editor shows every key to the caller first', async () => {
    const onKeyDown = vi.fn((event: KeyboardEvent) => event.key === 'z');
    const { editor, press, reported } = open('', { onKeyDown });
    await press('az{Control>}z{/Control}');
    expect(editor.text()).toBe('a');
    expect(reported).toEqual([]);
    expect(onKeyDown.mock.calls.map(([event]) => event.key)).toEqual(['a', 'z', 'Control', 'z']);
  });

  it('the editor formats nothing by the browser’s own commands', async () => {
    const { editor, press, box } = open('one');
    await press('{Control>}a{/Control}{Control>}b{/Control}{Control>}i{/Control}{Control>}u{/Control}');
    await menuCommand('toggleBold');
    expect(editor.text()).toBe('one');
    expect(box.querySelector('b, i, u, strong, em')).toBeNull();
  });
});
