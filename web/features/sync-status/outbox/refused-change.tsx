import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import { refusalSentence } from '#shared/sync/refusal-sentence.ts';
import {
  type ActOutcome,
  carriedText,
  discardEntry,
  editEntry,
  entriesDiscardedWith,
  retryEntry,
  saveEntryAsNew,
} from '../../../data/review/outbox-acts.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useNotify } from '../../../ui/provider.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Acts, Change } from '../change-list.tsx';
import { editableField } from './editable-field.ts';
import type { NamedEntry } from './named-entry.ts';
import { RefusedChangeEdit } from './refused-change-edit.tsx';

export interface RefusedChangeProps {
  readonly item: NamedEntry;
}

type Step =
  | { kind: 'choose' }
  | { kind: 'edit'; text: string; error?: string }
  | { kind: 'discard'; count: number };

/** One change that the server did not accept: why, and what can become of it. */
export function RefusedChange({ item }: RefusedChangeProps) {
  const library = useLibrary();
  const notify = useNotify();
  const { entry, name } = item;
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const field = editableField(entry);
  const { position } = entry;

  async function decide(act: Promise<ActOutcome>): Promise<void> {
    const outcome = await act.catch((error: unknown): ActOutcome => {
      console.error('A refused change could not be settled.', error);
      return { ok: false, errors: [{ path: '', message: messages.changeNotWritten }] };
    });
    if (outcome.ok) return;
    const description = outcome.errors[0]?.message;
    if (step.kind === 'edit') setStep({ ...step, error: description ?? t('That is not possible.') });
    else notify({ title: t('Nothing was changed'), description, kind: 'destructive' });
  }

  async function askToDiscard(): Promise<void> {
    const gone = await entriesDiscardedWith(library, position);
    setStep({ kind: 'discard', count: gone.length });
  }

  return (
    <Change isHeldUp>
      <Text fontWeight="semibold">{name}</Text>
      <Text color="fg.muted">{refusalSentence(entry.problem)}</Text>
      {step.kind === 'choose' && (
        <Choices
          entry={entry}
          onRetry={() => void decide(retryEntry(library, position))}
          onEdit={field === null ? null : () => setStep({ kind: 'edit', text: field.text })}
          onSaveAsNew={() => void decide(saveEntryAsNew(library, position))}
          onDiscard={() => void askToDiscard()}
        />
      )}
      {step.kind === 'edit' && field !== null && (
        <RefusedChangeEdit
          field={field}
          text={step.text}
          error={step.error}
          onChange={(text) => setStep({ kind: 'edit', text })}
          onCancel={() => setStep({ kind: 'choose' })}
          onSend={() => void decide(editEntry(library, position, field.withText(step.text)))}
        />
      )}
      {step.kind === 'discard' && (
        <DiscardQuestion
          count={step.count}
          onKeep={() => setStep({ kind: 'choose' })}
          onDiscard={() => void decide(discardEntry(library, position))}
        />
      )}
    </Change>
  );
}

type ChoicesProps = {
  readonly entry: NamedEntry['entry'];
  onRetry(): void;
  /** Null where nothing of the change can be edited. */
  readonly onEdit: (() => void) | null;
  onSaveAsNew(): void;
  onDiscard(): void;
};

function Choices({ entry, onRetry, onEdit, onSaveAsNew, onDiscard }: ChoicesProps) {
  return (
    <Acts>
      <Button size="sm" onClick={onRetry}>
        {t('Retry')}
      </Button>
      {onEdit !== null && (
        <Button size="sm" onClick={onEdit}>
          {t('Edit')}
        </Button>
      )}
      {carriedText(entry) !== null && (
        <Button size="sm" onClick={onSaveAsNew}>
          {t('Save as new prompt')}
        </Button>
      )}
      <Button size="sm" onClick={() => exportEntry(entry)}>
        {t('Export')}
      </Button>
      <Button size="sm" onClick={onDiscard}>
        {t('Discard…')}
      </Button>
    </Acts>
  );
}

/** `count`: of the changes that would be given up, this one included. */
function DiscardQuestion({ count, onKeep, onDiscard }: { count: number; onKeep(): void; onDiscard(): void }) {
  return (
    <Acts role="alert">
      <span>
        {t(
          '{more, plural, =0 {Give up this change for good?} other {Give up this and # more that depend on it, for good?}}',
          { more: count - 1 },
        )}
      </span>
      <Button size="sm" onClick={onKeep}>
        {t('Keep')}
      </Button>
      <Button size="sm" variant="solid" colorPalette="danger" onClick={onDiscard}>
        {t('Discard')}
      </Button>
    </Acts>
  );
}

function exportEntry({ name, args, createdAt, position }: NamedEntry['entry']): void {
  const text = JSON.stringify({ name, args, createdAt }, null, 2);
  saveFile(document, {
    name: `promptory-change-${position}.json`,
    text,
    type: 'application/json',
  });
}
