import { Button, Stack } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { outlineOf } from '../../data/queries/queries.ts';
import type { OutlineProject } from '../../data/rows/outline.ts';
import type { ImportOptions } from '../../data/transfer/library-files/plan-files.ts';
import { useLibrary, useOpenLibrary } from '../../session/open-library-context.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNotify } from '../../ui/provider.tsx';
import { UnderWay } from '../../ui/under-way.tsx';
import type { ScreenProps } from '../on-demand.tsx';
import { ChatChoice } from './chats/chat-choice.tsx';
import { useChats } from './chats/use-chats.ts';
import { type Choice, FileChoice } from './file-choice.tsx';
import { countsOf } from './import-sentences.ts';
import { ImportTable } from './import-table.tsx';
import { LastImport } from './last-import.tsx';
import { TableChoice } from './table-choice.tsx';
import type { ChosenFile, ImportOffer } from './transfer-messages.ts';
import { TransferNote } from './transfer-note.tsx';
import { useImport } from './use-import.ts';

type ImportScreen = ScreenProps<ImportOffer>;

const noFiles: readonly ChosenFile[] = [];

/** Imports files of any origin: a person sees what each of them would do before anything is done. */
export function ImportDialog(props: ImportScreen) {
  const library = useLibrary();
  const outline = useLive(() => outlineOf(library), [library]);
  return outline === undefined ? null : <OpenedImport {...props} projects={outline.projects} />;
}

function OpenedImport(props: ImportScreen & { readonly projects: readonly OutlineProject[] }) {
  const { projects, open, onClose } = props;
  const library = useLibrary();
  const bringing = useImport({ library, open, notify: useNotify() });
  const { choice, change, bringIn, discard } = useChoice(props, bringing);
  // Behind a closed dialog nobody searches, and its memory is given back.
  const chats = useChats(open ? choice.files : noFiles, (messages) => change({ messages }));
  const start = useRef<HTMLDivElement>(null);
  const { step, rows } = bringing;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title={t('Import')}
      description={t(
        'What was exported here (a zip, folder or library file), Markdown, text, CSV, JSON lines, rules and skills of coding agents, or files of promptfoo, OpenAI, Prompty, GitHub Models, Langfuse and many other tools, also data exports of ChatGPT and Claude. Nothing here is removed or replaced.',
      )}
      initialFocus={start}
      footer={
        <ImportButtons
          {...{ bringing, onClose }}
          onImport={() => void bringIn()}
          onDiscard={discard}
          onOthers={() => change({ files: [] })}
        />
      }
    >
      <Stack ref={start} tabIndex={-1} gap="4" minW="0" outline="0">
        <FileChoice
          {...{ choice, projects, onChange: change }}
          hasChanged={countsOf(rows).changed > 0 || choice.texts === 'take'}
          disabled={step.kind === 'importing' || step.kind === 'undoing'}
        />
        <TableChoice
          files={choice.files}
          columns={choice.columns}
          disabled={step.kind !== 'looking' && step.kind !== 'looked'}
          onChange={(columns) => change({ columns })}
        />
        <ChatChoice chats={chats} disabled={step.kind === 'importing' || step.kind === 'undoing'} />
        {step.kind === 'choosing' && <LastImport onUndo={() => void bringing.undo()} />}
        <ImportProgress bringing={bringing} />
        {rows.length > 0 && <ImportTable rows={rows} />}
        {step.kind === 'looked' && rows.length === 0 && chats.state === null && (
          <TransferNote>{t('There is nothing to import in these files.')}</TransferNote>
        )}
      </Stack>
    </Dialog>
  );
}

/** Holds what a person chose; each change of it shows what the import would do then. */
function useChoice(props: Parameters<typeof OpenedImport>[0], bringing: Bringing['bringing']) {
  const { request, projectId, projects, onClose } = props;
  const given = request.files;
  const { inbox } = useOpenLibrary();
  const [choice, setChoice] = useState<Choice>({
    files: [],
    projectId,
    texts: 'keep',
    columns: null,
    messages: null,
  });
  const options = ({ projectId: chosen, texts, columns, messages }: Choice): ImportOptions => ({
    project: projects.find(({ id }) => id === chosen) ?? { id: null, name: t('Imported') },
    texts,
    ...(columns === null ? {} : { columns }),
    ...(messages === null ? {} : { chats: { kind: 'picked', messages } }),
  });
  function look(next: Choice): void {
    if (next.files.length === 0) bringing.leave();
    else void bringing.look(next.files, options(next));
  }
  function change(part: Partial<Choice>): void {
    const next = {
      ...choice,
      ...(part.files === undefined ? {} : { columns: null, messages: null }),
      ...part,
    };
    setChoice(next);
    look(next);
  }
  // Files that are shared while an import is under way stay where they wait, and are offered at the next start.
  const isBusy = bringing.step.kind === 'importing' || bringing.step.kind === 'undoing';
  const lookAtGiven = useEffectEvent((files: readonly ChosenFile[]) => {
    if (files.length > 0 && !isBusy) change({ files });
  });
  useEffect(() => lookAtGiven(given), [given]);
  const areShared = request.areShared === true && given.length > 0 && choice.files === given;
  return {
    choice,
    change,
    async bringIn(): Promise<void> {
      const isWhole = await bringing.bringIn();
      if (isWhole && areShared) void inbox.clear();
    },
    /** Null where the files are a person's own choice. */
    discard: areShared
      ? () => {
          void inbox.clear();
          change({ files: [] });
          onClose();
        }
      : null,
  };
}

type Bringing = { readonly bringing: ReturnType<typeof useImport> };

function ImportProgress({ bringing: { step, rows, stop } }: Bringing) {
  switch (step.kind) {
    case 'choosing':
      return null;
    case 'looking':
      return (
        <UnderWay
          text={t('Reading the files: {count, number} rows so far', { count: rows.length })}
          progress={null}
          onCancel={stop}
        />
      );
    case 'looked':
      return null;
    case 'importing':
      return (
        <UnderWay
          text={t('Importing: {done, number} of {of, number} rows', step.progress)}
          progress={step.progress}
          onCancel={stop}
        />
      );
    case 'undoing':
      return (
        <UnderWay
          text={t('Undoing: {done, number} of {of, number}', step.progress)}
          progress={step.progress}
          onCancel={stop}
        />
      );
    case 'imported':
    case 'undone':
      return <p role="status">{step.sentence}</p>;
  }
}

type ImportButtonsProps = Bringing & {
  readonly onDiscard: (() => void) | null;
  onClose(): void;
  onImport(): void;
  onOthers(): void;
};

function ImportButtons({ bringing, onDiscard, onClose, onImport, onOthers }: ImportButtonsProps) {
  const { step, rows } = bringing;
  const counts = countsOf(rows);
  const count = counts.new + counts.changed;
  switch (step.kind) {
    case 'choosing':
    case 'looking':
    case 'looked':
      return (
        <>
          {onDiscard !== null && (
            <Button variant="ghost" onClick={onDiscard}>
              {t('Discard')}
            </Button>
          )}
          <Button onClick={onClose}>{onDiscard === null ? t('Cancel') : t('Later')}</Button>
          <Button variant="solid" disabled={step.kind !== 'looked' || count === 0} onClick={onImport}>
            {count === 0 ? t('Import') : t('Import {count, number}', { count })}
          </Button>
        </>
      );
    case 'importing':
    case 'undoing':
      return <Button onClick={onClose}>{t('Continue in the background')}</Button>;
    case 'imported':
      return (
        <>
          <Button variant="ghost" onClick={onOthers}>
            {t('Import other files')}
          </Button>
          {step.canUndo && <Button onClick={() => void bringing.undo()}>{t('Undo import')}</Button>}
          <Button variant="solid" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      );
    case 'undone':
      return (
        <>
          <Button variant="ghost" onClick={onOthers}>
            {t('Import other files')}
          </Button>
          <Button variant="solid" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      );
  }
}
