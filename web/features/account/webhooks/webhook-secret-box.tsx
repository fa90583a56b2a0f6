import { Alert, Box, Button, Input } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { LuCopy } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/field/field.tsx';
import { useNotify } from '../../../ui/provider.tsx';

interface WebhookSecretBoxProps {
  readonly url: string;
  readonly secret: string;
  /** A former secret signs as well for a day. */
  readonly isReplaced: boolean;
}

/** Shows the secret of a webhook this one time. */
export function WebhookSecretBox({ url, secret, isReplaced }: WebhookSecretBoxProps) {
  const notify = useNotify();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  async function copy(): Promise<void> {
    try {
      await copyText(window, secret);
      notify({ title: t('Copied to clipboard') });
    } catch {
      const description = t('Could not copy to clipboard. Please try again.');
      notify({ title: t('Failed to copy'), description, kind: 'destructive' });
    }
  }

  return (
    <Alert.Root flexWrap="wrap" alignItems="center">
      <Box flex="1 1 16rem">
        <Field
          label={t('Secret of {url}', { url })}
          hint={
            isReplaced
              ? t(
                  'The secret is shown only now. Until tomorrow, messages are signed with the old secret too.',
                )
              : t(
                  'The secret is shown only now. The receiver uses it to check that a message comes from here.',
                )
          }
        >
          <Input ref={field} type="text" value={secret} readOnly />
        </Field>
      </Box>
      <Button onClick={() => void copy()}>
        <LuCopy />
        {t('Copy secret')}
      </Button>
    </Alert.Root>
  );
}
