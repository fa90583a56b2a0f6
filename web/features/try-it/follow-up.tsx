import { Button, Flex, Stack, Textarea } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { type KeyboardEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Run, RunMessage } from '#shared/model/run/run.ts';
import { isBlank } from '#shared/model/text.ts';
import { TextAreaField } from '../../ui/field/text-area-field.tsx';
import { onSinglePress } from '../../ui/keys/on-single-press.ts';
import { commandKey } from '../../ui/keys/pressed-key.ts';
import { replyDraftsAtom, type ShownRun } from './try-it-state.ts';
import type { TryIt } from './use-try-it.ts';

type FollowUpProps = { readonly run: Run; readonly shown: ShownRun; readonly tryIt: TryIt };

/** Goes on with an answer: by the results of the tools that it calls, or by another message. */
export function FollowUp({ run, shown, tryIt }: FollowUpProps) {
  const model = tryIt.entryOf(shown.column.model);
  if (model === undefined || run.state === 'failed') return null;
  const goOn = (messages: readonly RunMessage[]) => tryIt.goOn(shown, model, messages);
  // Of a call that was not written to its end there is no result.
  if (run.toolCalls.length > 0) return run.state === 'done' && <ToolResults run={run} onSend={goOn} />;
  if (run.answer === '') return null;
  return <NextMessage runId={run.id} onSend={(content) => goOn([{ role: 'user', content }])} />;
}

type NextMessageProps = {
  readonly runId: number;
  /** Returns whether it went. */
  onSend(content: string): Promise<boolean>;
};

/** Keeps what is typed while its card is not drawn. */
function NextMessage({ runId, onSend }: NextMessageProps) {
  const [drafts, setDrafts] = useAtom(replyDraftsAtom);
  const text = drafts.get(runId) ?? '';
  const setText = (next: string) => setDrafts((before) => new Map(before).set(runId, next));
  const canSend = !isBlank(text);

  async function send(): Promise<void> {
    if (canSend && (await onSend(text))) setText('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (commandKey(event) !== 'Enter') return;
    // The panel's own runs the prompt.
    event.preventDefault();
    if (!event.repeat) void send();
  }

  return (
    <Flex gap="2" align="end">
      <Textarea
        rows={1}
        minH="target"
        maxH="30vh"
        resize="none"
        css={{ fieldSizing: 'content' }}
        aria-label={t('Next message')}
        placeholder={t('Answer it...')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button
        size="sm"
        disabled={!canSend}
        onClick={onSinglePress(() => void send())}
        data-tooltip={t('Send (Ctrl+Enter)')}
      >
        {t('Send')}
      </Button>
    </Flex>
  );
}

type ToolResultsProps = { readonly run: Run; onSend(messages: readonly RunMessage[]): Promise<boolean> };

function ToolResults({ run, onSend }: ToolResultsProps) {
  const [results, setResults] = useState<Readonly<Record<string, string>>>({});
  const messages = run.toolCalls.map(({ id, name }): RunMessage => {
    return { role: 'tool', callId: id, name, content: results[id] ?? '' };
  });
  return (
    <Stack gap="2">
      {run.toolCalls.map(({ id, name }) => (
        <TextAreaField
          key={id}
          label={t('Result of {name}', { name })}
          value={results[id] ?? ''}
          onChange={(text) => setResults((before) => ({ ...before, [id]: text }))}
        />
      ))}
      <Flex justify="end">
        <Button size="sm" onClick={onSinglePress(() => void onSend(messages))}>
          {t('Send results')}
        </Button>
      </Flex>
    </Stack>
  );
}
