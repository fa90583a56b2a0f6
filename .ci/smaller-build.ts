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
    ['cpp', 'c', 'objectivec', 'csharp', 'java', 'kotlin', 'swift', 'go', 'rust', 'wasm'],
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

/** Replaces a part of a package that the app does not use. */
type Cut = { readonly file: RegExp; readonly cut: (code: string) => string };

/** Returns a module with the same exports, each a function that returns one which throws. */
function withoutBodies(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
  return [
    "const missing = () => { throw new Error('The app has no JSON schemas.'); };",
    ...[...names, ...renamed].map((name) => `const own_${name} = () => missing;`),
    `export { ${[...names, ...renamed].map((name) => `own_${name} as ${name}`).join(', ')} };`,
  ].join('\n');
}

const withoutText = (part: string, instead: string) => (code: string) => code.replace(part, instead);

const cuts: readonly Cut[] = [
  // Removes the grammar that `color-code.ts` leaves out.
  {
    file: /\/lowlight\/lib\/common\.js$/,
    cut: (code) => code.replace(/^import arduino .*\n/m, '').replace(/^ {2}arduino,\n/m, ''),
  },
  // Serves `withTheme` of Emotion, which nothing here calls.
  {
    file: /\/hoist-non-react-statics\/dist\/hoist-non-react-statics\.cjs\.js$/,
    cut: () => 'module.exports = (target) => target;',
  },
  // Writes Markdown, which the app only reads.
  {
    file: /\/remark-gfm\/lib\/index\.js$/,
    cut: withoutText('toMarkdownExtensions.push(gfmToMarkdown(settings))', ''),
  },
  // Lists the attributes of SVG, of which Markdown makes none.
  {
    file: /\/property-information\/index\.js$/,
    cut: withoutText("merge([aria, svgBase, xlink, xmlns, xml], 'svg')", 'html'),
  },
  { file: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/, cut: withoutBodies },
];

/** Leaves out of packages what the app does not use and a bundler cannot know. */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform(code, id) {
      const found = cuts.find(({ file }) => file.test(id));
      if (found === undefined) return null;
      const less = found.cut(code);
      if (less === code) this.error(`${id} is no longer what this build expects.`);
      return { code: less, map: null };
    },
  };
}
