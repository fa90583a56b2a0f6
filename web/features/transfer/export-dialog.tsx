import { Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { SecretPlace } from '#shared/lint/secrets/secret-place.ts';
import { exportEverything } from '../../session/export-waiting.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { partIsMissing } from '../../ui/hooks/use-later-part.ts';
import { useNotify, usePreferences } from '../../ui/provider.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { UnderWay } from '../../ui/under-way.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { exportName } from './export-name.ts';
import { SecretsInExport } from './secrets-in-export.tsx';
import {
  type ExportOffer,
  exportFormats,
  type OfferedFormat,
  type TransferAnswer,
  type TransferRequest,
} from './transfer-messages.ts';
import { TransferNote } from './transfer-note.tsx';
import { startTransfer, type Transfer } from './transfer-thread.ts';

/** Writes a prompt, a project or everything into a zip that other programs read, or the library into a file of its own. */
export function ExportDialog({ request: offer, open, onClose }: ScreenProps<ExportOffer>) {
  const { format, setFormat, busy, progress, secrets, write, stop } = useExport(offer, onClose);
  const formats = formatsOf(offer);
  return (
    <Dialog
      open={open}
      onClose={() => {
        stop();
        onClose();
      }}
      onSubmit={write}
      title={titleOf(offer)}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="solid"
            loading={busy !== null}
            loadingText={busy === 'looking' ? t('Looking for secrets...') : t('Exporting...')}
          >
            {secrets === null ? t('Export') : t('Export all the same')}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('Format')}
        value={format}
        disabled={busy !== null}
        options={formats.map((value) => ({ value, label: names()[value] }))}
        onChange={(value) => setFormat(formats.find((one) => one === value) ?? 'markdown')}
      />
      <TransferNote>{hints()[format]}</TransferNote>
      {secrets !== null && <SecretsInExport places={secrets.places} />}
      {busy === 'looking' && (
        <UnderWay
          text={t(
            'Looking for secrets: {done, number} of {of, number} prompts',
            progress ?? { done: 0, of: 0 },
          )}
          progress={progress}
          onCancel={stop}
        />
      )}
      {busy === 'writing' && format !== 'library' && (
        <UnderWay
          text={t('Writing: {done, number} of {of, number} prompts', progress ?? { done: 0, of: 0 })}
          progress={progress}
          onCancel={stop}
        />
      )}
    </Dialog>
  );
}

/** The part that is under way: the look for secrets comes before the first byte is written. */
type Busy = 'looking' | 'writing' | null;

/** `places`: null where it could not be looked. */
type Secrets = { readonly places: readonly SecretPlace[] | null };

function useExport(offer: ExportOffer, onClose: () => void) {
  const { library, now } = useOpenLibrary();
  const notify = useNotify();
  const { lintOff } = usePreferences();
  const { busy, progress, begin, start, stop } = useTransfer();
  const [secrets, setSecrets] = useState<Secrets | null>(null);
  const [format, setFormat] = useState<OfferedFormat>('markdown');
  const about = { databaseName: library.db.name, scope: offer.scope };

  function look(): void {
    begin('looking');
    start({ kind: 'secrets', ...about, format }, (answer) => {
      if (answer.kind === 'secrets' && answer.places.length === 0) return writeOut();
      // Without the worker nothing is written, either; the library as one file is written without it.
      if (answer.kind === 'missing' && format !== 'library') return notify(stoppedBy(answer));
      setSecrets({ places: answer.kind === 'secrets' ? answer.places : null });
    });
  }

  function writeOut(): void {
    begin('writing');
    if (format === 'library') {
      void exportEverything(library, notify).then(onClose);
      return;
    }
    const { username } = library.user;
    start({ kind: 'export', ...about, username, format }, (answer) => {
      if (answer.kind !== 'exported') return notify(stoppedBy(answer));
      saveBlob(document, { name: exportName(offer, { format, now: now() }), blob: answer.file });
      notify({ title: t('Export finished'), description: t('The file is in your downloads.') });
      onClose();
    });
  }

  return {
    ...{ format, busy, progress, secrets, stop },
    setFormat(next: OfferedFormat): void {
      setFormat(next);
      setSecrets(null);
    },
    write(): void {
      if (busy !== null) return;
      if (secrets !== null || lintOff.includes('secret')) writeOut();
      else look();
    },
  };
}

/** One transfer under way at a time, and how far it is. */
function useTransfer() {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [busy, setBusy] = useState<Busy>(null);
  const transfer = useRef<Transfer | null>(null);
  useEffect(() => () => transfer.current?.stop(), []);
  return {
    ...{ busy, progress },
    begin(next: Busy): void {
      setProgress(null);
      setBusy(next);
    },
    start(request: TransferRequest, onEnd: (answer: TransferAnswer) => void): void {
      transfer.current = startTransfer(request, (answer) => {
        if (answer.kind === 'progress') return setProgress(answer);
        setBusy(null);
        onEnd(answer);
      });
    },
    stop(): void {
      transfer.current?.stop();
      setBusy(null);
    },
  };
}

function stoppedBy({ kind }: TransferAnswer): ToastRequest {
  const description =
    kind === 'missing' ? partIsMissing() : t('The library could not be read. Nothing was written.');
  return { title: t('The export has stopped'), description, kind: 'destructive' };
}

/** A part of a library is not one. */
function formatsOf({ scope }: ExportOffer): readonly OfferedFormat[] {
  return scope.kind === 'library' ? [...exportFormats, 'library'] : exportFormats;
}

function titleOf({ scope, name }: ExportOffer): string {
  return scope.kind === 'library' ? t('Export') : t('Export "{name}"', { name });
}

const names = (): Readonly<Record<OfferedFormat, string>> => ({
  markdown: t('Markdown files (zip)'),
  promptfoo: t('promptfoo (YAML)'),
  dotprompt: t('dotprompt files (zip)'),
  'github-models': t('GitHub Models files (zip)'),
  prompty: t('Prompty files (zip)'),
  'open-webui': t('Open WebUI prompts (JSON)'),
  librechat: t('LibreChat presets (zip)'),
  skills: t('Skills of coding agents (zip)'),
  espanso: t('espanso matches (YAML)'),
  library: t('Promptory library (JSON)'),
});

const hints = (): Readonly<Record<OfferedFormat, string>> => ({
  markdown: t(
    'A folder for each project and a Markdown file for each prompt, with versions, notes, labels and uploaded files beside it. Importing this file again gives the same library.',
  ),
  promptfoo: t(
    'The current texts as prompts, and their value sets and cases as tests, for promptfoo. Versions, notes, labels, tags, files and times are left out.',
  ),
  dotprompt: t(
    'The current text of each prompt as a .prompt file, for Genkit and others that read dotprompt. Versions, notes, labels, tags, files and times are left out.',
  ),
  'github-models': t(
    'The current text of each prompt as a .prompt.yml file, which GitHub Models runs and evaluates, with its value sets as test data. Versions, notes, labels, tags, files and times are left out.',
  ),
  prompty: t(
    'The current text of each prompt as a .prompty file, with its settings and a sample of values. Versions, notes, labels, tags, files and times are left out.',
  ),
  'open-webui': t(
    'The current texts as one file that the workspace of Open WebUI imports, each with a command. Versions, notes, labels, tags, files and times are left out.',
  ),
  librechat: t(
    'The current text of each prompt as a preset that LibreChat imports, with the settings that it knows. Versions, notes, labels, tags, files and times are left out.',
  ),
  skills: t(
    'A folder with a SKILL.md for each prompt, for Claude Code, Codex, Cursor and others. Versions, notes, labels, tags, files and times are left out.',
  ),
  espanso: t(
    'The current texts as one file for the text expander espanso, each with a trigger; one with variables asks for them. Versions, notes, labels, tags, files and times are left out.',
  ),
  library: t(
    'The whole library in one file, with the changes that wait on this device and with typed values. Import… reads it, here or on another server.',
  ),
});
