import { Box, Button, Collapsible, Stack, Text } from '@chakra-ui/react';
import { memo } from 'react';
import { LuChevronRight } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import type { Run, RunMessage } from '#shared/model/run/run.ts';
import { shownSettings } from '#shared/text/settings/shown-settings.ts';

type SentProps = Pick<Run, 'messages' | 'attachments' | 'settings'>;

/** The messages and settings that a run was sent with, folded. */
export const Sent = memo(function Sent({ messages, attachments, settings: given }: SentProps) {
  const settings = shownSettings(given);
  const placed = messages.map((message, place) => ({ place, message }));
  return (
    <Collapsible.Root lazyMount>
      <Collapsible.Trigger asChild>
        <Button
          size="sm"
          variant="ghost"
          css={{ '&[data-state=open] > svg': { transform: 'rotate(90deg)' } }}
        >
          <LuChevronRight />
          {t('Sent')}
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <Stack gap="2" p="2" maxH="24rem" overflowY="auto" textStyle="xs" tabIndex={0}>
          {placed.map(({ place, message }) => (
            <Box key={place}>
              <Text color="fg.muted">{roleWords(message)}</Text>
              <Text dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
                {message.content}
              </Text>
            </Box>
          ))}
          {attachments.map(({ name }) => (
            <Text key={name}>{t('With the file {name}', { name })}</Text>
          ))}
          {settings.map(({ name, label, text }) => (
            <Text key={name} overflowWrap="anywhere">
              {label}: {text}
            </Text>
          ))}
        </Stack>
      </Collapsible.Content>
    </Collapsible.Root>
  );
});

function roleWords(message: RunMessage): string {
  switch (message.role) {
    case 'system':
      return t('System');
    case 'user':
      return t('User');
    case 'assistant':
      return t('Assistant');
    case 'tool':
      return t('Result of {name}', { name: message.name });
  }
}
