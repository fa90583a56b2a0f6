import { Flex, Grid, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../copy-text.ts';
import { IconButton } from '../icon-button.tsx';
import { useToaster } from '../provider.tsx';
import type { NamedText } from './named-text.ts';
import { narrow } from './narrow.ts';

/** Choose other texts, in the place of their names. */
export type SideChoosers = { readonly before: ReactNode; readonly after: ReactNode; onSwap(): void };

export type CompareHeadProps = {
  readonly before: NamedText;
  readonly after: NamedText;
  readonly choosers: SideChoosers | undefined;
};

/** Names both sides, and copies either text. */
export function CompareHead({ before, after, choosers }: CompareHeadProps) {
  return (
    <Grid
      position="sticky"
      top="0"
      zIndex="2"
      flex="none"
      templateColumns="minmax(0, 1fr) minmax(0, 1fr)"
      {...(choosers !== undefined && { css: choosersCss })}
      borderBottomWidth="1px"
      bg="bg.subtle"
    >
      <HeadOfSide side="before" sign="−" {...before} chooser={choosers?.before} />
      <HeadOfSide side="after" sign="+" {...after} chooser={choosers?.after} />
    </Grid>
  );
}

/** A title of a prompt needs all of a narrow place. */
const choosersCss = {
  [narrow]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > :last-child': { borderStartWidth: '0', borderTopWidth: '1px' },
  },
};

type HeadOfSideProps = NamedText & {
  readonly side: 'before' | 'after';
  readonly sign: string;
  readonly chooser: ReactNode;
};

function HeadOfSide({ side, sign, name, detail, text, chooser }: HeadOfSideProps) {
  const toaster = useToaster();

  async function copy(whole: string): Promise<void> {
    try {
      await copyText(window, whole);
      toaster.show({ title: t('Copied to clipboard') });
    } catch {
      toaster.show({
        title: t('Failed to copy'),
        description: t('Could not copy to clipboard. Please try again.'),
        kind: 'destructive',
      });
    }
  }

  return (
    <Flex
      align="center"
      gap="1"
      minW="0"
      minH="target"
      ps="2"
      pe="1"
      fontSize="sm"
      {...(side === 'after' && { borderStartWidth: '1px' })}
    >
      <Span
        flex="none"
        fontFamily="mono"
        fontVariantLigatures="none"
        fontWeight="semibold"
        color={side === 'before' ? 'danger.fg' : 'success.fg'}
        userSelect="none"
        aria-hidden="true"
      >
        {sign}
      </Span>
      {chooser ?? <NameOfSide {...{ name, detail }} />}
      {text !== null && (
        <IconButton
          label={t('Copy {name}', { name })}
          icon={<LuCopy />}
          size="sm"
          flex="none"
          ms="auto"
          color="fg.muted"
          onClick={() => void copy(text)}
        />
      )}
    </Flex>
  );
}

function NameOfSide({ name, detail }: { readonly name: string; readonly detail: string | undefined }) {
  return (
    <>
      <Span flex="0 1 auto" truncate fontWeight="semibold">
        {name}
      </Span>
      {/* It gives way before the name does. */}
      {detail !== undefined && (
        <Span flex="0 9999 auto" truncate color="fg.muted" fontSize="xs">
          {detail}
        </Span>
      )}
    </>
  );
}
