import { t } from '#shared/language/translate.ts';
import type { UploadStall } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import type { Library } from '../../data/database/library.ts';
import { failedDownloads } from '../../data/resources/failed-downloads.ts';
import { useLive } from '../../ui/use-live.ts';

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
