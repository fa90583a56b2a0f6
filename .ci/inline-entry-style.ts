import type { Plugin } from 'vite';

/** Has the font of the first screen loaded beside the scripts. */
function preloadsOf(style: string): string {
  const fonts = [...style.matchAll(/url\((\/assets\/inter-latin-wght-normal-[^)]*\.woff2)\)/g)];
  return fonts
    .map(([, path]) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">`)
    .join('');
}

/**
 * Puts the style sheet of the entry into index.html, so that the first paint waits for the page alone. The server
 * adds its hash to the content policy of the page.
 */
export function inlineEntryStyle(): Plugin {
  return {
    name: 'inline-entry-style',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const link = /<link rel="stylesheet"[^>]* href="\/(assets\/([^"]+\.css))">/.exec(html);
        const [whole = '', path = '', name = ''] = link ?? [];
        const sheet = bundle[path];
        if (page?.type !== 'asset' || sheet?.type !== 'asset')
          throw new Error('index.html has no style sheet of its own.');
        // A second sheet would come after the inlined one and win over it.
        if (html.includes('<link rel="stylesheet"', html.indexOf(whole) + whole.length))
          throw new Error('index.html has more than one style sheet.');
        // A page has its address below which it finds its files, whatever the address that it was opened at.
        const style = String(sheet.source)
          .trim()
          .replaceAll(/\burl\(\.\//g, 'url(/assets/');
        page.source = html.replace(whole, () => `${preloadsOf(style)}<style>${style}</style>`);
        delete bundle[path];
        const entry = /<script type="module"[^>]* src="\/assets\/([^"]+)">/.exec(html)?.[1];
        if (entry === undefined) throw new Error('index.html has no script.');
        // Chunks that are to wait for the style sheet wait for the entry instead, which is there already.
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(`"./${name}"`, `"./${entry}"`);
      },
    },
  };
}
