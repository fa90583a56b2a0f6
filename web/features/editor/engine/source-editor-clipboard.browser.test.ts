import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clipboardTurn } from '../../../ui/testing/clipboard-turn.ts';
import {
  copyFromElsewhere,
  openScene,
  pasteDirectly,
  pasteElsewhere,
  type Scene,
} from './source-editor-scene.ts';
import { anyText, longPrompt } from './source-samples.ts';

const PASTE = '{Control>}v{/Control}';
const COPY = '{Control>}c{/Control}';
const CUT = '{Control>}x{/Control}';
const SELECT_ALL = '{Control>}a{/Control}';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

beforeEach(clipboardTurn);

afterEach(() => {
  scene?.close();
  scene = undefined;
});

describe('pasting', () => {
  it.each([
    ['CR LF', 'one\r\ntwo\r\n'],
    ['lone CR', 'one\rtwo\r'],
    ['mixed ends', 'one\r\ntwo\nthree\rfour'],
    ['blank lines', '\n\n\none\n\n\n\ntwo\n\n'],
    ['tabs and spaces', '\tone  \n  \n\t\n two \t'],
    ['markup', '<p>one</p>\n&amp; **two**'],
    ['scripts', 'שלום 日本語 👩‍👩‍👧 e\u0301'],
  ])('pasting keeps %s exactly', async (_, text) => {
    await copyFromElsewhere({ 'text/plain': text });
    const { editor, at, press } = open('ab');
    at(1);
    await press(PASTE);
    expect(editor.text()).toBe(`a${text}b`);
    expect(editor.selection().from).toBe(1 + text.length);
  });

  it('pasting takes the plain text and ignores markup beside it', async () => {
    await copyFromElsewhere({ 'text/plain': 'a  b\n\nc', 'text/html': '<h1>a</h1><p><b>c</b></p>' });
    const { editor, press, box } = open('');
    await press(PASTE);
    expect(editor.text()).toBe('a  b\n\nc');
    expect(box.querySelector('h1, p, b')).toBeNull();
  });

  it('pasting puts nothing in where there is no plain text', async () => {
    await copyFromElsewhere({ 'text/html': '<h1>a</h1><img src="x">' });
    const { editor, press, box } = open('b');
    await press(PASTE);
    expect(editor.text()).toBe('b');
    expect(box.querySelector('h1, img')).toBeNull();
  });

  it('pasting takes the place of a selection over chunks', async () => {
    const text = longPrompt(30_000);
    await copyFromElsewhere({ 'text/plain': 'new\r\n' });
    const { editor, at, press } = open(text);
    at(100, 20_000);
    await press(PASTE);
    expect(editor.text()).toBe(`${text.slice(0, 100)}new\r\n${text.slice(20_000)}`);
  });

  it('pasting is exact for 400 random texts at random places', () => {
    const { editor, at, box } = open('');
    let seen = 0;
    fc.assert(
      fc.property(anyText({ pieces: 30, long: true }), fc.nat(), fc.nat(), (text, one, other) => {
        const before = editor.text();
        const from = Math.min(one % (before.length + 1), other % (before.length + 1));
        const to = Math.max(one % (before.length + 1), other % (before.length + 1));
        at(from, to);
        const selected = editor.selection();
        pasteDirectly(box, { 'text/plain': text, 'text/html': '<b>not this</b>' });
        const pasted = before.slice(0, selected.from) + text + before.slice(selected.to);
        expect(editor.text()).toBe(text === '' ? before : pasted);
        if (editor.text().length > 50_000) editor.setText('');
        seen += 1;
      }),
      { numRuns: 400 },
    );
    expect(seen).toBeGreaterThanOrEqual(400);
  });
});

describe('copying', () => {
  it('copying gives other programs the exact text of the selection and no markup', async () => {
    const text = '# One\r\n\r\n\ttwo  \rthree\n{x}';
    const { at, press } = open(text);
    at(2, text.length - 1);
    await press(COPY);
    expect(await pasteElsewhere()).toBe(text.slice(2, -1));
  });

  it('copying gives back any text by real keys, half characters and all', async () => {
    for (const text of fc.sample(anyText({ pieces: 40, long: true }), { numRuns: 25, seed: 7 })) {
      const opened = openScene(text);
      await opened.press(SELECT_ALL + COPY);
      opened.at(text.length);
      await opened.press(PASTE);
      if (text !== '') expect(opened.editor.text()).toBe(text + text);
      opened.close();
    }
  });

  it('copying cuts what is selected over chunk borders', async () => {
    const text = longPrompt(30_000);
    const { editor, at, press } = open(text);
    at(50, 25_000);
    await press(CUT);
    expect(editor.text()).toBe(text.slice(0, 50) + text.slice(25_000));
    await press(PASTE);
    expect(editor.text()).toBe(text);
  });

  it('copying leaves the clipboard alone where nothing is selected', async () => {
    await copyFromElsewhere({ 'text/plain': 'kept' });
    const { at, press } = open('text');
    at(2);
    await press(COPY + CUT);
    expect(await pasteElsewhere()).toBe('kept');
  });
});

describe('dropping', () => {
  it('dropping puts a text from elsewhere in exactly', () => {
    const { editor, box } = open('one\ntwo');
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'a\r\n\r\nb');
    const line = box.querySelectorAll('.source-line')[1]?.getBoundingClientRect();
    const place = { clientX: line?.left ?? 0, clientY: (line?.top ?? 0) + 5 };
    box.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...place }));
    expect(editor.text()).toBe('one\na\r\n\r\nbtwo');
  });
});
