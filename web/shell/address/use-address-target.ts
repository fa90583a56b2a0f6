import { useAtomValue } from 'jotai';
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../../data/database/library.ts';
import { addressedVersion, resourceOf } from '../../data/queries/addressed-row.ts';
import type { Outline } from '../../data/rows/outline.ts';
import type { RowAddress } from '../../session/address.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { wantedAddressAtom, workspaceAtom } from '../workspace/workspace-atoms.ts';

export type AddressTarget =
  | { readonly kind: 'prompt'; readonly id: number; readonly versionId: number | null }
  | { readonly kind: 'file'; readonly resource: Resource };

export type AddressState =
  /** There is nothing more to open. */
  | { readonly kind: 'open' }
  /** Whether its row is here is not known yet; nothing should be shown in its place. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'found'; readonly target: AddressTarget }
  /** `address`: of what is not here; with a version, where the prompt of that version is. */
  | { readonly kind: 'missing'; readonly address: RowAddress };

const openState: AddressState = { kind: 'open' };

/** Finds what the wanted address leads to, now or once its row arrives. A prompt's current text needs no read. */
export function useAddressTarget(library: Library, outline: Outline): AddressState {
  const wanted = useAtomValue(wantedAddressAtom);
  const { openPromptIds } = useAtomValue(workspaceAtom);
  const address = wanted === null || wanted.kind === 'act' ? null : wanted;
  const read = useLive(
    async () => ({ address, target: address === null ? null : await readTarget(library, address) }),
    [library, address],
  );
  if (address === null) return openState;
  if (address.kind === 'prompt') {
    const { id, version } = address;
    // A tab whose prompt was deleted elsewhere still has its text.
    const isListed = openPromptIds.includes(id) || outline.prompts.some((prompt) => prompt.id === id);
    if (!isListed) return { kind: 'missing', address: { ...address, version: null } };
    if (version === null) return { kind: 'found', target: { kind: 'prompt', id, versionId: null } };
  }
  if (read?.address !== address) return { kind: 'reading' };
  return read.target === null ? { kind: 'missing', address } : { kind: 'found', target: read.target };
}

async function readTarget(library: Library, address: RowAddress): Promise<AddressTarget | null> {
  const { kind, id } = address;
  if (kind === 'file') {
    const resource = await resourceOf(library, id);
    return resource === undefined ? null : { kind, resource };
  }
  if (address.version === null) return null;
  const versionId = await addressedVersion(library, id, address.version);
  return versionId === undefined ? null : { kind, id, versionId };
}
