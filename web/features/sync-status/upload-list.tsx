import { fileSize } from '#shared/text/file-size.ts';
import type { Library } from '../../data/library.ts';
import { type NamedUpload, openUploads, retryUpload } from '../../data/uploads.ts';
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
          return (
            <li key={id} className="sync-change" data-refused={isRefused || undefined}>
              <p className={isRefused ? 'sync-change-name' : undefined}>{name}</p>
              <p className="sync-change-why">{progressOf(item)}</p>
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

function progressOf({ upload }: NamedUpload): string {
  const { state, sent, total, reason } = upload;
  if (state === 'refused') return reason ?? 'The server did not accept it.';
  return sent === 0 ? `${fileSize(total)}, waits to be sent` : `${fileSize(sent)} of ${fileSize(total)} sent`;
}
