/** The editors that typing is measured beside, each alone on a page: a bare textarea, a bare element, CodeMirror 6. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';

/** Over the text, as it is over the product's page: after each layout the browser looks for what is under it. */
const overText = [640, 700] as const;
const style = 'position:fixed;inset:0;width:100vw;height:100vh;box-sizing:border-box;font:15px/1.6 monospace';

/** Opens a page with a text area that holds the text, the caret in the middle of it. */
export async function openTextArea(context: BrowserContext, text: string): Promise<Page> {
  const page = await context.newPage();
  await page.mouse.move(...overText);
  await page.goto(`data:text/html,<!doctype html><textarea style="${style}"></textarea>`);
  await page.evaluate((content) => {
    const area = document.querySelector('textarea');
    if (area === null) return;
    area.value = content;
    const middle = content.indexOf(' ', content.length / 2);
    area.setSelectionRange(middle, middle);
    area.focus();
  }, text);
  return page;
}

/** Opens a page with an element that can be edited, a block for each line, without any script: what a browser's own takes. */
export async function openEditable(context: BrowserContext, text: string): Promise<Page> {
  const page = await context.newPage();
  await page.mouse.move(...overText);
  const attributes = `contenteditable spellcheck="false" style="${style};overflow:auto;white-space:break-spaces"`;
  await page.goto(`data:text/html,<!doctype html><div ${attributes}></div>`);
  await page.evaluate((content) => {
    const element = document.querySelector<HTMLElement>('[contenteditable]');
    if (element === null) return;
    for (const line of content.split('\n')) {
      const block = document.createElement('div');
      block.append(line === '' ? document.createElement('br') : line);
      element.append(block);
    }
    const lines = [...element.children];
    const middle = lines.slice(lines.length >> 1).find(({ textContent }) => textContent.length > 40);
    middle?.scrollIntoView({ block: 'center' });
    element.focus();
    getSelection()?.collapse(middle?.firstChild ?? null, 5);
  }, text);
  return page;
}

/** Opens a page with CodeMirror 6 for Markdown with wrapped lines, as the product shows them. */
export async function openCodeMirror(
  context: BrowserContext,
  { text, script }: { text: string; script: string },
): Promise<Page> {
  const page = await context.newPage();
  await page.mouse.move(...overText);
  await page.goto(`data:text/html,<!doctype html><div id="place" style="${style}"></div>`);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction('"openCodeMirror" in globalThis');
  await page.evaluate((content) => Reflect.get(globalThis, 'openCodeMirror')(content), text);
  return page;
}

/** Builds CodeMirror from the folder that the peers are installed in. */
export async function codeMirrorScript(peers: string): Promise<string> {
  const entry = join(peers, 'code-mirror-page.js');
  writeFileSync(entry, codeMirrorPage);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: peers,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const [first] = Array.isArray(result) ? result : [result];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('CodeMirror was not built');
  return chunk.code;
}

const codeMirrorPage = `
import { defaultKeymap, history } from '@codemirror/commands';
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView, drawSelection, keymap } from '@codemirror/view';
import { markdown } from '@codemirror/lang-markdown';
globalThis.openCodeMirror = (doc) => {
  const middle = doc.indexOf(' ', doc.length / 2);
  const view = new EditorView({
    doc,
    parent: document.querySelector('#place'),
    selection: { anchor: middle },
    extensions: [
      history(),
      drawSelection(),
      keymap.of(defaultKeymap),
      markdown(),
      syntaxHighlighting(defaultHighlightStyle),
      EditorView.lineWrapping,
      EditorView.theme({ '&': { height: '100%' } }),
    ],
  });
  view.dispatch({ effects: EditorView.scrollIntoView(middle, { y: 'center' }) });
  view.focus();
};
`;
