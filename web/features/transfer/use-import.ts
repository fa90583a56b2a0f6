import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { deviceName } from '#shared/text/device-name.ts';
import type { Library } from '../../data/database/library.ts';
import { lastImport } from '../../data/transfer/library-files/last-import.ts';
import type { ImportOptions } from '../../data/transfer/library-files/plan-files.ts';
import { takeBack } from '../../data/transfer/library-files/take-back.ts';
import { partIsMissing } from '../../ui/hooks/use-later-part.ts';
import { useStableAct } from '../../ui/hooks/use-stable-act.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { importedSentence, takenBackSentence } from './import-sentences.ts';
import { type KeptPlan, runLook } from './run-import.ts';
import type { ChosenFile, ShownRow } from './transfer-messages.ts';

type Progress = { readonly done: number; readonly of: number };

/** The step of an import. `looked`: all rows are there, and a person decides. */
export type ImportStep =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'looked' }
  | { readonly kind: 'importing'; readonly progress: Progress }
  | { readonly kind: 'imported'; readonly sentence: string; readonly canUndo: boolean }
  | { readonly kind: 'undoing'; readonly progress: Progress }
  | { readonly kind: 'undone'; readonly sentence: string };

type ImportDeps = {
  readonly library: Library;
  /** Whether the dialog is open: it shows the outcome itself, and a toast would lie over its buttons. */
  readonly open: boolean;
  notify(toast: ToastRequest): void;
};

const choosing: ImportStep = { kind: 'choosing' };

/**
 * Looks at files, imports them and takes that back. What is under way goes on while its dialog is closed, and ends with
 * the library.
 */
export function useImport({ library, open, notify }: ImportDeps) {
  const [step, setStep] = useState<ImportStep>(choosing);
  const [rows, setRows] = useState<readonly ShownRow[]>([]);
  const run = useRun();
  const plan = useKeptPlan();
  const report = useStableAct((toast: ToastRequest) => {
    if (!open) notify(toast);
  });
  function begin(first: ImportStep): AbortSignal {
    setStep(first);
    return run.begin();
  }

  function leave(): void {
    begin(choosing);
    plan.replace(null);
    setRows([]);
  }

  async function look(files: readonly ChosenFile[], options: ImportOptions): Promise<void> {
    const signal = begin({ kind: 'looking' });
    plan.replace(null);
    setRows([]);
    const onRows = (found: readonly ShownRow[]) => {
      if (!signal.aborted) setRows(found);
    };
    const outcome = await runLook({ ...lookOf(library), files, options }, { onRows, signal });
    if (signal.aborted) return;
    plan.replace(outcome.kind === 'planned' ? outcome.plan : null);
    setStep(outcome.kind === 'planned' ? { kind: 'looked' } : choosing);
    if (outcome.kind !== 'planned') notify(unreadable(outcome.kind === 'missing'));
  }

  /** Does what was found last. Resolves to whether all of it came in. */
  async function bringIn(): Promise<boolean> {
    const found = plan.take();
    if (found === null) return false;
    const of = rows.length;
    const onProgress = (done: number) => setStep({ kind: 'importing', progress: { done, of } });
    const signal = begin({ kind: 'importing', progress: { done: 0, of } });
    const { kind, undoable, refused } = await found.bringIn(library, { onProgress, signal });
    const whole = kind === 'done';
    const sentence = whole ? importedSentence(rows, refused) : brokenOff()[kind];
    setStep({ kind: 'imported', sentence, canUndo: undoable > 0 });
    report(importToast(whole, sentence));
    return whole;
  }

  async function undo(): Promise<void> {
    const signal = begin({ kind: 'undoing', progress: { done: 0, of: 0 } });
    const onProgress = (progress: Progress) => setStep({ kind: 'undoing', progress });
    const { step: last, toast } = await undoneImport(library, { onProgress, signal });
    setStep(last);
    report(toast);
  }

  return { step, rows, look, bringIn, undo, leave, stop: run.stop };
}

function lookOf({ db, user, client }: Library) {
  const owner = { username: user.username, client };
  return { databaseName: db.name, owner, device: deviceName(navigator) };
}

/** Ends the step under way where another one begins, or the library is left. */
function useRun() {
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  return {
    begin(): AbortSignal {
      running.current.abort();
      running.current = new AbortController();
      return running.current.signal;
    },
    stop: () => running.current.abort(),
  };
}

/** Holds the plan of the last look; one that is replaced, or left, is dropped. */
function useKeptPlan() {
  const held = useRef<KeptPlan | null>(null);
  useEffect(() => () => held.current?.drop(), []);
  return {
    replace(plan: KeptPlan | null): void {
      held.current?.drop();
      held.current = plan;
    },
    /** Hands it over, to be ended by the caller. */
    take(): KeptPlan | null {
      const plan = held.current;
      held.current = null;
      return plan;
    },
  };
}

/** Takes the last import back. Where the browser cannot write, it can be begun again, and goes on with what is left. */
async function undoneImport(
  library: Library,
  { onProgress, signal }: { onProgress(progress: Progress): void; signal: AbortSignal },
): Promise<{ step: ImportStep; toast: ToastRequest }> {
  try {
    const of = (await lastImport(library))?.changes ?? 0;
    onProgress({ done: 0, of });
    const { kept } = await takeBack(library, { onProgress: (done) => onProgress({ done, of }), signal });
    const sentence = takenBackSentence(kept, signal.aborted);
    return {
      step: { kind: 'undone', sentence },
      toast: { title: t('Import undone'), description: sentence },
    };
  } catch (error) {
    console.error('An import could not be taken back.', error);
    const sentence = t(
      'The browser could not write to this device. What is left of the import stays. Try again.',
    );
    const title = t('The import could not be undone');
    const toast: ToastRequest = { title, description: sentence, kind: 'destructive' };
    return { step: { kind: 'imported', sentence, canUndo: true }, toast };
  }
}

const brokenOff = () => ({
  stopped: t('The import was stopped. What was imported until then stays.'),
  failed: t('This device could not read or write something. What was imported until then stays.'),
});

const unreadable = (isMissing: boolean): ToastRequest => ({
  title: t('The import has stopped'),
  description: isMissing ? partIsMissing() : t('The files could not be read. Nothing was imported.'),
  kind: 'destructive',
});

const importToast = (isWhole: boolean, description: string): ToastRequest =>
  isWhole
    ? { title: t('Import finished'), description }
    : { title: t('The import has stopped'), description, kind: 'destructive' };
