import { Alert, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../copy-text.ts';
import { useNotify } from '../provider.tsx';

interface RemedyNoteProps {
  /** The sentence of what is wrong. */
  readonly text: string;
  /** Names what mends it; empty where nothing does. */
  readonly remedy: string;
  /** Something to copy for it. */
  readonly command: string | null;
  /** A button that does it. */
  readonly children?: ReactNode;
}

/** Shows what is wrong and what mends it, with the command to copy. */
export function RemedyNote({ text, remedy, command, children }: RemedyNoteProps) {
  return (
    <Alert.Root status="warning" role="alert">
      <Stack gap="2" minW="0" flex="1" overflowWrap="anywhere">
        <Text fontWeight="medium">{text}</Text>
        {remedy !== '' && <Text>{remedy}</Text>}
        {command !== null && <Command text={command} />}
        {children}
      </Stack>
    </Alert.Root>
  );
}

function Command({ text }: { readonly text: string }) {
  const notify = useNotify();
  async function copy(): Promise<void> {
    try {
      await copyText(window, text);
      notify({ title: t('Copied to clipboard') });
    } catch {
      const description = t('Could not copy to clipboard. Please try again.');
      notify({ title: t('Failed to copy'), description, kind: 'destructive' });
    }
  }
  return (
    <Flex wrap="wrap" align="center" gap="2">
      <Code>{text}</Code>
      <Button size="sm" onClick={() => void copy()}>
        <LuCopy />
        {t('Copy')}
      </Button>
    </Flex>
  );
}

const Code = chakra('code', {
  base: {
    flex: '1 1 12rem',
    minW: '0',
    py: '1.5',
    px: '2',
    borderRadius: 'sm',
    bg: 'bg',
    fontFamily: 'mono',
    fontVariantLigatures: 'none',
    fontSize: 'xs',
    overflowWrap: 'anywhere',
  },
});
