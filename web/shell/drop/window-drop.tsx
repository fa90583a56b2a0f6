import { Center, Portal, Stack, Text } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { importedExtensions } from '#shared/library-files/imported-extensions.ts';
import { extensionOf } from '#shared/library-files/paths.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { OutlineProject } from '../../data/rows/outline.ts';
import { droppedFiles } from '../../features/transfer/dropped-files.ts';
import { importFiles } from '../../features/transfer/feature.tsx';
import type { ChosenFile } from '../../features/transfer/transfer-messages.ts';
import { isDialogOpen } from '../../ui/dialog/topmost.ts';
import { useNotify } from '../../ui/provider.tsx';

export interface WindowDropProps {
  /** The selected one, whose resources take files that are no prompts. */
  readonly project: OutlineProject | undefined;
  onAddResources(projectId: number, files: readonly File[]): Promise<void>;
}

/**
 * Takes files that are dropped anywhere but on a place of their own: to the import what it reads, and to the resources
 * of the selected project what it does not. While they are dragged it says so. A file that nobody takes would otherwise
 * take the place of the whole app.
 */
export function WindowDrop({ project, onAddResources }: WindowDropProps) {
  const openImport = useSetAtom(importFiles.openAtom);
  const notify = useNotify();
  const [isOver, setIsOver] = useState(false);

  const onDragOver = useEffectEvent((event: DragEvent) => {
    const isTaken = takes(event);
    setIsOver(isTaken);
    if (isTaken && event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
  });

  const onDrop = useEffectEvent(async (event: DragEvent) => {
    setIsOver(false);
    if (!takes(event) || event.dataTransfer === null) return;
    const files = await droppedFiles(event.dataTransfer);
    const prompts = files.filter(isImported);
    const others = files.flatMap((chosen) => (isImported(chosen) || !chosen.file ? [] : chosen.file));
    if (prompts.length > 0) openImport({ files: prompts });
    const [first] = others;
    if (first === undefined) return;
    if (project !== undefined) return onAddResources(project.id, others);
    const description = t('"{name}" goes into the resources of a project.', {
      name: isolatedName(first.name),
    });
    notify({ title: t('Select a project first'), description, kind: 'destructive' });
  });

  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('drop', (event) => void onDrop(event), { signal });
    // Out of the window, where no drop ends it.
    const onDragLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false);
    document.addEventListener('dragleave', onDragLeave, { signal });
    return () => events.abort();
  }, []);

  return isOver && <DropNote project={project} />;
}

function DropNote({ project }: Pick<WindowDropProps, 'project'>) {
  return (
    <Portal>
      <Center
        position="fixed"
        inset="0"
        zIndex="overlay"
        p="4"
        pointerEvents="none"
        border="2px dashed"
        borderColor="accent.solid"
      >
        <Stack
          role="status"
          gap="1"
          maxW="28rem"
          p="4"
          borderWidth="1px"
          borderRadius="lg"
          bg="bg.panel"
          boxShadow="lg"
          textAlign="center"
          textStyle="sm"
        >
          <Text fontWeight="semibold">{t('Drop the files here')}</Text>
          <Text>{t('Markdown, text, CSV, JSON, YAML, .prompt and zip files are imported as prompts.')}</Text>
          <Text color="fg.muted">
            {project === undefined
              ? t('Other files need a project that is selected.')
              : t('Other files go into the resources of "{name}".', { name: isolatedName(project.name) })}
          </Text>
        </Stack>
      </Center>
    </Portal>
  );
}

const isImported = ({ path, file }: ChosenFile) =>
  // The import says what could not be read, and knows what lies in a folder.
  file === null || path.includes('/') || importedExtensions.has(extensionOf(path));

/** Keeps the browser from opening the files; returns whether they are taken here. */
function takes(event: DragEvent): boolean {
  const { target, dataTransfer } = event;
  if (dataTransfer?.types.includes('Files') !== true) return false;
  // The editor prevents the default of whatever is dragged over it, and takes no files.
  const isText = target instanceof Element && target.closest('[contenteditable]') !== null;
  if (event.defaultPrevented && !isText) return false;
  event.preventDefault();
  if (!isDialogOpen()) return true;
  dataTransfer.dropEffect = 'none';
  return false;
}
