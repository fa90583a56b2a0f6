import { Button, Center, Wrap } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { LuFileQuestion } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../data/database/library.ts';
import { readFirstFill } from '../../data/feed/first-fill.ts';
import { bin } from '../../features/bin/feature.tsx';
import type { RowAddress } from '../../session/address.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { wantedAddressAtom } from '../workspace/workspace-atoms.ts';

type MissingAddressProps = { readonly address: RowAddress };

/** Says what an address leads to that is not in this library. The tabs stay as they are, and it opens once it is here. */
export function MissingAddress({ address }: MissingAddressProps) {
  const library = useLibrary();
  const setWanted = useSetAtom(wantedAddressAtom);
  const isFilling = useLive(async () => (await readFirstFill(library)) !== undefined, [library]) === true;
  const openBin = useSetAtom(bin.openAtom);
  const isInBin = useLive(() => isAddressInBin(library, address), [library, address]) === true;
  const isVersion = address.kind === 'prompt' && address.version !== null;
  const words = missingWords()[isVersion ? 'version' : address.kind];
  return (
    <Center flex="1" minH="0" p="4" overflowY="auto" role="status">
      <EmptyState
        icon={<LuFileQuestion />}
        title={isFilling ? words.notYet : words.notHere}
        action={
          <Wrap justify="center" gap="2">
            {isVersion && (
              <Button variant="solid" onClick={() => setWanted({ ...address, version: null })}>
                {t('Open the current text')}
              </Button>
            )}
            {isInBin && <Button onClick={() => openBin(true)}>{t('Open the Bin')}</Button>}
            <Button variant={isVersion ? 'outline' : 'solid'} onClick={() => setWanted(null)}>
              {t('Back to the workspace')}
            </Button>
          </Wrap>
        }
      >
        {isFilling
          ? t('Your library is still coming to this device.')
          : isInBin
            ? t('It was deleted, and can be restored from the Bin.')
            : `${words.none} ${t('It may be on another device that has not synced yet, it may have been deleted, or it belongs to another account.')}`}{' '}
        {t('If it arrives, it opens here.')}
      </EmptyState>
    </Center>
  );
}

async function isAddressInBin({ db }: Library, address: RowAddress): Promise<boolean> {
  const key =
    address.kind === 'file'
      ? `resource:${address.id}`
      : address.version === null
        ? `prompt:${address.id}`
        : `version:${address.version}`;
  return (await db.binItems.where('key').equals(key).count()) > 0;
}

const missingWords = () => ({
  prompt: {
    notYet: t('This prompt is not here yet'),
    notHere: t('This prompt is not here'),
    none: t('No prompt with this address is on this device.'),
  },
  version: {
    notYet: t('This version is not here yet'),
    notHere: t('This version is not here'),
    none: t('No version with this address is on this device.'),
  },
  file: {
    notYet: t('This file is not here yet'),
    notHere: t('This file is not here'),
    none: t('No file with this address is on this device.'),
  },
});
