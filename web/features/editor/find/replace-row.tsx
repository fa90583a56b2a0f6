import { Button, Input } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { t } from '#shared/language/translate.ts';
import { replacementAtom } from './find-atoms.ts';
import { onEnter, verbatim } from './find-keys.ts';
import type { FindSession } from './find-session.ts';

export type ReplaceRowProps = { readonly session: FindSession | null; readonly isPattern: boolean };

/** Replaces a match, or all of them. */
export function ReplaceRow({ session, isPattern }: ReplaceRowProps) {
  const [insert, setInsert] = useAtom(replacementAtom);
  const replacement = { insert, isPattern };
  return (
    <div className="find-row find-replace">
      <div className="find-field">
        <Input
          type="text"
          size="sm"
          aria-label={t('Replace with')}
          placeholder={isPattern ? t('Replace with, $1 for the first group') : t('Replace with')}
          value={insert}
          {...verbatim}
          onChange={(event) => setInsert(event.target.value)}
          onKeyDown={(event) => onEnter(event, () => session?.replace(replacement))}
        />
      </div>
      <div className="find-steps">
        <Button onClick={() => session?.replace(replacement)}>{t('Replace')}</Button>
        <Button onClick={() => session?.replaceAll(replacement)}>{t('Replace all')}</Button>
      </div>
    </div>
  );
}
