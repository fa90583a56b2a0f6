import { Button, Stack } from '@chakra-ui/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Scroller } from '../../ui/list/scroller.tsx';
import { helpText, sectionsWith } from './help-sections.ts';

export interface HelpDialogProps {
  readonly open: boolean;
  onClose(): void;
  renderMarkdown(text: string): ReactNode;
}

/** The help in one page that is there without a network, and a search that leaves the sections with all its words. */
export function HelpDialog({ open, onClose, renderMarkdown }: HelpDialogProps) {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const pages = useMemo(helpText, []);
  const found = sectionsWith(pages, words).join('\n');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={t('Help')}
      initialFocus={field}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack gap="4" minW="0">
        <TextField
          label={t('Search in the help')}
          autoComplete="off"
          value={words}
          onChange={setWords}
          inputRef={field}
        />
        <Scroller data-own-text aria-label={t('Help')} h="60dvh" overflowY="auto">
          {found === '' ? (
            <p role="status">{t('No section of the help has these words.')}</p>
          ) : (
            renderMarkdown(found)
          )}
        </Scroller>
      </Stack>
    </Dialog>
  );
}
