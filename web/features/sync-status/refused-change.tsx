import { useId, useState } from 'react';
import { messages, problemMessages } from '#shared/model/messages.ts';
import type { Library } from '../../data/database/library.ts';
import {
  type ActOutcome,
  carriedText,
  discardEntry,
  editEntry,
  entriesDiscardedWith,
  retryEntry,
  saveEntryAsNew,
} from '../../data/review/outbox-acts.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { editableField } from './editable-field.ts';
import type { NamedEntry } from './named-entry.ts';

export interface RefusedChangeProps {
  readonly library: Library;
  readonly item: NamedEntry;
  notify(toast: ToastRequest): void;
}

type Step =
  | { kind: 'choose' }
  | { kind: 'edit'; text: string; error?: string }
  | { kind: 'discard'; count: number };

/** One change that the server did not accept: why, and what can become of it. */
export function RefusedChange({ library, item, notify }: RefusedChangeProps) {
  const { entry, name } = item;
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const fieldId = useId();
  const field = editableField(entry);
  const { position } = entry;

  async function decide(act: Promise<ActOutcome>): Promise<void> {
    const outcome = await act.catch((error: unknown): ActOutcome => {
      console.error('A refused change could not be settled.', error);
      return { ok: false, errors: [{ path: '', message: messages.changeNotWritten }] };
    });
    if (outcome.ok) return;
    const description = outcome.errors[0]?.message;
    if (step.kind === 'edit') setStep({ ...step, error: description ?? 'That is not possible.' });
    else notify({ title: 'Nothing was changed', description, kind: 'destructive' });
  }

  function exportIt(): void {
    const text = JSON.stringify({ name: entry.name, args: entry.args, createdAt: entry.createdAt }, null, 2);
    saveFile(document, { name: `promptory-change-${position}.json`, text, type: 'application/json' });
  }

  return (
    <li className="sync-change" data-refused>
      <p className="sync-change-name">{name}</p>
      <p className="sync-change-why">{whyOf(item)}</p>
      {step.kind === 'choose' && (
        <div className="sync-change-acts">
          <Button size="sm" onClick={() => void decide(retryEntry(library, position))}>
            Retry
          </Button>
          {field !== null && (
            <Button size="sm" onClick={() => setStep({ kind: 'edit', text: field.text })}>
              Edit
            </Button>
          )}
          {carriedText(entry) !== null && (
            <Button size="sm" onClick={() => void decide(saveEntryAsNew(library, position))}>
              Save as new prompt
            </Button>
          )}
          <Button size="sm" onClick={exportIt}>
            Export
          </Button>
          <Button
            size="sm"
            onClick={async () => {
              const gone = await entriesDiscardedWith(library, position);
              setStep({ kind: 'discard', count: gone.length });
            }}
          >
            Discard…
          </Button>
        </div>
      )}
      {step.kind === 'edit' && field !== null && (
        <form
          className="sync-change-edit"
          onSubmit={(event) => {
            event.preventDefault();
            void decide(editEntry(library, position, field.withText(step.text)));
          }}
        >
          <label htmlFor={fieldId}>{field.label}</label>
          <textarea
            id={fieldId}
            rows={field.rows}
            value={step.text}
            aria-invalid={step.error !== undefined}
            onChange={(event) => setStep({ kind: 'edit', text: event.target.value })}
          />
          {step.error !== undefined && <p role="alert">{step.error}</p>}
          <div className="sync-change-acts">
            <Button size="sm" onClick={() => setStep({ kind: 'choose' })}>
              Cancel
            </Button>
            <Button size="sm" type="submit" tone="primary">
              Send again
            </Button>
          </div>
        </form>
      )}
      {step.kind === 'discard' && (
        <div className="sync-change-acts" role="alert">
          <span>
            {step.count === 1
              ? 'Give up this change for good?'
              : `Give up this and ${step.count - 1} more that depend on it, for good?`}
          </span>
          <Button size="sm" onClick={() => setStep({ kind: 'choose' })}>
            Keep
          </Button>
          <Button size="sm" tone="danger" onClick={() => void decide(discardEntry(library, position))}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}

function whyOf({ entry }: NamedEntry): string {
  const { problem } = entry;
  if (problem === undefined) return 'The server did not say why.';
  const [first] = problem.errors ?? [];
  return first?.message ?? problem.detail ?? problemMessages[problem.code];
}
