import { Box, Button, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { textInBin } from '../../data/bin/bin-items.ts';
import type { BinItem } from '../../data/database/library-db.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Scroller } from '../../ui/list/scroller.tsx';
import { itemName } from './bin-words.ts';

export interface BinPreviewProps {
  readonly item: BinItem;
  readonly open: boolean;
  onClose(): void;
  onRestore(item: BinItem): void;
  focusAfterwards(opener: HTMLElement | null): HTMLElement | null;
}

/** More of a text is not drawn: it is to be known again, not read. */
const unitsShown = 20_000;

/** The text of a prompt or of a version, as it was when it was deleted. */
export function BinPreview({ item, open, onClose, onRestore, focusAfterwards }: BinPreviewProps) {
  const library = useLibrary();
  const text = useRef<HTMLElement>(null);
  const content = useLive(() => textInBin(library, item.key), [library, item.key])?.content ?? '';
  const isCut = content.length > unitsShown;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Preview of {name}', { name: itemName(item) })}
      initialFocus={text}
      finalFocus={focusAfterwards}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="solid" onClick={() => onRestore(item)}>
            {t('Restore')}
          </Button>
        </>
      }
    >
      <Scroller
        ref={text}
        maxH="50vh"
        minH="6rem"
        overflow="auto"
        p="3"
        borderWidth="1px"
        borderRadius="md"
        bg="bg.subtle"
        aria-label={t('Text')}
      >
        <Box
          as="pre"
          fontVariantLigatures="none"
          textStyle="sm"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {isCut ? `${content.slice(0, unitsShown)}…` : content}
        </Box>
      </Scroller>
      {content === '' && <Note>{t('This prompt has no text.')}</Note>}
      {isCut && <Note>{t('The rest is not shown here. Restoring brings back all of it.')}</Note>}
    </Dialog>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <Text textStyle="sm" color="fg.muted">
      {children}
    </Text>
  );
}
