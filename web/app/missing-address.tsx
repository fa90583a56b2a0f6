import { useSetAtom } from 'jotai';
import { LuFileQuestion } from 'react-icons/lu';
import type { Library } from '../data/database/library.ts';
import { readFirstFill } from '../data/feed/first-fill.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useLive } from '../ui/use-live.ts';
import type { RowAddress } from './address.ts';
import { wantedAddressAtom } from './workspace-atoms.ts';

type MissingAddressProps = { readonly library: Library; readonly address: RowAddress };

/** Says what an address leads to that is not in this library. The tabs stay as they are, and it opens once it is here. */
export function MissingAddress({ library, address }: MissingAddressProps) {
  const setWanted = useSetAtom(wantedAddressAtom);
  const isFilling = useLive(async () => (await readFirstFill(library)) !== undefined, [library]) === true;
  const isVersion = address.kind === 'prompt' && address.version !== null;
  const what = isVersion ? 'version' : address.kind;
  return (
    <div className="workspace-empty" role="status">
      <EmptyState
        icon={<LuFileQuestion />}
        title={isFilling ? `This ${what} is not here yet` : `This ${what} is not here`}
        action={
          <div className="workspace-ways">
            {isVersion && (
              <Button tone="primary" onClick={() => setWanted({ ...address, version: null })}>
                Open the current text
              </Button>
            )}
            <Button tone={isVersion ? 'outline' : 'primary'} onClick={() => setWanted(null)}>
              Back to the workspace
            </Button>
          </div>
        }
      >
        {isFilling
          ? 'Your library is still coming to this device.'
          : `No ${what} with this address is on this device. It may be on another device that has not synced yet, it may have been deleted, or it belongs to another account.`}{' '}
        If it arrives, it opens here.
      </EmptyState>
    </div>
  );
}
