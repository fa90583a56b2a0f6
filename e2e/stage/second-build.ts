/** A second build of the app, made of the first: with a mark in its page, one more script, and another catalogue. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProxyAnswer } from './front-proxy.ts';

const builtFile = (path: string) => readFileSync(new URL(`../../dist${path}`, import.meta.url), 'utf8');
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const integrity = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

export const newScript = '/assets/second-build.js';
export const secondCatalogue = '/assets/de-second-build.js';
const catalogueText = 'export default {};\n';
const scriptText = "document.documentElement.dataset.script = 'second';\n";

/** Answers by path: everything that differs from the first build. */
export function secondBuild(): ReadonlyMap<string, ProxyAnswer> {
  const first = builtFile('/index.html');
  const page = first
    .replace('<html lang="en"', '<html lang="en" data-build="second"')
    .replace('</head>', `<script type="module" src="${newScript}"></script></head>`);
  const entry = /\{[^{}]*"url":"index\.html"[^{}]*\}/;
  const entryOf = (url: string, text: string, rest = {}) =>
    JSON.stringify({ ...rest, revision: null, url: url.slice(1), integrity: integrity(text) });
  const worker = builtFile('/service-worker.js')
    .replace(entry, (found) => {
      const ofPage = found.replace(md5(first), md5(page)).replace(integrity(first), integrity(page));
      return `${ofPage},${entryOf(newScript, scriptText)}`;
    })
    .replace(
      /\{[^{}]*"part":"language-de"[^{}]*\}/,
      entryOf(secondCatalogue, catalogueText, { part: 'language-de' }),
    );
  return new Map([
    ['/', file(page, 'text/html; charset=utf-8')],
    ['/index.html', file(page, 'text/html; charset=utf-8')],
    ['/service-worker.js', file(worker, 'text/javascript; charset=utf-8')],
    [newScript, file(scriptText, 'text/javascript; charset=utf-8')],
    [secondCatalogue, file(catalogueText, 'text/javascript; charset=utf-8')],
  ]);
}

function file(body: string, type: string): ProxyAnswer {
  return { status: 200, headers: { 'Content-Type': type, 'Cache-Control': 'no-cache' }, body };
}
