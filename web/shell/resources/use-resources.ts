import { useAtom, useSetAtom } from 'jotai';
import { isPreviewable } from '#shared/model/file-type.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Library } from '../../data/database/library.ts';
import { retryUpload } from '../../data/resources/uploads.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { addResources, toastOf } from '../../features/resources/add-resources.ts';
import { resourceDialogs } from '../../features/resources/feature.tsx';
import type { FileRow } from '../../features/sidebar/tree-rows.ts';
import type { BlobsOfServer } from '../../session/running-sync.ts';
import { useToaster } from '../../ui/provider.tsx';
import { useFolders } from '../sidebar/use-folders.ts';
import {
  addressIsChosenAtom,
  expandedFoldersAtom,
  selectedResourceAtom,
  wantedAddressAtom,
} from '../workspace/workspace-atoms.ts';
import { resourceBytes } from './resource-bytes.ts';

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
  const { request, setRequest, openPreview, close } = useResourceRequest();
  const [selectedResourceId, setSelectedResourceId] = useAtom(selectedResourceAtom);
  const [expandedFolders, setExpandedFolders] = useAtom(expandedFoldersAtom);
  const folders = useFolders(library, expandedProjectIds, expandedFolders);

  const projectName = (id: number) => outline.projects.find((project) => project.id === id)?.name ?? '';
  const askOfProject = (kind: 'upload' | 'offline', projectId: number) =>
    setRequest({ kind, projectId, projectName: projectName(projectId) });

  const expandFolder = useExpandFolder(onExpandProject);
  const bytes = resourceBytes(library, toaster.show);

  function open(resource: Resource): void {
    setSelectedResourceId(resource.id);
    if (isPreviewable(resource.fileType)) openPreview(resource);
    else void bytes.open(resource);
  }

  /** Of the sidebar, about files. */
  const acts = {
    onToggleFolder: (projectId: number) => setExpandedFolders((before) => toggled(before, projectId)),
    onUpload: (projectId: number) => askOfProject('upload', projectId),
    onOfflineResources: (projectId: number) => askOfProject('offline', projectId),
    onAddResources: async (projectId: number, chosen: readonly File[]) => {
      expandFolder(projectId);
      const outcome = await addResources(library, { projectId, files: chosen });
      toaster.show(toastOf(outcome));
      if (outcome.lastId !== null) setSelectedResourceId(outcome.lastId);
    },
    onOpenResource: ({ item: { resource } }: FileRow) => open(resource),
    onDownloadResource: ({ item: { resource } }: FileRow) => void bytes.download(resource),
    onCancelUpload: ({ item }: FileRow) => void bytes.cancelUpload(item.resource),
    onRetryUpload: ({ id }: FileRow) => void retryUpload(library, id).then(files.wake),
  };

  return {
    ...{ acts, folders, selectedResourceId },
    open,
    edit: ({ item: { resource } }: FileRow) => setRequest({ kind: 'edit', resource }),
    delete: ({ item: { resource } }: FileRow) => setRequest({ kind: 'delete', resource }),
    leaveSelection: () => setSelectedResourceId(null),
    dialogs: {
      library,
      request,
      fetchBlob: files.fetchBlob,
      onClose: close,
      onKept: files.wake,
      onAdded(id: number) {
        if (request?.kind === 'upload') expandFolder(request.projectId);
        setSelectedResourceId(id);
      },
      onDeleted: (id: number) => setSelectedResourceId((before) => (before === id ? null : before)),
      notify: toaster.show,
    },
  };
}

function useExpandFolder(onExpandProject: (projectId: number) => void) {
  const setExpandedFolders = useSetAtom(expandedFoldersAtom);
  return (projectId: number) => {
    onExpandProject(projectId);
    setExpandedFolders((before) => new Set([...before, projectId]));
  };
}

/** The dialog that is open. A preview has an address, and is opened and closed by a person's choice. */
function useResourceRequest() {
  const [request, setRequest] = useAtom(resourceDialogs.openAtom);
  const setAddressIsChosen = useSetAtom(addressIsChosenAtom);
  const setWantedAddress = useSetAtom(wantedAddressAtom);
  return {
    request,
    setRequest,
    openPreview(resource: Resource): void {
      setAddressIsChosen(true);
      setWantedAddress(null);
      setRequest({ kind: 'preview', resource });
    },
    close(): void {
      setAddressIsChosen(request?.kind === 'preview');
      setRequest(null);
    },
  };
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return after;
}

export type Resources = ReturnType<typeof useResources>;
