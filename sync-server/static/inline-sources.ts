import { createHash } from 'node:crypto';

/** Hashes of the scripts and styles that a page has within it, as a content policy names them. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** Reads a page of our own build: no attribute of it has an angle bracket. */
export function inlineSourcesOf(html: string): InlineSources {
  const textsOf = (tag: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]* src=)[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, text]) =>
      sourceOf(text ?? ''),
    );
  return { scripts: textsOf('script'), styles: textsOf('style') };
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
