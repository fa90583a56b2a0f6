import { Box, Button, HStack, Input } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { t } from '#shared/language/translate.ts';
import { narrowStage } from '../stage/stage-room.ts';
import { replacementAtom } from './find-atoms.ts';
import { onEnter, verbatim } from './find-keys.ts';
import { FindRow } from './find-row.ts';
import type { FindSession } from './find-session.ts';

export type ReplaceRowProps = { readonly session: FindSession | null; readonly isPattern: boolean };

/** Replaces a match, or all of them. */
export function ReplaceRow({ session, isPattern }: ReplaceRowProps) {
  const [insert, setInsert] = useAtom(replacementAtom);
  const replacement = { insert, isPattern };
  return (
    <FindRow
      // Below the field for what is looked for, beside the button that shows it.
      ps="calc({sizes.target} + {spacing.2})"
      css={{ [narrowStage]: { ps: '0' } }}
    >
      {/* It has no buttons in it, and room beside its own ones for as long as it can be read. */}
      <Box className="find-field" flex="1 1 10rem" minW="0" maxW="32rem">
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
      </Box>
      <HStack gap="1">
        <Button onClick={() => session?.replace(replacement)}>{t('Replace')}</Button>
        <Button onClick={() => session?.replaceAll(replacement)}>{t('Replace all')}</Button>
      </HStack>
    </FindRow>
  );
}
