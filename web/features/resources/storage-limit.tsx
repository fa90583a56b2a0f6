import { Progress, Stack, Text } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { setBlobLimit, storedBlobs } from '../../data/resources/blob-storage.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';

const megabyte = 1024 * 1024;
const limitsToChoose = [100, 250, 500, 1024, 2048, 5120].map((amount) => amount * megabyte);

/** Of the limit. */
const nearlyFull = 0.9;

/** How much room files take on this device, and how much they may take. */
export function StorageLimit() {
  const library = useLibrary();
  const storage = useLive(() => storedBlobs(library), [library]);
  if (storage === undefined) return null;
  return (
    <Stack gap="2.5" textStyle="sm">
      <p>
        {storage.waitingBytes > 0
          ? t('{used} of {limit} used by files on this device, {waiting} of them waiting to upload', {
              used: fileSize(storage.usedBytes),
              limit: fileSize(storage.limitBytes),
              waiting: fileSize(storage.waitingBytes),
            })
          : t('{used} of {limit} used by files on this device', {
              used: fileSize(storage.usedBytes),
              limit: fileSize(storage.limitBytes),
            })}
      </p>
      <Progress.Root
        size="sm"
        shape="full"
        max={storage.limitBytes}
        value={Math.min(storage.usedBytes, storage.limitBytes)}
        {...(storage.usedBytes > storage.limitBytes * nearlyFull && { colorPalette: 'warning' })}
      >
        <Progress.Track role="meter" aria-label={t('Room used by files on this device')}>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <SelectField
        label={t('Storage limit')}
        value={String(storage.limitBytes)}
        options={optionsWith(storage.limitBytes)}
        onChange={(value) => void setBlobLimit(library, Number(value))}
      />
      <Text textStyle="xs" color="fg.muted">
        {t(
          'Above the limit, the files that you have not opened for the longest time are removed first. Files that are kept offline or not yet on the server stay.',
        )}
      </Text>
    </Stack>
  );
}

function optionsWith(limit: number) {
  const all = [...new Set([...limitsToChoose, limit])].sort((a, b) => a - b);
  return all.map((bytes) => ({ value: String(bytes), label: fileSize(bytes) }));
}
