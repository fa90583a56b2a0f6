/**
 * Who may import whom: one row a layer. What a row does not name is forbidden to it; a row for a part of a
 * layer replaces its row there. Composition roots, tests and their scenes have no row and import everything.
 */
const shared = '^shared/';
/** Lists what services know of the storage: its ports, how it fails, and the rows that a change is decided on. */
const storagePorts = '^sync-server/storage/(ports(/(models|links))?|failures|change)/[^/]+\\.ts$';
const screens = ['react', 'react-dom', 'react-icons', '@chakra-ui/react'];
const feature = [
  shared,
  '^web/(data|ui|session)/',
  '^web/features/((feature|on-demand)\\.tsx|stored-atom\\.ts)$',
];

/** @type {{ layer: string, self?: string, own?: string, may?: string[], packages?: string[], node?: boolean }[]} */
const layers = [
  { layer: 'shared/language', packages: ['intl-messageformat'] },
  { layer: 'shared/model', may: ['^shared/language/'], packages: ['zod'] },
  { layer: 'shared/diff' },
  { layer: 'shared/events' },
  { layer: 'shared/templates' },
  { layer: 'shared/text', may: ['^shared/(language|model|diff)/'], packages: ['zod'] },
  { layer: 'shared/merge', may: ['^shared/(model|diff)/'], packages: ['zod'] },
  { layer: 'shared/kinds', may: ['^shared/model/'], packages: ['zod'] },
  { layer: 'shared/mutations', may: ['^shared/(model|kinds|merge)/'], packages: ['zod'] },
  {
    layer: 'shared/mutations/version-hash.ts',
    may: ['^shared/model/'],
    packages: ['@noble/hashes'],
  },
  {
    layer: 'shared/library-files',
    may: ['^shared/(language|model|templates|text|merge|kinds|mutations)/'],
    packages: ['fflate', 'yaml', 'zod'],
  },
  {
    layer: 'shared/checks',
    may: ['^shared/(language|model|text|templates)/', '^shared/library-files/yaml\\.ts$'],
    packages: ['zod', '@cfworker/json-schema'],
  },
  {
    layer: 'shared/lint',
    may: ['^shared/(language|model|templates|checks)/'],
    packages: ['@pydantic/genai-prices'],
  },
  {
    // Two packages of 250 kB, which no page loads: a worker and the command line do.
    layer: 'shared/lint/secrets',
    own: '^shared/lint/',
    may: [
      '^shared/(language|model)/',
      '^shared/library-files/(tree/library-source|formats/exported-prompt)\\.ts$',
    ],
    packages: ['@secretlint/'],
  },
  { layer: 'shared/sync', may: ['^shared/(language|model|kinds|text|merge|mutations)/'], packages: ['zod'] },

  { layer: 'web/platform', may: ['^shared/events/'], packages: ['rxjs', 'workbox-window'] },
  ...dataLayers(),
  { layer: 'web/data/database/live-query.ts', packages: ['dexie', 'dequal'] },
  { layer: 'web/data/resources/sha256.ts', packages: ['@noble/hashes'] },
  {
    // Of web/ui what asks a worker alone: neither draws anything.
    layer: 'web/run',
    may: [shared, '^web/(data|platform)/', '^web/ui/(worker-client|clock)\\.ts$'],
    packages: ['zod', '@pydantic/genai-prices'],
  },
  {
    layer: 'web/run/sdk',
    own: '^web/run/',
    may: [shared],
    packages: ['zod', 'ai', '@ai-sdk/'],
  },
  { layer: 'web/sync', may: [shared, '^web/(data|platform)/'], packages: ['rxjs', 'zod'] },
  {
    layer: 'web/ui',
    may: ['^shared/(language|diff|events|templates)/', '^shared/text/fuzzy-match\\.ts$'],
    packages: [...screens, '@tanstack/react-virtual', 'next-themes'],
  },
  {
    layer: 'web/ui/hooks/use-live.ts',
    may: ['^web/data/database/live-query\\.ts$'],
    packages: ['dexie-react-hooks'],
  },
  {
    layer: 'web/features/feature.tsx',
    may: ['^web/features/on-demand\\.tsx$'],
    packages: ['react', 'jotai'],
  },
  { layer: 'web/features/on-demand.tsx', may: ['^web/ui/'], packages: ['react', 'jotai'] },
  { layer: 'web/features/stored-atom.ts', packages: ['jotai', 'zod'] },
  { layer: 'web/features/registry.ts', may: ['/feature\\.tsx$'] },
  {
    // One folder for each thing that a person can point at, and each an island.
    layer: 'web/features',
    self: '^web/features/([^/]+)/',
    own: '^web/features/$1/',
    may: feature,
    packages: [...screens, 'react-router', 'jotai', 'zod'],
  },
  {
    // Its pages are those of the documents.
    layer: 'web/features/help',
    own: '^web/features/help/',
    may: [...feature, '^docs/'],
    packages: [...screens, 'jotai'],
  },
  {
    layer: 'web/features/editor/engine',
    own: '^web/features/editor/',
    may: feature,
    packages: ['react', '@tiptap/'],
  },
  {
    layer: 'web/features/editor/markdown',
    own: '^web/features/editor/',
    may: feature,
    packages: [...screens, 'jotai', 'hast-util-', 'hast', '@types/hast'],
  },
  {
    // What parses Markdown runs in a thread of its own and nowhere else: any text can take it minutes.
    layer: 'web/features/editor/markdown/worker',
    own: '^web/features/editor/markdown/',
    may: [shared],
    packages: [
      ...['unified', 'remark-', 'rehype-', 'lowlight', 'micromark-util-'],
      ...['hast', 'mdast', '@types/hast', '@types/mdast'],
    ],
  },
  {
    layer: 'web/features/variables/tokens',
    own: '^web/features/variables/',
    may: [shared, '^web/ui/'],
    packages: ['gpt-tokenizer'],
  },
  {
    layer: 'web/features/resources/preview/worker',
    may: ['^shared/model/zod-without-eval'],
    packages: ['zod'],
  },
  {
    layer: 'web/session',
    may: [shared, '^web/(ui|data)/'],
    packages: [...screens, 'react-router', 'zod'],
  },
  {
    layer: 'web/shell',
    may: [shared, '^web/(features|ui|data|session)/'],
    packages: [...screens, 'react-router', 'jotai', 'zod'],
  },
  {
    layer: 'web/service-worker',
    may: [
      '^shared/language/languages\\.ts$',
      '^web/platform/shared-inbox\\.ts$',
      '^web/ui/way-through\\.ts$',
    ],
    packages: ['workbox-'],
  },

  {
    layer: 'sync-server/routes',
    may: [shared, '^sync-server/(services|middleware|mcp)/'],
    packages: ['hono', 'zod'],
    node: true,
  },
  {
    layer: 'sync-server/mcp',
    may: [shared, '^sync-server/services/'],
    packages: ['@modelcontextprotocol/server', 'zod'],
    node: true,
  },
  {
    layer: 'sync-server/middleware',
    may: [shared, '^sync-server/(services|static)/'],
    packages: ['hono', '@hono/', '@fastify/busboy', 'zod'],
    node: true,
  },
  { layer: 'sync-server/services', may: [shared, storagePorts], packages: ['zod'], node: true },
  {
    layer: 'sync-server/storage',
    may: [shared],
    packages: ['drizzle-orm', 'better-sqlite3', 'pg', 's3mini', 'tar', 'zod'],
    node: true,
  },
  {
    layer: 'sync-server/sessions',
    may: [shared, '^sync-server/services/', storagePorts],
    packages: ['lucia'],
    node: true,
  },
  {
    layer: 'sync-server/passwords',
    may: [shared, '^sync-server/services/'],
    packages: ['@node-rs/argon2', '@zxcvbn-ts/language-common'],
    node: true,
  },
  {
    layer: 'sync-server/log',
    may: ['^sync-server/(services|middleware)/'],
    packages: ['pino'],
    node: true,
  },
  {
    layer: 'sync-server/metrics',
    may: ['^sync-server/services/'],
    packages: ['prom-client'],
  },
  {
    layer: 'sync-server/webhooks',
    may: [shared, '^sync-server/services/'],
    packages: ['ipaddr.js'],
    node: true,
  },
  {
    layer: 'sync-server/models',
    may: [shared, '^sync-server/services/'],
    packages: ['yaml', 'zod'],
    node: true,
  },
  { layer: 'sync-server/static', node: true },
  {
    layer: 'sync-server/cli/files',
    may: [shared, '^sync-server/services/', storagePorts, '^sync-server/cli/world\\.ts$'],
    packages: ['zod'],
    node: true,
  },
  {
    // A client of a server, like a device: it knows nothing of the server's own code.
    layer: 'sync-server/cli/folder-sync',
    may: [shared, '^sync-server/cli/world\\.ts$'],
    packages: ['zod'],
    node: true,
  },
  {
    layer: 'sync-server/cli/check',
    may: [shared, '^sync-server/cli/(run/|folder-sync/|files/|world\\.ts$)'],
    packages: ['zod'],
    node: true,
  },
  {
    layer: 'sync-server/cli/lint',
    may: [shared, '^sync-server/cli/(run/|folder-sync/|files/|world\\.ts$)'],
    packages: ['zod'],
    node: true,
  },
  {
    layer: 'sync-server/cli/run',
    may: [shared, '^sync-server/cli/(folder-sync/|world\\.ts$)'],
    packages: ['zod'],
    node: true,
  },
];

/** The folders of the local library, lowest first: each may import those before it in its row, and itself. */
function dataLayers() {
  const may = {
    database: [],
    rows: ['database'],
    outbox: ['database', 'rows'],
    commit: ['database', 'rows', 'outbox'],
    resources: ['database', 'rows', 'outbox', 'commit'],
    feed: ['database', 'rows', 'outbox', 'commit'],
    'take-over': ['database', 'rows', 'outbox', 'commit', 'feed'],
    'model-keys': ['database'],
    queries: ['database', 'rows', 'outbox', 'resources'],
    search: ['database', 'rows'],
    drafts: ['database', 'rows', 'outbox', 'commit', 'resources', 'queries'],
    run: ['database', 'resources', 'queries', 'drafts', 'commit'],
    cases: ['database', 'commit', 'queries'],
    review: ['database', 'rows', 'outbox', 'commit', 'feed', 'queries', 'drafts'],
    transfer: ['database', 'rows', 'outbox', 'commit', 'resources', 'feed', 'review'],
    bin: ['database', 'rows', 'commit', 'resources', 'transfer'],
    bulk: ['database', 'commit', 'bin'],
  };
  return Object.entries(may).map(([folder, below]) => ({
    layer: `web/data/${folder}`,
    may: [shared, ...below.map((other) => `^web/data/${other}/`)],
    packages: ['dexie', 'zod'],
  }));
}

const tests = '\\.test\\.tsx?$|-(scene|suite|example|samples)\\.tsx?$|/testing/';
/** Lists the files that put everything together, so that everything else can be given what it needs. */
const roots = [
  '^web/main\\.tsx$|^web/start-session\\.ts$|^sync-server/(cli/)?[^/]+\\.ts$',
  '^sync-server/cli/(accounts|library|operation)/[^/]+\\.ts$',
];

/** A package by its name; a name that ends with `/` or `-` is a whole scope or family. */
const packagePath = (name) => `(^|node_modules/(@types/)?)${name}${/[/-]$/.test(name) ? '' : '(/|$)'}`;

function layerRule({ layer, self, own, may = [], packages = [], node = false }) {
  const isFile = /\.tsx?$/.test(layer);
  const here = isFile ? `^${layer.replaceAll('.', '\\.')}$` : `^${layer}/`;
  const parts = layers
    .filter((other) => other.layer.startsWith(`${layer}/`))
    .map((other) => `^${other.layer}`);
  const named = [...may.map((path) => path.replace('^', '')), ...packages, ...(node ? ['node:*'] : [])];
  return {
    name: `layer ${layer}`,
    comment: `${layer} may import ${named.join(', ') || 'nothing but itself'}`,
    severity: 'error',
    from: { path: self ?? here, pathNot: [tests, ...roots, ...parts] },
    to: {
      pathNot: [own ?? here, ...may, ...packages.map(packagePath)],
      ...(node ? { dependencyTypesNot: ['core'] } : {}),
    },
  };
}

export default {
  forbidden: [
    ...layers.map(layerRule),
    {
      name: 'every folder has a layer',
      comment: 'a new folder needs a row in .dependency-cruiser.mjs',
      severity: 'error',
      from: {
        path: '^(shared|web|sync-server)/',
        pathNot: [tests, ...roots, ...layers.map(({ layer }) => `^${layer}(/|$)`)],
      },
      to: {},
    },
    {
      name: 'a worker is no part of the page',
      comment: 'the page starts it by its address; what both need stands outside of its folder',
      severity: 'error',
      from: { path: '^web/', pathNot: [tests, '/worker/'] },
      to: { path: '^web/.*/worker/' },
    },
    {
      name: 'tables that are written once know no engine',
      comment: 'sync-server/storage/sql is for both: what one of them needs is given to it',
      severity: 'error',
      from: { path: '^sync-server/storage/sql/' },
      to: { path: ['^sync-server/storage/(sqlite|postgres)/', ...['better-sqlite3', 'pg'].map(packagePath)] },
    },
    {
      name: 'only runs read the keys of models',
      comment: 'web/run gives a key to its endpoint; no screen, sync, export or log ever has it',
      severity: 'error',
      from: { path: '^web/', pathNot: [tests, '^web/(run|data/model-keys)/'] },
      to: { path: '^web/data/model-keys/' },
    },
    {
      name: 'only the storage names a database',
      comment: 'sync-server/storage/open-storages.ts chooses one; all others know the ports',
      severity: 'error',
      from: { path: '^sync-server/', pathNot: [tests, '^sync-server/storage/'] },
      to: {
        path: [
          '^sync-server/storage/(sqlite|postgres|sql)/',
          ...['drizzle-orm', 'better-sqlite3', 'pg'].map(packagePath),
        ],
      },
    },
    {
      name: 'no cycles',
      comment: 'two files that import each other are one file, or lack a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything imported is there',
      comment: 'the file or package does not exist',
      severity: 'error',
      // The peers of the benchmarks run beside packages of their own.
      from: { pathNot: '^bench/peers/' },
      // Made by Vite itself.
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?' },
    },
    {
      name: 'no test in the product',
      comment: 'what runs in production imports no test, scene or suite',
      severity: 'error',
      from: { path: '^(shared|web|sync-server)/', pathNot: tests },
      to: {
        path: [
          '^(shared|web|sync-server)/.*(\\.test\\.tsx?$|-(scene|suite|example|samples)\\.tsx?$|/testing/)',
          '^e2e/',
        ],
      },
    },
  ],
  options: {
    // TypeScript 7 has no parser that this tool can call.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|(bench|e2e)/\\.peers)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.d.mts'],
    },
  },
};
