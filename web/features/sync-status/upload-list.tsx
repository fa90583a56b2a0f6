import { isStalled, type UploadStall } from '#shared/sync/status.ts';
import { fileSize } from '#shared/text/file-size.ts';
import type { Library } from '../../data/database/library.ts';
import { type NamedUpload, openUploads, retryUpload } from '../../data/resources/uploads.ts';
import { Button } from '../../ui/button.tsx';
import { useLive } from '../../ui/use-live.ts';

/** Every file whose bytes the server does not have, and why. */
export function UploadList({ library }: { readonly library: Library }) {
  const uploads = useLive(() => openUploads(library), [library]) ?? [];
  if (uploads.length === 0) return null;
  return (
    <section className="sync-section" aria-label="Files">
      <h3>Files whose content is on this device only: {uploads.length}</h3>
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
                <p className="sync-change-why">{stuckBecause[upload.stall.reason]}</p>
              )}
              {isRefused && (
                <div className="sync-change-acts">
                  <Button size="sm" onClick={() => void retryUpload(library, id)}>
                    Retry
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

const stuckBecause: Readonly<Record<UploadStall['reason'], string>> = {
  server:
    'The server answers, but could not take this file for more than a minute. It is tried again by itself; whoever runs the server may have to look after its storage.',
  network:
    'The server answers otherwise, but the connection breaks off whenever this file is sent. It is tried again by itself; something between this device and the server may not let it through.',
};

function progressOf({ upload }: NamedUpload): string {
  const { state, sent, total, reason } = upload;
  if (state === 'refused') return reason ?? 'The server did not accept it.';
  return sent === 0 ? `${fileSize(total)}, waits to be sent` : `${fileSize(sent)} of ${fileSize(total)} sent`;
}
