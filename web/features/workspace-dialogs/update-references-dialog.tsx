import { Button } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { renamer, updateReferences } from '../../data/commit/update-references.ts';
import type { Library } from '../../data/database/library.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import { findReferrers, type Referrer } from '../../data/queries/referrers.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { attemptCommit } from './attempt-commit.ts';
import type { DialogRequest } from './dialog-request.ts';
import { Referrers } from './referrers.tsx';

export interface UpdateReferencesDialogProps {
  readonly request: Extract<DialogRequest, { readonly kind: 'updateReferences' }>;
  readonly open: boolean;
  onClose(): void;
}

type Found = { readonly referrers: readonly Referrer[]; readonly rename: ReturnType<typeof renamer> };

/** Titles that are named; the rest is a number. */
const mostNamed = 8;

/** Offers to write a new name into the texts that refer to it; is not seen where there is none. */
export function UpdateReferencesDialog(props: UpdateReferencesDialogProps) {
  const library = useLibrary();
  const notify = useNotify();
  const { request, open, onClose } = props;
  const found = useReferrers(library, request, onClose);
  const [done, setDone] = useState<number | null>(null);
  const stopping = useRef(false);

  async function update({ referrers, rename }: Found): Promise<void> {
    for (const [at, { id }] of referrers.entries()) {
      if (stopping.current) break;
      setDone(at);
      const outcome = await attemptCommit(() => updateReferences(library, id, rename));
      if (outcome.ok) continue;
      const title = t('Not all references could be updated');
      notify({ title, description: outcome.message, kind: 'destructive' });
      break;
    }
    onClose();
  }

  if (found === null) return null;
  const count = found.referrers.length;
  const leave = () => {
    stopping.current = true;
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={leave}
      onSubmit={() => void update(found)}
      title={t('Update references')}
      description={t('{count, plural, one {# prompt still uses} other {# prompts still use}} the old name.', {
        count,
      })}
      width="narrow"
      footer={
        <>
          <Button onClick={leave}>{done === null ? t('Leave as they are') : t('Cancel')}</Button>
          <Button
            type="submit"
            variant="solid"
            loading={done !== null}
            loadingText={t('{done} of {all} updated...', { done: done ?? 0, all: count })}
          >
            {t('Update')}
          </Button>
        </>
      }
    >
      <ReferrerNames referrers={found.referrers} />
    </Dialog>
  );
}

function ReferrerNames({ referrers }: Pick<Found, 'referrers'>) {
  const rest = referrers.length - mostNamed;
  return (
    <Referrers>
      {referrers.slice(0, mostNamed).map(({ id, title }) => (
        <li key={id}>
          <bdi>{title}</bdi>
        </li>
      ))}
      {rest > 0 && <li>{t('and {rest, plural, one {# more} other {# more}}', { rest })}</li>}
    </Referrers>
  );
}

function useReferrers(
  library: Library,
  { renaming }: UpdateReferencesDialogProps['request'],
  onNone: () => void,
): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const none = useEffectEvent(onNone);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function search(): Promise<void> {
      const rename = renamer(renaming, await outlineOf(library));
      const referrers = await findReferrers(library, (name) => rename(name) !== null, signal);
      if (signal.aborted) return;
      if (referrers.length > 0) setFound({ rename, referrers });
      else none();
    }
    // The references stay as they are, and say that they lead nowhere.
    search().catch(() => !signal.aborted && none());
    return () => leaving.abort();
  }, [library, renaming]);
  return found;
}
