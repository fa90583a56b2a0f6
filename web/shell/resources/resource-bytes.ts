import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../../data/database/library.ts';
import { blobBytes } from '../../data/resources/resources.ts';
import { cancelUpload } from '../../data/resources/uploads.ts';
import { openBytes, openFromServer, saveToDevice } from '../../features/resources/open-resource.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';

/** Returns what a person can do with the bytes of a resource, wherever those are. */
export function resourceBytes(library: Library, notify: (toast: ToastRequest) => void) {
  /** Shows a toast where neither this device nor the server has the bytes. */
  async function withBytes(resource: Resource, use: (bytes: Blob) => unknown): Promise<void> {
    const bytes = await blobBytes(library, resource.sha256);
    if (bytes !== undefined) await use(bytes);
    else if (resource.available && navigator.onLine) openFromServer(window, resource.id, { inline: false });
    else {
      const description = resource.available ? messages.serverUnreachable : refusalMessages.bytes_missing;
      notify({ title: t('Download failed'), description, kind: 'destructive' });
    }
  }

  return {
    open: (resource: Resource) => withBytes(resource, (bytes) => openBytes(window, resource, bytes)),
    download: (resource: Resource) => withBytes(resource, (bytes) => saveToDevice(document, resource, bytes)),
    async cancelUpload(resource: Resource): Promise<void> {
      const outcome = await cancelUpload(library, resource.id);
      const description = t('"{name}" is not uploaded, and was taken out of the project.', {
        name: isolatedName(resource.name),
      });
      if (outcome.ok) notify({ title: t('Upload cancelled'), description });
      else {
        const reason = refusalMessages[outcome.code];
        notify({ title: t('Upload not cancelled'), description: reason, kind: 'destructive' });
      }
    },
  };
}
