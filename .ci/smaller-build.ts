/** Makes the built app smaller without taking anything from it. */
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
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

const withoutText = (part: string | RegExp, instead: string) => (code: string) => code.replace(part, instead);

/** Returns a cut after which a function of a module throws. */
const withoutFunction = (name: string) =>
  withoutText(
    new RegExp(`^function ${name}\\([\\s\\S]*?^\\}$`, 'm'),
    `function ${name}() { throw new Error('The app has no ${name}.'); }`,
  );

/**
 * Returns the module of the 2,125 named characters of HTML in two thirds of its compressed size: characters in their
 * order, each as its distance from the one before, with the names that it has.
 */
export function packedEntities(code: string): string {
  const entities: Record<string, string> = runInNewContext(`(${code.slice(code.lastIndexOf('= {') + 2)})`);
  const named = Map.groupBy(Object.keys(entities), (name) => entities[name] ?? '');
  const pointsOf = (character: string) => Array.from(character, (one) => one.codePointAt(0) ?? 0);
  let before = 0;
  const lines = [...named]
    .map(([character, names]) => ({ points: pointsOf(character), names }))
    .toSorted((a, b) => (a.points[0] ?? 0) - (b.points[0] ?? 0))
    .map(({ points: [first = 0, ...rest], names }) => {
      const place = [first - before, ...rest].map((point) => point.toString(36)).join('+');
      before = first;
      return [place, ...names].join(' ');
    });
  return `export const characterEntities = (${unpackEntities})(${JSON.stringify(lines.join('\n'))});`;
}

const unpackEntities = `(packed) => {
  const entities = {};
  let first = 0;
  for (const line of packed.split('\\n')) {
    const [place, ...names] = line.split(' ');
    const [distance, ...rest] = place.split('+').map((point) => parseInt(point, 36));
    first += distance;
    for (const name of names) entities[name] = String.fromCodePoint(first, ...rest);
  }
  return entities;
}`;

const tiptap = /\/@tiptap\/core\/dist\/index\.js$/;

const cuts: readonly Cut[] = [
  // Removes the grammar that `color-code.ts` leaves out.
  {
    file: /\/lowlight\/lib\/common\.js$/,
    cut: (code) => code.replace(/^import arduino .*\n/m, '').replace(/^ {2}arduino,\n/m, ''),
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
  // Stands in for `structuredClone`, which every browser that we take has.
  {
    file: /\/@ungap\/structured-clone\/esm\/index\.js$/,
    cut: () => 'export default (value) => structuredClone(value);',
  },
  // Lists extensions with all of Tiptap's commands, and makes rules of input: `mounted-editor.ts` turns both off.
  {
    file: tiptap,
    cut: withoutText(/this\.options\.enableCoreExtensions \? \[[\s\S]*?\}\) : \[\]/, '[]'),
  },
  { file: tiptap, cut: withoutFunction('inputRulesPlugin') },
  { file: tiptap, cut: withoutFunction('pasteRulesPlugin') },
  // Compiles objects to functions, which `zod-without-eval.ts` turns off.
  {
    file: /\/zod\/v4\/classic\/schemas\.js$/,
    cut: withoutText('core.$ZodObjectJIT.init', 'core.$ZodObject.init'),
  },
  // Prefetches what routes of a framework load.
  {
    file: /\/react-router\/dist\/production\/lib\/dom\/lib\.js$/,
    cut: withoutText(/return shouldPrefetch && !isAbsolute \? .* : link;/, 'return link;'),
  },
  { file: /\/character-entities\/index\.js$/, cut: packedEntities },
];

/** Names components for the tools of developers; an unused one with a name would stay in the build. */
const displayName = /^\w+\.displayName = "\w+";$/gm;
/** Makes a component, a context or an extension, and does nothing else: an unused one may go. */
const makers =
  /^((?:export )?(?:const|var|let) \w+ = )((?:React\$1\.)?(?:forwardRef|createContext|memo|withContext|withProvider|withRootProvider|Extension\.create)\()/gm;
const withMakers =
  /\/node_modules\/(react-router|@ark-ui\/react|@chakra-ui\/react|@tiptap\/core)\/dist\/.*\.js$/;

/** Marks what a bundler cannot know to be without effects. */
function withoutEffects(code: string): string {
  return code.replace(displayName, '').replace(makers, '$1/* @__PURE__ */ $2');
}

/** Leaves out of packages what the app does not use and a bundler cannot know. */
export function withoutUnusedParts(): Plugin {
  const unmatched = new Set(cuts);
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform(code, id) {
      let less = code;
      for (const found of cuts.filter(({ file }) => file.test(id))) {
        const before = less;
        unmatched.delete(found);
        less = found.cut(before);
        if (less === before) this.error(`${id} is no longer what this build expects.`);
      }
      if (withMakers.test(id)) return { code: withoutEffects(less), map: null };
      return less === code ? null : { code: less, map: null };
    },
    buildEnd(error) {
      if (error !== undefined || unmatched.size === 0) return;
      const files = [...unmatched].map(({ file }) => file.source);
      this.error(`Nothing of the app is cut by ${files.join(', ')}: remove these cuts.`);
    },
  };
}
