/** The document, its page and the style sheet of that, as bytes to answer with. */
import { hash } from 'node:crypto';
import { docsPage } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';
import { apiDocument } from './document.ts';

type Rendered = { type: string; bytes: Buffer<ArrayBuffer>; tag: string };
export type RenderedDocs = Readonly<Record<'document' | 'page' | 'style', Rendered>>;

export async function renderDocs(about: { version: string; basePath: string }): Promise<RenderedDocs> {
  const document = await apiDocument(about);
  return {
    document: rendered('application/json', JSON.stringify(document)),
    page: rendered('text/html; charset=utf-8', docsPage(document)),
    style: rendered('text/css; charset=utf-8', docsStyle),
  };
}

function rendered(type: string, text: string): Rendered {
  return { type, bytes: Buffer.from(text), tag: hash('sha256', text, 'hex').slice(0, 16) };
}
