import { Alert, Box, Button, Input } from '@chakra-ui/react';
import { type RefObject, useEffect, useRef } from 'react';
import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field/field.tsx';
import { useNotify } from '../../ui/provider.tsx';

interface ShownOnceProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  /** The text of the button. */
  readonly copy: string;
  /** For who has to give it the focus once more. */
  readonly shown?: RefObject<HTMLInputElement | null>;
}

/** Shows the link of an invitation or an API token this one time: the server has only its hash. */
export function ShownOnce({ label, hint, text, copy, shown }: ShownOnceProps) {
  const notify = useNotify();
  const own = useRef<HTMLInputElement>(null);
  const field = shown ?? own;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [field]);

  async function copyIt(): Promise<void> {
    try {
      await copyText(window, text);
      notify({ title: t('Copied to clipboard') });
    } catch {
      const description = t('Could not copy to clipboard. Please try again.');
      notify({ title: t('Failed to copy'), description, kind: 'destructive' });
    }
  }

  return (
    <Alert.Root flexWrap="wrap" alignItems="center">
      <Box flex="1 1 16rem">
        <Field label={label} hint={hint}>
          <Input ref={field} type="text" value={text} readOnly />
        </Field>
      </Box>
      <Button onClick={() => void copyIt()}>
        <LuCopy />
        {copy}
      </Button>
    </Alert.Root>
  );
}
