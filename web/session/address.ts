/**
 * Reads and writes the addresses of the workspace: `/p/<prompt>`, `/p/<prompt>?version=<id or number>`, `/f/<file>`, and
 * `/?act=...` for the shortcuts of the installed app. Ids are the same on every device and never change, so an address
 * that was made offline is good for ever.
 */
import { generatePath, matchPath } from 'react-router';
import { PathId } from '#shared/model/ids.ts';

/** The routes of the workspace beside its root. */
export const rowPaths = { prompt: '/p/:id', file: '/f/:id' } as const;

/** A shortcut of the installed app; `shared`: another program shared something with it. */
const acts = ['new-prompt', 'search', 'shared'] as const;
type Act = (typeof acts)[number];

export type Address =
  | { readonly kind: 'home' }
  /** `version`: the id of a version or its number; null, for the current text. */
  | { readonly kind: 'prompt'; readonly id: number; readonly version: number | null }
  | { readonly kind: 'file'; readonly id: number }
  | { readonly kind: 'act'; readonly act: Act };

/** An address that leads to one row of the library. */
export type RowAddress = Extract<Address, { readonly id: number }>;

/** The address of this page, and its history. Paths begin below the base path. */
export interface PageAddress {
  read(): string;
  write(path: string, options: { readonly replace: boolean }): void;
  /** Calls the listener after a person went somewhere else in this window: back, forward, or by a link. */
  subscribe(listener: () => void): () => void;
  /** Returns the whole address of a path, to be given to others. */
  linkTo(path: string): string;
}

/** Returns null for what is no address of the workspace. `path`: with its query. */
export function readAddress(path: string): Address | null {
  const { pathname, searchParams } = new URL(path, 'https://promptory.invalid');
  if (pathname === '/') return homeAddress(searchParams.get('act'));
  const file = readId(matchPath({ path: rowPaths.file, caseSensitive: true }, pathname)?.params.id);
  if (file !== null) return { kind: 'file', id: file };
  const id = readId(matchPath({ path: rowPaths.prompt, caseSensitive: true }, pathname)?.params.id);
  if (id === null) return null;
  const version = searchParams.get('version');
  if (version === null) return { kind: 'prompt', id, version };
  const versionId = readId(version);
  return versionId === null ? null : { kind: 'prompt', id, version: versionId };
}

function homeAddress(named: string | null): Address {
  const act = acts.find((one) => one === named);
  return act === undefined ? { kind: 'home' } : { kind: 'act', act };
}

function readId(digits: string | undefined): number | null {
  const read = PathId.safeParse(digits);
  return read.success ? read.data : null;
}

export function writeAddress(address: Exclude<Address, { kind: 'act' }>): string {
  switch (address.kind) {
    case 'home':
      return '/';
    case 'prompt': {
      const path = generatePath(rowPaths.prompt, { id: `${address.id}` });
      return address.version === null ? path : `${path}?version=${address.version}`;
    }
    case 'file':
      return generatePath(rowPaths.file, { id: `${address.id}` });
  }
}
