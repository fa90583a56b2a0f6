import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkLayers } from './layers.mjs';

const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Each file is a path and what it imports; what is imported by a path is there too, and empty. */
async function complaintsAbout(files) {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  folders.push(folder);
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('package.json', JSON.stringify({ type: 'module', imports: { '#shared/*': './shared/*' } }));
  for (const targets of Object.values(files)) {
    for (const target of targets) if (target.startsWith('#shared/')) write(target.slice(1), 'export {};');
    for (const target of targets) if (/^(web|sync-server)\//.test(target)) write(target, 'export {};');
  }
  for (const [path, targets] of Object.entries(files)) {
    const up = '../'.repeat(path.split('/').length - 1);
    const named = targets.map((target) => (/^(web|sync-server)\//.test(target) ? up + target : target));
    write(path, named.map((target) => `import '${target}';\nexport type * from '${target}';\n`).join(''));
  }
  const { complaints } = await checkLayers({ folder, fewest: 1 });
  // Packages are not installed there; who may name them is what is asked.
  return complaints.filter((complaint) => !complaint.includes('everything imported is there'));
}

/** All planted at once: reading a folder is what takes the time. */
const crossings = [
  ['shared/model/prompt.ts', '#shared/merge/merge-text.ts'],
  ['shared/merge/merge-text.ts', '#shared/mutations/registry.ts'],
  ['shared/mutations/registry.ts', '#shared/sync/outbox.ts'],
  ['shared/text/initials.ts', '#shared/mutations/registry.ts'],
  ['shared/sync/outbox.ts', 'node:fs'],
  ['shared/sync/outbox.ts', 'web/data/commit/commit.ts'],
  ['web/platform/api-client.ts', '#shared/model/ids.ts'],
  ['web/data/commit/commit.ts', 'rxjs'],
  ['web/data/commit/commit.ts', 'react'],
  ['web/sync/sync-round.ts', 'dexie'],
  ['web/sync/sync-round.ts', 'web/features/editor/editor-pane.tsx'],
  ['web/ui/button.tsx', '#shared/model/ids.ts'],
  ['web/ui/button.tsx', 'dexie-react-hooks'],
  ['web/ui/button.tsx', 'web/data/commit/commit.ts'],
  ['web/features/sidebar/sidebar.tsx', 'web/features/tabs/tab-bar.tsx'],
  ['web/features/sidebar/sidebar.tsx', 'web/sync/start-sync.ts'],
  ['web/features/sidebar/sidebar.tsx', 'dexie'],
  ['web/features/sidebar/sidebar.tsx', '@tiptap/core'],
  ['web/shell/app.tsx', 'web/sync/start-sync.ts'],
  ['sync-server/routes/library/prompts.ts', 'sync-server/storage/ports/prompts-port.ts'],
  ['sync-server/routes/library/prompts.ts', 'drizzle-orm'],
  ['sync-server/services/prompts.ts', 'hono'],
  ['sync-server/services/prompts.ts', 'drizzle-orm/sqlite-core'],
  ['sync-server/services/prompts.ts', 'sync-server/storage/sqlite/prompts.ts'],
  ['sync-server/storage/sqlite/prompts.ts', 'sync-server/services/prompts.ts'],
  ['sync-server/middleware/body/json-body.ts', 'better-sqlite3'],
  ['sync-server/things/new-folder.ts', '#shared/model/ids.ts'],
];

describe('what crosses a layer is named', () => {
  let complaints = [];
  beforeAll(async () => {
    const byFile = Map.groupBy(crossings, ([from]) => from);
    const files = [...byFile].map(([from, pairs]) => [from, pairs.map(([, to]) => to)]);
    complaints = await complaintsAbout(Object.fromEntries(files));
  });

  test.each(crossings)('%s -> %s', (from, to) => {
    const target = to.replace(/^(#|node:)/, '');
    expect(complaints).toContainEqual(expect.stringMatching(`^${from} -> ${target}: (layer|every folder) `));
  });

  test('two files that import each other', async () => {
    const complaints = await complaintsAbout({
      'web/data/commit/commit.ts': ['web/data/rows/outline.ts'],
      'web/data/rows/outline.ts': ['web/data/commit/commit.ts'],
    });
    expect(complaints.join()).toContain('no cycles');
  });

  test('a test that the product imports', async () => {
    const complaints = await complaintsAbout({
      'web/data/commit/commit.ts': ['web/data/testing/library-suite.ts'],
    });
    expect(complaints.join()).toContain('no test in the product');
  });
});

test('what the layers allow is allowed', async () => {
  const complaints = await complaintsAbout({
    'web/main.tsx': ['web/sync/start-sync.ts', 'web/features/sidebar/sidebar.tsx', 'react', 'dexie'],
    'web/ui/hooks/use-live.ts': ['dexie-react-hooks'],
    'web/data/commit/commit.ts': ['#shared/mutations/registry.ts', 'dexie'],
    'web/features/editor/engine/source-editor.ts': ['@tiptap/pm/state'],
    'web/features/tabs/tab-bar.test.tsx': ['web/features/sidebar/sidebar.tsx'],
    'sync-server/main.ts': ['sync-server/storage/open-storages.ts', 'node:fs'],
    'sync-server/services/accounts/accounts.ts': [
      'sync-server/storage/ports/accounts-port.ts',
      '#shared/model/account/user.ts',
    ],
    'sync-server/storage/sqlite/rows/row-statements.ts': [
      'drizzle-orm/sqlite-core',
      'better-sqlite3',
      'node:fs',
    ],
  });
  expect(complaints).toEqual([]);
});

test('a run that read nothing is a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  folders.push(folder);
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'main.ts'), 'export {};');
  const { complaints } = await checkLayers({ folder });
  expect(complaints).toEqual(['only 1 modules were read, fewer than 60: the layers were not checked']);
});
