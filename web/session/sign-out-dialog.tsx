import { Button, List, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Unsent } from '../data/drafts/unsent.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';

export interface SignOutDialogProps {
  /** The changes that are on this device only; none: there is nothing to ask. */
  readonly unsent: Unsent;
  /** There is more by now than the person was asked about before. */
  readonly isRecounted: boolean;
  /** It is not known what the server has: then it is about the whole library. */
  readonly inDoubt: boolean;
  readonly pending: boolean;
  onStay(): void;
  /** Exports the pending changes as a file, to be imported here or on another device. */
  onExport(): void;
  onDiscard(): void;
}

/** Names what has not reached the server before it is removed. */
export function SignOutDialog(props: SignOutDialogProps) {
  const { unsent, isRecounted, inDoubt, pending, onStay, onExport, onDiscard } = props;
  const stay = useRef<HTMLButtonElement>(null);
  const [last, setLast] = useState(unsent);
  // The words stay while the dialog closes.
  if (unsent.count > 0 && unsent !== last) setLast(unsent);
  // They were never meant to be kept: what is lost is named, and nothing else.
  const isOnlyValues = !inDoubt && last.values.length === last.count;
  return (
    <Dialog
      open={unsent.count > 0}
      onClose={onStay}
      role="alertdialog"
      title={isOnlyValues ? t('Sign out?') : t('Sign out without syncing?')}
      description={inDoubt ? libraryInDoubt() : isOnlyValues ? typedOnly() : changesOf(last.count)}
      width="narrow"
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={onStay}>
            {t('Stay')}
          </Button>
          {!isOnlyValues && <Button onClick={onExport}>{t('Export')}</Button>}
          <Button
            variant="solid"
            {...(isOnlyValues ? {} : { colorPalette: 'danger' })}
            loading={pending}
            loadingText={t('Logging out...')}
            onClick={onDiscard}
          >
            {isOnlyValues ? t('Sign out') : t('Discard and sign out')}
          </Button>
        </>
      }
    >
      {isRecounted && (
        <Text role="status" mb="2" fontWeight="semibold">
          {t('Something was written in the meantime, so nothing was removed yet.')}
        </Text>
      )}
      <Named
        title={last.notes.length === 1 ? t('With an unfinished note:') : t('With unfinished notes:')}
        items={last.notes.map(({ promptTitle, text }) => ({ promptTitle, words: text }))}
      />
      <Named
        title={t('With values of variables that no value set has:')}
        items={last.values.map(({ promptTitle, names }) => ({ promptTitle, words: names.join(', ') }))}
      />
      <Named
        title={t('With settings that are not saved yet:')}
        items={last.settings.map(({ promptTitle, names }) => ({ promptTitle, words: names.join(', ') }))}
      />
    </Dialog>
  );
}

type NamedProps = {
  readonly title: string;
  readonly items: readonly { readonly promptTitle: string | null; readonly words: string }[];
};

/** Lists what a number alone would not tell apart. */
function Named({ title, items }: NamedProps) {
  if (items.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <List.Root mt="1" ps="5" overflowWrap="anywhere">
        {items.slice(0, mostNamed).map(({ promptTitle, words }) => (
          <List.Item key={`${promptTitle} ${words}`}>
            {promptTitle !== null && <strong>{isolatedName(promptTitle)}: </strong>}
            {shortened(words)}
          </List.Item>
        ))}
      </List.Root>
      {items.length > mostNamed && <p>{t('and {count} more.', { count: items.length - mostNamed })}</p>}
    </>
  );
}

const mostNamed = 5;
const noteUnits = 80;

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return isolatedName(line.length > noteUnits ? `${cutText(line, noteUnits)}…` : line);
}

const libraryInDoubt = () =>
  t(
    'Sync has stopped, and whether the server still has this library is not known. Signing out removes all of it from this device for good. Exported as a file, it can be imported again in the sync centre, here or on another device.',
  );

const typedOnly = () =>
  t('Everything is synced. Only values that you typed and did not save as a set are removed.');

function changesOf(count: number): string {
  return t(
    '{count, plural, one {# change exists only on this device. Signing out removes it for good. Exported as a file, it can be imported again in the sync centre, here or on another device.} other {# changes exist only on this device. Signing out removes them for good. Exported as a file, they can be imported again in the sync centre, here or on another device.}}',
    { count },
  );
}
