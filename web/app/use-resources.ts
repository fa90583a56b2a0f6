import { useAtom } from 'jotai';
import { isPreviewable } from '#shared/model/file-type.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { Resource } from '#shared/model/resource.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { Library } from '../data/database/library.ts';
import { blobBytes } from '../data/resources/resources.ts';
import { cancelUpload, retryUpload } from '../data/resources/uploads.ts';
import type { Outline } from '../data/rows/outline.ts';
import { addResources, toastOf } from '../features/resources/add-resources.ts';
import { openBytes, openFromServer, saveToDevice } from '../features/resources/open-resource.ts';
import type { FileRow } from '../features/sidebar/tree-rows.ts';
import { useToaster } from '../ui/provider.tsx';
import type { BlobsOfServer } from './running-sync.ts';
import { useFolders } from './use-folders.ts';
import { expandedFoldersAtom, resourceRequestAtom, selectedResourceAtom } from './workspace-atoms.ts';

export type ResourcesOf = {
  readonly library: Library;
  readonly outline: Outline;
  readonly expandedProjectIds: readonly number[];
  readonly files: BlobsOfServer;
  onExpandProject(projectId: number): void;
};

/** The files of projects: what the sidebar shows of them, and what a person can do with them. */
export function useResources({ library, outline, expandedProjectIds, files, onExpandProject }: ResourcesOf) {
  const toaster = useToaster();
  const [request, setRequest] = useAtom(resourceRequestAtom);
  const [selectedResourceId, setSelectedResourceId] = useAtom(selectedResourceAtom);
  const [expandedFolders, setExpandedFolders] = useAtom(expandedFoldersAtom);
  const folders = useFolders(library, expandedProjectIds, expandedFolders);

  const projectName = (id: number) => outline.projects.find((project) => project.id === id)?.name ?? '';
  const askOfProject = (kind: 'upload' | 'offline', projectId: number) =>
    setRequest({ kind, projectId, projectName: projectName(projectId) });

  function expandFolder(projectId: number): void {
    onExpandProject(projectId);
    setExpandedFolders((before) => new Set([...before, projectId]));
  }

  /** Where neither this device nor the server has the bytes, that is said. */
  async function withBytes(
    resource: Resource,
    { here, elsewhere }: { here(bytes: Blob): unknown; elsewhere(): void },
  ): Promise<void> {
    const bytes = await blobBytes(library, resource.sha256);
    if (bytes !== undefined) await here(bytes);
    else if (resource.available && navigator.onLine) elsewhere();
    else {
      const description = resource.available ? messages.serverUnreachable : refusalMessages.bytes_missing;
      toaster.show({ title: 'Download failed', description, kind: 'destructive' });
    }
  }

  async function cancel(resource: Resource): Promise<void> {
    const outcome = await cancelUpload(library, resource.id);
    const description = `"${isolatedName(resource.name)}" is not uploaded, and was taken out of the project.`;
    if (outcome.ok) toaster.show({ title: 'Upload cancelled', description });
    else {
      const reason = refusalMessages[outcome.code];
      toaster.show({ title: 'Upload not cancelled', description: reason, kind: 'destructive' });
    }
  }

  const sidebar = {
    folders,
    selectedResourceId,
    onToggleFolder: (projectId: number) =>
      setExpandedFolders((before) => {
        const after = new Set(before);
        if (!after.delete(projectId)) after.add(projectId);
        return after;
      }),
    onUpload: (projectId: number) => askOfProject('upload', projectId),
    onOfflineResources: (projectId: number) => askOfProject('offline', projectId),
    onAddResources: async (projectId: number, chosen: readonly File[]) => {
      expandFolder(projectId);
      const outcome = await addResources(library, { projectId, files: chosen });
      toaster.show(toastOf(outcome));
      if (outcome.lastId !== null) setSelectedResourceId(outcome.lastId);
    },
    onOpenResource({ item: { resource } }: FileRow): void {
      setSelectedResourceId(resource.id);
      if (isPreviewable(resource.fileType)) setRequest({ kind: 'preview', resource });
      else
        void withBytes(resource, {
          here: (bytes) => openBytes(window, resource, bytes),
          elsewhere: () => openFromServer(window, resource.id, { inline: false }),
        });
    },
    onDownloadResource: ({ item: { resource } }: FileRow) =>
      void withBytes(resource, {
        here: (bytes) => saveToDevice(document, resource, bytes),
        elsewhere: () => openFromServer(window, resource.id, { inline: false }),
      }),
    onCancelUpload: ({ item }: FileRow) => void cancel(item.resource),
    onRetryUpload: ({ id }: FileRow) => void retryUpload(library, id).then(files.wake),
  };

  return {
    sidebar,
    edit: ({ item: { resource } }: FileRow) => setRequest({ kind: 'edit', resource }),
    delete: ({ item: { resource } }: FileRow) => setRequest({ kind: 'delete', resource }),
    leaveSelection: () => setSelectedResourceId(null),
    dialogs: {
      library,
      request,
      fetchBlob: files.fetchBlob,
      onClose: () => setRequest(null),
      onKept: files.wake,
      onAdded: setSelectedResourceId,
      onDeleted: (id: number) => setSelectedResourceId((before) => (before === id ? null : before)),
      notify: toaster.show,
    },
  };
}
