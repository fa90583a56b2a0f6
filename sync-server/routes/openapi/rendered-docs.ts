/** The document, its page and the files of that, as bytes to answer with. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { docsPage, docsScript } from './docs-page.ts';
import { apiDocument } from './document.ts';

type Rendered = { type: string; bytes: Buffer<ArrayBuffer>; tag: string };
export type RenderedDocs = Readonly<Record<'document' | 'page' | 'start' | 'script' | 'style', Rendered>>;

export async function renderDocs(about: { version: string; basePath: string }): Promise<RenderedDocs> {
  const script = 'text/javascript; charset=utf-8';
  return {
    document: rendered('application/json', Buffer.from(JSON.stringify(await apiDocument(about)))),
    page: rendered('text/html; charset=utf-8', Buffer.from(docsPage)),
    start: rendered(script, Buffer.from(docsScript)),
    script: rendered(
      script,
      await readFile(new URL(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'))),
    ),
    style: rendered(
      'text/css; charset=utf-8',
      await readFile(new URL(import.meta.resolve('swagger-ui-dist/swagger-ui.css'))),
    ),
  };
}

function rendered(type: string, bytes: Buffer<ArrayBuffer>): Rendered {
  return { type, bytes, tag: hash('sha256', bytes, 'hex').slice(0, 16) };
}
