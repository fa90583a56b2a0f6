import { useId } from 'react';
import { fileSize } from '#shared/text/file-size.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import {
  keepsOffline,
  setBlobLimit,
  setKeepOffline,
  storedBlobs,
} from '../../data/resources/blob-storage.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useLive } from '../../ui/use-live.ts';
import './resources.css';

export interface OfflineFilesDialogProps {
  readonly library: Library;
  readonly projectId: number;
  readonly projectName: string;
  readonly open: boolean;
  onClose(): void;
  /** There may be files to fetch now. */
  onKept(): void;
}

const megabyte = 1024 * 1024;
const limitsToChoose = [100, 250, 500, 1024, 2048, 5120].map((amount) => amount * megabyte);

/** Which files this device keeps, and how much room they may take. */
export function OfflineResourcesDialog(props: OfflineFilesDialogProps) {
  const { library, projectId, projectName, open, onClose, onKept } = props;
  const id = useId();
  const keeps = useLive(() => keepsOffline(library, projectId), [library, projectId]);
  const storage = useLive(() => storedBlobs(library), [library]);

  async function keep(wanted: boolean): Promise<void> {
    await setKeepOffline(library, projectId, wanted);
    if (wanted) onKept();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Offline files"
      description={`Of ${isolatedName(projectName)}, on this device`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="offline-switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={keeps ?? false}
          aria-checked={keeps ?? false}
          aria-describedby={`${id}-hint`}
          disabled={keeps === undefined}
          onChange={(event) => void keep(event.target.checked)}
        />
        <div>
          <label htmlFor={id}>Keep this project's files offline</label>
          <p id={`${id}-hint`} className="offline-hint">
            Otherwise a file comes when it is opened, and goes when room is needed.
          </p>
        </div>
      </div>
      {storage !== undefined && (
        <div className="offline-storage">
          <p>
            {fileSize(storage.usedBytes)} of {fileSize(storage.limitBytes)} used by files on this device
            {storage.waitingBytes > 0 && `, ${fileSize(storage.waitingBytes)} of them waiting to upload`}
          </p>
          <meter
            aria-label="Room used by files on this device"
            min={0}
            max={storage.limitBytes}
            high={storage.limitBytes * 0.9}
            value={storage.usedBytes}
          />
          <SelectField
            label="Storage limit"
            value={String(storage.limitBytes)}
            options={optionsWith(storage.limitBytes)}
            onChange={(value) => void setBlobLimit(library, Number(value))}
          />
          <p className="offline-hint">
            Above the limit, files that were not opened for the longest time go first. Files that are kept
            offline, or that the server does not have yet, stay.
          </p>
        </div>
      )}
    </Dialog>
  );
}

function optionsWith(limit: number) {
  const all = [...new Set([...limitsToChoose, limit])].sort((a, b) => a - b);
  return all.map((bytes) => ({ value: String(bytes), label: fileSize(bytes) }));
}
