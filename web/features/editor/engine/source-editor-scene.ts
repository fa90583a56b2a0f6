/// <reference types="@vitest/browser-playwright" />
import { cdp, userEvent } from 'vitest/browser';
import './source-editor.css';
import type { SourceEditorOptions } from './mounted-editor.ts';
import { createSourceEditor, type SourceEditor } from './source-editor.ts';

/** An editor on a page of its own, driven by real keys; what it reports is recorded. */
export type Scene = {
  readonly editor: SourceEditor;
  readonly box: HTMLElement;
  readonly scroller: HTMLElement;
  readonly origins: string[];
  readonly reported: string[];
  /** The caret or selection, as the person sees it: offsets into the exact text. */
  at(from: number, to?: number): void;
  press(keys: string): Promise<void>;
  /** The lines that are drawn, in order. */
  drawn(): string[];
  close(): void;
};

export function openScene(text: string, options: Partial<SourceEditorOptions> = {}): Scene {
  const scroller = document.createElement('div');
  scroller.style.cssText = 'height: 500px; width: 800px; overflow: auto;';
  document.body.append(scroller);
  const origins: string[] = [];
  const reported: string[] = [];
  const editor = createSourceEditor({
    element: scroller,
    text,
    label: 'Prompt content',
    onChange: ({ origin }) => origins.push(origin),
    onUndo: () => reported.push('undo'),
    onRedo: () => reported.push('redo'),
    onBlur: () => reported.push('blur'),
    ...options,
  });
  const box = scroller.querySelector<HTMLElement>('[role=textbox]');
  if (box === null) throw new Error('the editor drew no text box');
  editor.focus();
  return {
    editor,
    box,
    scroller,
    origins,
    reported,
    at: (from, to = from) => editor.select({ from, to }),
    press: (keys) => userEvent.keyboard(keys),
    drawn: () => Array.from(box.querySelectorAll('.source-line'), (line) => line.textContent ?? ''),
    close() {
      editor.destroy();
      scroller.remove();
    },
  };
}

/** Puts these representations on the system's clipboard, the way another program would. */
export async function copyFromElsewhere(representations: Record<string, string>): Promise<void> {
  const elsewhere = document.createElement('textarea');
  elsewhere.value = 'x';
  document.body.append(elsewhere);
  elsewhere.focus();
  elsewhere.select();
  elsewhere.addEventListener('copy', (event) => {
    for (const [type, value] of Object.entries(representations)) event.clipboardData?.setData(type, value);
    event.preventDefault();
  });
  await userEvent.keyboard('{Control>}c{/Control}');
  elsewhere.remove();
}

/** Returns the plain text on the system's clipboard. */
export async function pasteElsewhere(): Promise<string> {
  const elsewhere = document.createElement('textarea');
  document.body.append(elsewhere);
  elsewhere.focus();
  let pasted = '';
  elsewhere.addEventListener('paste', (event) => {
    pasted = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
  });
  await userEvent.keyboard('{Control>}v{/Control}');
  elsewhere.remove();
  return pasted;
}

/** A paste without the system's clipboard between, for many in a row. */
export function pasteDirectly(box: HTMLElement, representations: Record<string, string>): void {
  const clipboardData = new DataTransfer();
  for (const [type, value] of Object.entries(representations)) clipboardData.setData(type, value);
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

/** An input method: each call shows another unfinished text; `commit` ends it. */
export function inputMethod() {
  const session = cdp();
  return {
    compose: (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    commit: (text: string) => session.send('Input.insertText', { text }),
  };
}

/** A command of the browser's own menus, such as 'undo': it comes without a key that an editor could see. */
export async function menuCommand(command: string): Promise<void> {
  const key = { key: 'Unidentified', commands: [command] };
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

export async function nextFrame(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** 350 lines in several chunks, and the offset at which the second chunk's first line begins. */
export function manyLines(open: (text: string) => Scene, end = '\n') {
  const text = Array.from({ length: 350 }, (_, line) => `line ${line}`).join(end);
  const opened = open(text);
  const first = opened.box.querySelectorAll('.source-chunk')[1]?.firstElementChild?.textContent ?? '';
  return { ...opened, text, border: text.indexOf(`${end}${first}${end}`) + end.length, end };
}
