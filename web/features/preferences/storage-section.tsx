import { Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { Section } from '../../ui/dialog-parts/section.tsx';

/** `persisted`: the browser clears it only when the person asks it to. Sizes in bytes; null where it does not tell. */
export interface DeviceStorage {
  readonly persisted: boolean;
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
}

interface StorageSectionProps {
  readonly isOpen: boolean;
  read(): Promise<DeviceStorage | null>;
}

/** Shows what the library takes on this device, and whether the browser may clear it. */
export function StorageSection({ isOpen, read }: StorageSectionProps) {
  const [storage, setStorage] = useState<DeviceStorage | null | undefined>();
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    read().then(
      (found) => isCurrent && setStorage(found),
      () => isCurrent && setStorage(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOpen, read]);
  return (
    <Section title={t('Storage')}>
      <Text role="status" color="fg.muted">
        {sentenceOf(storage)}
      </Text>
    </Section>
  );
}

function sentenceOf(storage: DeviceStorage | null | undefined): string {
  if (storage === undefined) return t('Asking the browser…');
  if (storage === null) return t('The browser does not say how much it stores on this device.');
  const { usedBytes, quotaBytes, persisted } = storage;
  const kept = persisted
    ? t('The browser keeps your library until you remove it.')
    : t('The browser may delete your library when the disk is nearly full; what is synced comes back.');
  if (usedBytes === null || quotaBytes === null) return kept;
  const used = t('{used} of {quota} used on this device.', {
    used: fileSize(usedBytes),
    quota: fileSize(quotaBytes),
  });
  return `${used} ${kept}`;
}
