import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import type { Library } from '../../data/database/library.ts';
import { setBlobLimit, storedBlobs } from '../../data/resources/blob-storage.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useLive } from '../../ui/use-live.ts';
import './resources.css';

const megabyte = 1024 * 1024;
const limitsToChoose = [100, 250, 500, 1024, 2048, 5120].map((amount) => amount * megabyte);

/** How much room files take on this device, and how much they may take. */
export function StorageLimit({ library }: { readonly library: Library }) {
  const storage = useLive(() => storedBlobs(library), [library]);
  if (storage === undefined) return null;
  return (
    <div className="offline-storage">
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
      <meter
        aria-label={t('Room used by files on this device')}
        min={0}
        max={storage.limitBytes}
        high={storage.limitBytes * 0.9}
        value={storage.usedBytes}
      />
      <SelectField
        label={t('Storage limit')}
        value={String(storage.limitBytes)}
        options={optionsWith(storage.limitBytes)}
        onChange={(value) => void setBlobLimit(library, Number(value))}
      />
      <p className="offline-hint">
        {t(
          'Above the limit, files that were not opened for the longest time go first. Files that are kept offline, or that the server does not have yet, stay.',
        )}
      </p>
    </div>
  );
}

function optionsWith(limit: number) {
  const all = [...new Set([...limitsToChoose, limit])].sort((a, b) => a - b);
  return all.map((bytes) => ({ value: String(bytes), label: fileSize(bytes) }));
}
