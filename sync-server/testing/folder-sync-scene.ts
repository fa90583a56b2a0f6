/** A server with a project, and folders that are kept equal with it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { Prompt } from '#shared/model/prompt.ts';
import { Version } from '#shared/model/version.ts';
import type { FolderShape } from '../cli/folder-sync/folder-state.ts';
import { layoutsOf } from '../cli/folder-sync/layouts.ts';
import type { Send } from '../cli/folder-sync/library-client.ts';
import type { RoundReport } from '../cli/folder-sync/round.ts';
import { syncFolder } from '../cli/folder-sync/sync-folder.ts';
import { restClient } from './rest-client.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testApp } from './test-app.ts';

export type FolderOfTest = {
  path: string;
  sync(options?: { allowDeletes?: boolean; allowSecrets?: boolean; send?: Send }): Promise<RoundReport>;
  read(name: string): string;
  write(name: string, content: string): void;
  /** The text without what stands before it. */
  text(name: string): string;
  /** Puts another text after the front matter. */
  edit(name: string, text: string): void;
  /** Of the Markdown files that no tool's folder has. */
  names(): string[];
  /** The paths of all files but those of the state and of git. */
  files(): string[];
};

const frontMatter = /^---\n[\s\S]*?\n---\n/;

/** `projectId` is 5; another project has the id 7. */
export async function folderSyncScene() {
  const app = testApp();
  const outside = temporaryFolder();
  const { call, get } = await restClient(app);
  await call('POST', '/api/projects', { id: 5, name: 'Letters' });
  await call('POST', '/api/projects', { id: 7, name: 'Other' });
  const made = await call('POST', '/api/tokens', { name: 'sync', scope: 'write' });
  const { token } = z.object({ token: z.string() }).parse(made.body);
  const send: Send = async (path, init) => app.app.request(path, init);

  function folder(name: string, options: Partial<FolderShape> = {}): FolderOfTest {
    const shape = { layout: 'tree', tag: null, label: null, ...options };
    const layouts = layoutsOf(shape.layout)?.layouts ?? [];
    const path = join(outside.path, name);
    mkdirSync(path, { recursive: true });
    const read = (file: string) => readFileSync(join(path, file), 'utf8');
    const write = (file: string, content: string) => {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), content);
    };
    const given = { folder: path, url: 'http://localhost', project: 'Letters', token, send, layouts, shape };
    return {
      ...{ path, read, write },
      sync: (options = {}) =>
        syncFolder({
          ...given,
          ...{ allowDeletes: false, allowSecrets: false, now: () => app.clock.at },
          ...options,
        }),
      text: (file) => read(file).replace(frontMatter, ''),
      edit: (file, text) => write(file, `${frontMatter.exec(read(file))?.[0] ?? ''}${text}`),
      names: () => markdownIn(path),
      files: () => filesIn(path),
    };
  }

  return {
    ...{ app, call, get, token, send, folder, path: outside.path },
    prompts: async () => z.array(Prompt).parse((await get('/api/projects/5/prompts')).body),
    versions: async (id: number) => z.array(Version).parse((await get(`/api/prompts/${id}/versions`)).body),
    [Symbol.dispose]() {
      app[Symbol.dispose]();
      outside[Symbol.dispose]();
    },
  };
}

function markdownIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
    .sort();
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.promptory') && !name.startsWith('.git/'))
    .sort();
}
