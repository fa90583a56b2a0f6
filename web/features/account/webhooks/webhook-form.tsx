import { Box, Button, Fieldset, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { t } from '#shared/language/translate.ts';
import { NewWebhook, WebhookEvent } from '#shared/model/account/webhook.ts';
import type { Failed } from '../../../session/account/account-answers.ts';
import { Checkbox } from '../../../ui/dialog-parts/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { eventNames } from './webhook-words.ts';

interface WebhookFormProps {
  readonly initial: NewWebhook;
  readonly submit: string;
  readonly pending: boolean;
  /** Returns what the server refused; null where it is done. */
  onSubmit(webhook: NewWebhook): Promise<Failed | null>;
}

type FormErrors = { readonly url?: string | undefined; readonly events?: string | undefined };

/** The first of each field. */
function errorsIn({ issues }: z.ZodError): FormErrors {
  const of = (name: string) => issues.find(({ path }) => path[0] === name)?.message;
  return { url: of('url'), events: of('events') };
}

function errorOf(refused: Failed | null): FormErrors {
  if (refused === null) return {};
  return refused.field === 'events' ? { events: refused.message } : { url: refused.message };
}

/** The address of a webhook and its events. Becomes empty when it was sent, unless it began filled. */
export function WebhookForm({ initial, submit, pending, onSubmit }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(initial.events);
  const [wrong, setWrong] = useState<FormErrors>({});
  const field = useRef<HTMLInputElement>(null);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = NewWebhook.safeParse({ url, events });
    const errors = read.success ? errorOf(await onSubmit(read.data)) : errorsIn(read.error);
    setWrong(errors);
    if (errors.url !== undefined) return field.current?.focus();
    if (errors.events !== undefined) return;
    setUrl(initial.url);
    setEvents(initial.events);
  }

  const toggle = (event: WebhookEvent) =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event]);

  return (
    <Stack gap="4" asChild>
      <form noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={t('Address')}
          verbatim
          autoComplete="off"
          inputRef={field}
          value={url}
          error={wrong.url}
          onChange={setUrl}
        />
        <Fieldset.Root size="sm">
          <Fieldset.Legend>{t('Send a message when')}</Fieldset.Legend>
          <Fieldset.Content gap="1">
            {WebhookEvent.options.map((event) => (
              <Checkbox key={event} checked={events.includes(event)} onChange={() => toggle(event)}>
                {eventNames()[event]}
              </Checkbox>
            ))}
          </Fieldset.Content>
          {wrong.events !== undefined && (
            <Text role="alert" textStyle="xs" fontWeight="medium" color="fg.error">
              {t(wrong.events)}
            </Text>
          )}
        </Fieldset.Root>
        <Box>
          <Button type="submit" loading={pending}>
            {submit}
          </Button>
        </Box>
      </form>
    </Stack>
  );
}
