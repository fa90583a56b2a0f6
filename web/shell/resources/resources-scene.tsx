import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Resource } from '#shared/model/resource.ts';
import { initialLoopState } from '#shared/sync/status.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { nothingUnsent } from '../../data/drafts/unsent.ts';
import { changeLoopState } from '../../data/queries/queries.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { accountActions } from '../../features/account/account-actions-scene.ts';
import type { FetchBlob } from '../../features/resources/fetch-blob.ts';
import { noModels } from '../../session/no-models-scene.ts';
import type { Session } from '../../session/session.ts';
import { draw } from '../../ui/testing/drawn.tsx';
import { emptyInbox } from '../empty-inbox-scene.ts';
import { memoryAddress } from '../memory-address-scene.ts';
import { OpenLibrary } from '../open-library.tsx';

export type ResourcesSceneOptions = {
  readonly fetchBlob?: FetchBlob;
  readonly width?: string;
  /** Puts more into the library before it is drawn: a row that comes later moves what a test is about to press. */
  readonly fill?: (library: Library) => Promise<void>;
};

/** A library with two projects, open in the whole workspace, and a server that gives files as a test says. */
export async function openResources({ fetchBlob, width = '1200px', fill }: ResourcesSceneOptions = {}) {
  const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada Lovelace' };
  const library = await openLibrary(user, {
    random: (words) => crypto.getRandomValues(words),
    now: () => Date.now(),
  });
  await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  await commit(library, 'createProject', { id: 2, name: 'Reports', color: 'orange' });
  await fill?.(library);
  await changeLoopState(library, {
    ...initialLoopState,
    connection: 'online',
    lastSuccess: '2026-01-01T00:00:00.000Z',
  });
  const asked: number[] = [];
  let woken = 0;
  const files = {
    async fetchBlob(...args: Parameters<FetchBlob>) {
      asked.push(args[0].id);
      return (await fetchBlob?.(...args)) ?? null;
    },
    fetchAll: async () => 'done' as const,
    wake() {
      woken += 1;
    },
  };
  const session: Session = {
    read: () => ({ kind: 'loading' }),
    subscribe: () => () => {},
    registration: async () => null,
    invitation: async () => null,
    signIn: async () => ({ ok: false, message: '', reached: true }),
    signUp: async () => ({ ok: false, message: '', reached: true }),
    signInAgain: async () => null,
    signUpAgain: async () => null,
    account: accountActions(),
    deleteAccount: async () => ({ kind: 'deleted' }),
    unsent: async () => nothingUnsent,
    signOut: async () => ({ kind: 'signedOut' }),
  };
  const scene = draw(null, { height: '760px', width });
  scene.show(
    <OpenLibrary
      library={library}
      models={noModels}
      sync={{
        syncNow: async () => undefined,
        rejoin: async () => undefined,
        resume: async () => undefined,
        stop: () => {},
        files,
      }}
      session={session}
      address={memoryAddress()}
      update={{ keep: () => {}, subscribe: () => () => {}, state: () => 'none' as const, take: () => {} }}
      inbox={emptyInbox}
      offline={{
        secure: true,
        leadership: { subscribe: () => () => {}, leads: () => true },
        readiness: async () => ({ app: 'kept' as const, persisted: true, usedBytes: 1, quotaBytes: 100 }),
        keepLanguage: async () => true,
        prepare: async () => {},
      }}
      clock={scene.clock}
      now={() => Date.now()}
    />,
  );
  return {
    ...scene,
    library,
    /** The ids of files that were asked of the server. */
    asked,
    woken: () => woken,
    async close() {
      scene.close();
      await deleteLibraryOf(library);
    },
  };
}

export type ResourcesScene = Awaited<ReturnType<typeof openResources>>;

/** Waits until the folder of the first project is drawn with all that was read of it. */
export async function folderIsDrawn(files: number): Promise<void> {
  await expect
    .element(row('Resources').first())
    .toHaveAccessibleName(`Resources ${files === 1 ? '1 file' : `${files} files`}`);
}

/** A row of the tree by its name: the label of a folder or a file goes on with a count or a size. */
export function row(name: string) {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return page.getByRole('treeitem', {
    name: new RegExp(`^${literal}( \\d+ files?| [\\d.]+ (Bytes|[KMG]B)( .+)?)?$`),
  });
}

/** A row of another device whose bytes are not here, as a pull brings it. */
export async function addRemote(
  library: Library,
  resource: Partial<Resource> & { readonly id: number },
): Promise<void> {
  const row: Resource = {
    projectId: 1,
    name: 'remote.txt',
    originalFilename: 'remote.txt',
    description: '',
    fileType: 'text/plain',
    fileSize: 6,
    sha256: resource.id.toString(16).padStart(64, '0'),
    createdAt: '2026-01-01T00:00:00.000Z',
    available: true,
    ...resource,
  };
  await library.db.resources.put({
    type: 'resource',
    id: row.id,
    rev: 1,
    seq: 1,
    deleted: false,
    by: null,
    row,
  });
}
