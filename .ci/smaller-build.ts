/** Makes the built app smaller without taking anything from it. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds workers as chunks of the app's own build, so that what a worker and the page both use (Dexie, zod) is fetched
 * and kept once; Vite's own build of a worker copies it. Only for module workers that are named in this one way.
 */
export function workersAsChunks(): Plugin {
  const named = /new Worker\(new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
  return {
    name: 'workers-as-chunks',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: 'new Worker(new URL(' },
      handler(code, importer) {
        return code.replace(named, (_whole, path: string) => {
          const file = this.emitFile({ type: 'chunk', id: resolve(importer, '..', path) });
          return `new Worker(import.meta.ROLLUP_FILE_URL_${file}`;
        });
      },
    },
  };
}

/**
 * Puts the grammars of code side by side that repeat each other (JavaScript and TypeScript, the kinds of CSS): gzip
 * looks back only 32 KB, and in the order of the alphabet they lie further apart.
 */
export function relatedGrammarsTogether(): Plugin {
  const related = [
    ['arduino', 'cpp', 'c', 'objectivec', 'csharp', 'java', 'kotlin', 'swift', 'go', 'rust', 'wasm'],
    ['javascript', 'typescript', 'graphql', 'json', 'css', 'scss', 'less', 'xml', 'php', 'php-template'],
  ].flat();
  const place = (line: string) => related.findIndex((name) => line.endsWith(`/${name}'`));
  return {
    name: 'related-grammars-together',
    apply: 'build',
    transform: {
      filter: { id: /\/lowlight\/lib\/common\.js$/ },
      handler: (code) =>
        code.replace(/(?:^import .*\n)+/m, (imports) =>
          imports
            .trimEnd()
            .split('\n')
            .toSorted((a, b) => place(a) - place(b))
            .concat('')
            .join('\n'),
        ),
    },
  };
}

/** Leaves out of remark-gfm what writes Markdown: the app only reads it. */
export function markdownThatIsOnlyRead(): Plugin {
  const writing = 'toMarkdownExtensions.push(gfmToMarkdown(settings))';
  return {
    name: 'markdown-that-is-only-read',
    apply: 'build',
    transform: {
      filter: { id: /\/remark-gfm\/lib\/index\.js$/ },
      handler(code) {
        if (!code.includes(writing)) this.error('remark-gfm is no longer what this build expects.');
        return code.replace(writing, '');
      },
    },
  };
}
