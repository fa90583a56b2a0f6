import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Library } from '../../data/database/library.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { UnderWay } from '../../ui/under-way.tsx';
import { exportName } from './export-name.ts';
import type { ExportOffer } from './transfer-messages.ts';
import { startTransfer, type Transfer } from './transfer-thread.ts';

export interface ExportDialogProps {
  readonly library: Library;
  readonly offer: ExportOffer;
  readonly now: () => number;
  readonly open: boolean;
  onClose(): void;
  notify(toast: ToastRequest): void;
}

/** Writes a prompt, a project or everything into a zip that other programs read. */
export function ExportDialog(props: ExportDialogProps) {
  const { offer, open, onClose } = props;
  const { isWriting, progress, write, stop } = useExport(props);
  return (
    <Dialog
      open={open}
      onClose={() => {
        stop();
        onClose();
      }}
      onSubmit={write}
      title={titleOf(offer)}
      description={t(
        'A zip with a folder for each project and a Markdown file for each prompt, with versions, notes, labels and uploaded files beside it. Imported again, it is the same library.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" tone="primary" pending={isWriting} pendingText={t('Exporting...')}>
            {t('Export')}
          </Button>
        </>
      }
    >
      {isWriting && (
        <UnderWay
          text={t('Writing: {done, number} of {of, number} prompts', progress ?? { done: 0, of: 0 })}
          progress={progress}
          onCancel={stop}
        />
      )}
    </Dialog>
  );
}

function useExport({ library, offer, now, onClose, notify }: ExportDialogProps) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const transfer = useRef<Transfer | null>(null);
  useEffect(() => () => transfer.current?.stop(), []);
  return {
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
      const about = { databaseName: library.db.name, username: library.user.username };
      transfer.current = startTransfer({ kind: 'export', ...about, scope: offer.scope }, (answer) => {
        if (answer.kind === 'progress') return setProgress(answer);
        setIsWriting(false);
        if (answer.kind === 'exported') {
          saveBlob(document, { name: exportName(offer, now()), blob: answer.file });
          notify({ title: t('Export finished'), description: t('The file is in your downloads.') });
          onClose();
        } else {
          const description = t('The library could not be read. Nothing was written.');
          notify({ title: t('The export has stopped'), description, kind: 'destructive' });
        }
      });
    },
  };
}

function titleOf({ scope, name }: ExportOffer): string {
  return scope.kind === 'library' ? t('Export everything') : t('Export "{name}"', { name });
}
