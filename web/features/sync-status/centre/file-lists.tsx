import { Button } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { isStalled, type UploadStall } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import type { Library } from '../../../data/database/library.ts';
import { failedDownloads } from '../../../data/resources/failed-downloads.ts';
import { type NamedUpload, openUploads, retryUpload } from '../../../data/resources/uploads.ts';
import { useLive } from '../../../ui/use-live.ts';

/** Every file whose bytes the server does not have, and why. */
export function UploadList({ library }: { readonly library: Library }) {
  const uploads = useLive(() => openUploads(library), [library]) ?? [];
  if (uploads.length === 0) return null;
  return (
    <section className="sync-section" aria-label={t('Files')}>
      <h3>{t('Files whose content is on this device only: {count, number}', { count: uploads.length })}</h3>
      <ul className="sync-changes">
        {uploads.map((item) => {
          const { id, name, upload } = item;
          const isRefused = upload.state === 'refused';
          const isStuck = !isRefused && isStalled(upload.stall);
          return (
            <li
              key={id}
              className="sync-change"
              data-refused={isRefused || undefined}
              data-stuck={isStuck || undefined}
            >
              <p className={isRefused || isStuck ? 'sync-change-name' : undefined}>{name}</p>
              <p className="sync-change-why">{progressOf(item)}</p>
              {isStuck && upload.stall !== undefined && (
                <p className="sync-change-why">{stuckBecause()[upload.stall.reason]}</p>
              )}
              {isRefused && (
                <div className="sync-change-acts">
                  <Button size="sm" onClick={() => void retryUpload(library, id)}>
                    {t('Retry')}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const stuckBecause = (): Readonly<Record<UploadStall['reason'], string>> => ({
  server: t(
    'The server answers, but could not take this file for more than a minute. It is tried again by itself; whoever runs the server may have to look after its storage.',
  ),
  network: t(
    'The server answers otherwise, but the connection breaks off whenever this file is sent. It is tried again by itself; something between this device and the server may not let it through.',
  ),
});

function progressOf({ upload }: NamedUpload): string {
  const { state, sent, total, reason } = upload;
  if (state === 'refused') return t(reason ?? 'The server did not accept it.');
  return sent === 0
    ? t('{total}, waits to be sent', { total: fileSize(total) })
    : t('{sent} of {total} sent', { sent: fileSize(sent), total: fileSize(total) });
}

/** Every file that is to be kept here and cannot be fetched, and why. */
export function DownloadList({ library }: { readonly library: Library }) {
  const downloads = useLive(() => failedDownloads(library), [library]) ?? [];
  if (downloads.length === 0) return null;
  const title = t('Files that are missing here: {count, number}', { count: downloads.length });
  return (
    <section className="sync-section" aria-label={t('Files to fetch')}>
      <h3>{title}</h3>
      <ul className="sync-changes">
        {downloads.map(({ id, name, size, reason }) => (
          <li key={id} className="sync-change" data-stuck>
            <p className="sync-change-name">{name}</p>
            <p className="sync-change-why">{t('{size}, waits to be fetched', { size: fileSize(size) })}</p>
            <p className="sync-change-why">{failedBecause()[reason]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const failedBecause = (): Readonly<Record<UploadStall['reason'], string>> => ({
  server: t(
    'The server answers, but could not give this file for more than a minute. It is tried again by itself; whoever runs the server may have to look after its storage.',
  ),
  network: t(
    'The server answers otherwise, but the connection breaks off whenever this file is fetched. It is tried again by itself; something between this device and the server may not let it through.',
  ),
});
