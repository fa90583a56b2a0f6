import { Button } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { exportEverything } from '../../session/export-waiting.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotify } from '../../ui/provider.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { UnderWay } from '../../ui/under-way.tsx';
import { partIsMissing } from '../../ui/use-later-part.ts';
import type { ScreenProps } from '../on-demand.tsx';
import { exportName } from './export-name.ts';
import { type ExportOffer, exportFormats, type OfferedFormat } from './transfer-messages.ts';
import { TransferNote } from './transfer-note.tsx';
import { startTransfer, type Transfer } from './transfer-thread.ts';

/** Writes a prompt, a project or everything into a zip that other programs read, or the library into a file of its own. */
export function ExportDialog({ request: offer, open, onClose }: ScreenProps<ExportOffer>) {
  const { format, setFormat, isWriting, progress, write, stop } = useExport(offer, onClose);
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
          <Button type="submit" variant="solid" loading={isWriting} loadingText={t('Exporting...')}>
            {t('Export')}
          </Button>
        </>
      }
    >
      <SelectField
        label={t('Format')}
        value={format}
        disabled={isWriting}
        options={formats.map((value) => ({ value, label: names()[value] }))}
        onChange={(value) => setFormat(formats.find((one) => one === value) ?? 'markdown')}
      />
      <TransferNote>{hints()[format]}</TransferNote>
      {isWriting && format !== 'library' && (
        <UnderWay
          text={t('Writing: {done, number} of {of, number} prompts', progress ?? { done: 0, of: 0 })}
          progress={progress}
          onCancel={stop}
        />
      )}
    </Dialog>
  );
}

function useExport(offer: ExportOffer, onClose: () => void) {
  const { library, now } = useOpenLibrary();
  const notify = useNotify();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const [format, setFormat] = useState<OfferedFormat>('markdown');
  const transfer = useRef<Transfer | null>(null);
  useEffect(() => () => transfer.current?.stop(), []);
  return {
    ...{ format, setFormat },
    isWriting,
    progress,
    stop(): void {
      transfer.current?.stop();
      setIsWriting(false);
    },
    write(): void {
      if (isWriting) return;
      setProgress(null);
      setIsWriting(true);
      if (format === 'library') {
        void exportEverything(library, notify).then(onClose);
        return;
      }
      const about = { databaseName: library.db.name, username: library.user.username };
      transfer.current = startTransfer({ kind: 'export', ...about, scope: offer.scope, format }, (answer) => {
        if (answer.kind === 'progress') return setProgress(answer);
        setIsWriting(false);
        if (answer.kind === 'exported') {
          saveBlob(document, { name: exportName(offer, { format, now: now() }), blob: answer.file });
          notify({ title: t('Export finished'), description: t('The file is in your downloads.') });
          onClose();
        } else {
          const description =
            answer.kind === 'missing'
              ? partIsMissing()
              : t('The library could not be read. Nothing was written.');
          notify({ title: t('The export has stopped'), description, kind: 'destructive' });
        }
      });
    },
  };
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
