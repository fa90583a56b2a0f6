import { Button, Fieldset, Flex, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { ProgressBar } from '../../../ui/dialog-parts/progress-bar.tsx';
import { Switch } from '../../../ui/dialog-parts/switch.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useStableAct } from '../../../ui/hooks/use-stable-act.ts';
import { TransferNote } from '../transfer-note.tsx';
import { mostPicked } from './chat-messages.ts';
import { ChatRows } from './chat-rows.tsx';
import type { ChatState, Chats } from './use-chats.ts';

/** Messages that were picked last are the prompts of the import. */
type ChatChoiceProps = { readonly chats: Chats; readonly disabled: boolean };

/** Searches the conversations of a chat export, and picks the messages that become prompts; nothing for other files. */
export function ChatChoice({ chats, disabled }: ChatChoiceProps) {
  const { state } = chats;
  return state === null ? null : <Conversations {...{ chats, state, disabled }} />;
}

function Conversations({ chats, state, disabled }: ChatChoiceProps & { readonly state: ChatState }) {
  const [asked, setAsked] = useState({ query: '', answers: false });
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  function ask(part: Partial<typeof asked>): void {
    const next = { ...asked, ...part };
    setAsked(next);
    chats.search(next.query, next.answers);
  }
  const pick = useStableAct((key: number) => {
    const next = new Set(picked);
    if (!next.delete(key) && next.size < mostPicked) next.add(key);
    setPicked(next);
  });
  if (state.hasFailed) {
    return <TransferNote>{t('The conversations could not be read on this device.')}</TransferNote>;
  }
  return (
    <Fieldset.Root size="sm" minW="0">
      <Fieldset.Legend fontWeight="semibold">{t('Conversations')}</Fieldset.Legend>
      <Fieldset.Content gap="3">
        <ChatCountsNote state={state} />
        <TextField
          label={t('Search the messages')}
          value={asked.query}
          onChange={(query) => ask({ query })}
          disabled={disabled}
        />
        <Switch
          label={t('Also search answers')}
          checked={asked.answers}
          disabled={disabled}
          onChange={(answers) => ask({ answers })}
        />
        <FoundNote {...state.found} />
        {state.found.rows.length > 0 && (
          <ChatRows rows={state.found.rows} {...{ picked, disabled }} onPick={pick} />
        )}
        <PickButtons
          count={picked.size}
          disabled={disabled}
          onUse={() => chats.pick([...picked])}
          onClear={() => setPicked(new Set())}
        />
      </Fieldset.Content>
    </Fieldset.Root>
  );
}

function ChatCountsNote({ state: { reading, counts, unread, isFull } }: { readonly state: ChatState }) {
  const sentence = t(
    '{conversations, plural, one {# conversation} other {# conversations}} with {messages, plural, one {# message} other {# messages}} of yours',
    { conversations: counts.conversations, messages: counts.messages },
  );
  return (
    <Stack gap="2">
      <TransferNote>{sentence}</TransferNote>
      {reading !== null && <ProgressBar aria-label={t('Reading the conversations')} progress={reading} />}
      {isFull && (
        <TransferNote>
          {t('These are more messages than this device can search at once. The last ones are left out.')}
        </TransferNote>
      )}
      {counts.unread > 0 && reading === null && (
        <details>
          <summary>
            {t(
              '{count, plural, one {# conversation or file} other {# conversations or files}} could not be read.',
              { count: counts.unread },
            )}
          </summary>
          {unread.map(({ source, reason }) => (
            <TransferNote key={source}>{`${source}: ${t(reason.sentence, reason.values)}`}</TransferNote>
          ))}
        </details>
      )}
    </Stack>
  );
}

function FoundNote({ rows, count, isWhole }: ChatState['found']) {
  const found = t('{count, plural, one {# message} other {# messages}} found', { count });
  const more = t('The first {count, number} are listed. Search for another word to see others.', {
    count: rows.length,
  });
  return (
    <p role="status">
      {isWhole ? found : t('{found} so far', { found })}
      {count > rows.length ? `. ${more}` : ''}
    </p>
  );
}

type PickButtonsProps = {
  readonly count: number;
  readonly disabled: boolean;
  onUse(): void;
  onClear(): void;
};

function PickButtons({ count, disabled, onUse, onClear }: PickButtonsProps) {
  return (
    <Flex wrap="wrap" gap="2" align="center">
      <Button size="sm" disabled={disabled || count === 0} onClick={onUse}>
        {t('{count, plural, one {Make a prompt of # message} other {Make prompts of # messages}}', { count })}
      </Button>
      <Button size="sm" variant="ghost" disabled={disabled || count === 0} onClick={onClear}>
        {t('Clear selection')}
      </Button>
      {count >= mostPicked && (
        <TransferNote>{t('{count, number} is the most at once.', { count: mostPicked })}</TransferNote>
      )}
    </Flex>
  );
}
