import { afterEach, describe, expect, it } from 'vitest';
import { manyLines, menuCommand, openScene, type Scene } from './source-editor-scene.ts';

let scene: Scene | undefined;

function open(...args: Parameters<typeof openScene>): Scene {
  scene = openScene(...args);
  return scene;
}

afterEach(() => {
  scene?.close();
  scene = undefined;
});

describe('Enter', () => {
  it('Enter goes on with a list, counts its numbers on, and ends it on an empty item', async () => {
    const { editor, at, press, origins } = open('1. one');
    at(6);
    await press('{Enter}');
    expect(editor.text()).toBe('1. one\n2. ');
    expect(editor.selection()).toEqual({ from: 10, to: 10 });
    expect(origins).toEqual(['user']);
    await press('two{Enter}{Enter}after');
    expect(editor.text()).toBe('1. one\n2. two\nafter');
  });

  it('Enter goes on with a quote and its list, within a line and over a selection', async () => {
    const { editor, at, press } = open('> - 𝒜🙂b\n> - second');
    at(8);
    await press('{Enter}');
    expect(editor.text()).toBe('> - 𝒜🙂\n> - b\n> - second');
    at(13, 23);
    await press('{Enter}');
    expect(editor.text()).toBe('> - 𝒜🙂\n> - \n> - nd');
    await press('{ArrowUp}{Enter}');
    expect(editor.text()).toBe('> - 𝒜🙂\n> \n> - nd');
    await press('{Enter}');
    expect(editor.text()).toBe('> - 𝒜🙂\n\n> - nd');
  });

  it.each([
    ['\r\n', 'CRLF'],
    ['\r', 'CR'],
  ])('the new item takes the line end of the text: %j', async (end) => {
    const { editor, at, press } = open(`- a${end}- b`);
    at(3);
    await press('{Enter}x');
    expect(editor.text()).toBe(`- a${end}- x${end}- b`);
  });

  it('Enter goes on with a list and ends it at the border of two chunks', async () => {
    const items = Array.from({ length: 350 }, (_, line) => `- item ${line}`).join('\r\n');
    const { editor, box, at, press } = open(items);
    const first = box.querySelectorAll('.source-chunk')[1]?.firstElementChild?.textContent ?? '';
    const border = items.indexOf(first);
    expect(border).toBeGreaterThan(0);
    at(border - 2);
    await press('{Enter}new');
    expect(editor.text()).toBe(`${items.slice(0, border)}- new\r\n${items.slice(border)}`);
    at(border + 7 + first.length);
    await press('{Enter}{Enter}');
    const end = border + 7 + first.length;
    expect(editor.text().slice(border, end + 4)).toBe(`- new\r\n${first}\r\n\r\n`);
  });

  it('Shift+Enter breaks the line and nothing else, and so does Enter in fenced code', async () => {
    const { editor, at, press } = open('- one\n```yaml\n- a: 1\n```\n> q');
    at(20);
    await press('{Enter}x');
    expect(editor.text()).toBe('- one\n```yaml\n- a: 1\nx\n```\n> q');
    at(5);
    await press('{Shift>}{Enter}{/Shift}y');
    expect(editor.text()).toBe('- one\ny\n```yaml\n- a: 1\nx\n```\n> q');
    at(editor.text().length);
    await press('{Shift>}{Enter}{/Shift}z');
    expect(editor.text()).toBe('- one\ny\n```yaml\n- a: 1\nx\n```\n> q\nz');
  });

  it('a break that comes without a key goes on with a list too', async () => {
    const { editor, at } = open('- one');
    at(5);
    await menuCommand('insertNewline');
    expect(editor.text()).toBe('- one\n- ');
  });
});

describe('Tab', () => {
  it('Tab and Shift+Tab take an item in and out, wherever the caret is in it', async () => {
    const { editor, at, press, origins } = open('- one\n- 🙂wo');
    at(10);
    await press('{Tab}');
    expect(editor.text()).toBe('- one\n  - 🙂wo');
    expect(editor.selection()).toEqual({ from: 12, to: 12 });
    expect(origins).toEqual(['user']);
    await press('{Shift>}{Tab}{/Shift}{Shift>}{Tab}{/Shift}');
    expect(editor.text()).toBe('- one\n- 🙂wo');
    expect(editor.selection()).toEqual({ from: 10, to: 10 });
  });

  it('Tab takes selected items in together, over chunk borders and blank lines', async () => {
    const items = Array.from({ length: 350 }, (_, line) => (line % 3 === 2 ? '' : `1. item ${line}`));
    const { editor, press } = open(items.join('\r\n'));
    await press('{Control>}a{/Control}{Tab}');
    expect(editor.text()).toBe(items.map((line) => (line === '' ? '' : `   ${line}`)).join('\r\n'));
    await press('{Shift>}{Tab}{/Shift}');
    expect(editor.text()).toBe(items.join('\r\n'));
  });

  it('outside of a list, in fenced code and over mixed lines Tab does what it did', async () => {
    const { editor, at, press } = open('- one\ntwo\n```\n- a\n```');
    at(17);
    await press('{Tab}');
    expect(editor.text()).toBe('- one\ntwo\n```\n- a\t\n```');
    at(0, 9);
    await press('{Tab}');
    expect(editor.text()).toBe('\t- one\n\ttwo\n```\n- a\t\n```');
  });

  it('in a list, Escape and then Tab leave the editor', async () => {
    const { editor, at, press, box } = open('- one');
    at(5);
    await press('{Escape}{Tab}');
    expect(document.activeElement).not.toBe(box);
    expect(editor.text()).toBe('- one');
  });
});

it('plain lines in many chunks break as before', async () => {
  const { editor, at, press, border, text } = manyLines(open);
  at(border);
  await press('{Enter}');
  expect(editor.text()).toBe(`${text.slice(0, border)}\n${text.slice(border)}`);
});
