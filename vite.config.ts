import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { inlineEntryStyle } from './.ci/inline-entry-style.ts';
import { keptManifest } from './.ci/kept-manifest.ts';
import { leanStart, startChunks } from './.ci/start-chunks.ts';
import { workersAsChunks } from './.ci/workers-as-chunks.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A package and what it brings, kept apart: each changes at its own pace, and only the editor needs Tiptap. */
const packagesOf = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})`);

const entities = 'decode-named-character-reference';

const kept = keptManifest();
/** Of the files that the installed app takes from other programs. */
const fileEndings = ['.md', '.txt', '.json', '.prompt', '.yaml', '.yml'];

export default defineConfig({
  root: folder('web'),
  resolve: {
    alias: [
      // Its edition for browsers asks the document, and Markdown is read in a worker, which has none.
      { find: entities, replacement: fileURLToPath(import.meta.resolve(entities)) },
    ],
  },
  // The server can be under a path of its origin (`sync-server/static/under-base-path.ts`): scripts and styles find
  // each other relative to themselves, and only index.html has absolute paths.
  experimental: {
    renderBuiltUrl: (path, { hostType }) => (hostType === 'html' ? `/${path}` : { relative: true }),
  },
  publicDir: folder('public'),
  build: {
    outDir: folder('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // The size that counts is the one that `npm run build` writes beside each file.
    reportCompressedSize: false,
    // The tables of tokens are one chunk each, and are loaded where tokens are counted.
    chunkSizeWarningLimit: 2_100,
    // Every browser that we take preloads by itself.
    modulePreload: {
      polyfill: false,
      // A worker has no document to put them into.
      resolveDependencies: (_url, found, { hostId }) => (/-worker-[^/]*$/.test(hostId) ? [] : found),
    },
    rolldownOptions: {
      onwarn(warning, warn) {
        // A rule of secretlint that reads files names modules of Node; it is left out here.
        if (!/externalized for browser compatibility, imported by .*@secretlint/.test(warning.message))
          warn(warning);
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'editor',
              test: packagesOf(
                '@tiptap[\\\\/]',
                'prosemirror-',
                'w3c-keyname',
                'orderedmap',
                'rope-sequence',
              ),
              priority: 30,
            },
            // With the setting that has to be made before any schema is built.
            {
              name: 'zod',
              test: /[\\/](node_modules[\\/]zod[\\/]|zod-without-eval\.ts$)/,
              priority: 20,
            },
            { name: 'react', test: packagesOf('(react|react-dom|scheduler)[\\\\/]'), priority: 20 },
            {
              name: 'chakra',
              test: packagesOf(
                '@chakra-ui[\\\\/]',
                '@emotion[\\\\/]',
                '@ark-ui[\\\\/]',
                '@zag-js[\\\\/]',
                '@floating-ui[\\\\/]',
              ),
              priority: 10,
            },
            ...startChunks.map((name, place) => ({ name, debugName: `start ${place}`, priority: 2 - place })),
          ],
        },
      },
    },
  },
  plugins: [
    react(),
    inlineEntryStyle(),
    workersAsChunks(),
    leanStart(),
    kept.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      // Never by itself: a page that reloads under somebody's hands loses what they are typing.
      registerType: 'prompt',
      injectRegister: null,
      injectManifest: {
        rollupFormat: 'iife',
        // Everything, so that a part that was never opened opens in an aeroplane too, and of the catalogues what is used;
        // but for the icons that a browser fetches itself when it installs the app, and shows without asking the page.
        globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}'],
        manifestTransforms: [kept.transform],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
      },
      includeManifestIcons: false,
      manifest: {
        id: '/',
        start_url: '/',
        scope: '/',
        name: 'Promptory',
        short_name: 'Promptory',
        description: 'Write, iterate on and organise prompts, with or without a network.',
        lang: 'en',
        display: 'standalone',
        // On a computer the header takes the title bar's place, and leaves room for the system's buttons.
        display_override: ['window-controls-overlay'],
        // A further launch comes to the window that is open, as a message: nothing is loaded, so nothing is lost.
        launch_handler: { client_mode: ['focus-existing', 'auto'] },
        background_color: '#121418',
        theme_color: '#121418',
        categories: ['productivity', 'utilities'],
        icons: [
          { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
          { src: '/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any' },
          { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any' },
          { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
          { src: '/icon-monochrome-512.png', type: 'image/png', sizes: '512x512', purpose: 'monochrome' },
        ],
        shortcuts: [
          {
            name: 'New prompt',
            url: '/?act=new-prompt',
            icons: [{ src: '/icon-192.png', sizes: '192x192' }],
          },
          { name: 'Search', url: '/?act=search', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
        ],
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [
              { name: 'files', accept: ['text/*', 'application/json', 'application/yaml', ...fileEndings] },
            ],
          },
        },
        file_handlers: [
          {
            action: '/',
            accept: {
              'text/markdown': ['.md'],
              'text/plain': ['.txt', '.prompt'],
              'application/json': ['.json'],
              'application/yaml': ['.yaml', '.yml'],
            },
          },
        ],
        screenshots: [
          {
            src: '/screenshot-wide.png',
            type: 'image/png',
            sizes: '1280x800',
            form_factor: 'wide',
            label: 'A prompt with its history beside it',
          },
          {
            src: '/screenshot-narrow.png',
            type: 'image/png',
            sizes: '390x844',
            form_factor: 'narrow',
            label: 'A prompt on a phone',
          },
        ],
      },
    }),
  ],
});
