import { Button, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { isStalled, type UploadStall } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { failedDownloads } from '../../../data/resources/failed-downloads.ts';
import { type NamedUpload, openUploads, retryUpload } from '../../../data/resources/uploads.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { Acts, Change, ChangeList } from '../change-list.tsx';

/** Every file whose bytes the server does not have, and why. */
export function UploadList() {
  const library = useLibrary();
  const uploads = useLive(() => openUploads(library), [library]) ?? [];
  if (uploads.length === 0) return null;
  return (
    <Section
      label={t('Files')}
      title={t('Files whose content is on this device only: {count, number}', { count: uploads.length })}
    >
      <ChangeList>
        {uploads.map((item) => {
          const { id, name, upload } = item;
          const isRefused = upload.state === 'refused';
          const isStuck = !isRefused && isStalled(upload.stall);
          return (
            <Change key={id} isHeldUp={isRefused || isStuck}>
              <Text {...((isRefused || isStuck) && { fontWeight: 'semibold' })}>{name}</Text>
              <Text color="fg.muted">{progressOf(item)}</Text>
              {isStuck && upload.stall !== undefined && (
                <Text color="fg.muted">{stuckBecause()[upload.stall.reason]}</Text>
              )}
              {isRefused && (
                <Acts>
                  <Button size="sm" onClick={() => void retryUpload(library, id)}>
                    {t('Retry')}
                  </Button>
                </Acts>
              )}
            </Change>
          );
        })}
      </ChangeList>
    </Section>
  );
}

const stuckBecause = (): Readonly<Record<UploadStall['reason'], string>> => ({
  server: t(
    'The server answers, but could not take this file for more than a minute. Promptory tries again by itself; whoever runs the server may have to look after its storage.',
  ),
  network: t(
    'The server answers otherwise, but the connection breaks off whenever this file is sent. Promptory tries again by itself; something between this device and the server may not let it through.',
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
export function DownloadList() {
  const library = useLibrary();
  const downloads = useLive(() => failedDownloads(library), [library]) ?? [];
  if (downloads.length === 0) return null;
  const title = t('Files that are missing here: {count, number}', { count: downloads.length });
  return (
    <Section label={t('Files to fetch')} title={title}>
      <ChangeList>
        {downloads.map(({ id, name, size, reason }) => (
          <Change key={id} isHeldUp>
            <Text fontWeight="semibold">{name}</Text>
            <Text color="fg.muted">{t('{size}, waits to be fetched', { size: fileSize(size) })}</Text>
            <Text color="fg.muted">{failedBecause()[reason]}</Text>
          </Change>
        ))}
      </ChangeList>
    </Section>
  );
}

const failedBecause = (): Readonly<Record<UploadStall['reason'], string>> => ({
  server: t(
    'The server answers, but could not give this file for more than a minute. Promptory tries again by itself; whoever runs the server may have to look after its storage.',
  ),
  network: t(
    'The server answers otherwise, but the connection breaks off whenever this file is fetched. Promptory tries again by itself; something between this device and the server may not let it through.',
  ),
});
