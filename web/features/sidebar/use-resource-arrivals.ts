import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';

export type FileArrivals = {
  /** For what is pasted; null where it has no place. */
  pasteInto(): number | null;
  onFiles(projectId: number, files: readonly File[]): void;
};

/** Files that are dragged onto the rows of a project, or pasted. */
export function useResourceArrivals({ pasteInto, onFiles }: FileArrivals) {
  const [over, setOver] = useState<number | null>(null);
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const projectId = pasteInto();
    if (files.length === 0 || projectId === null || event.defaultPrevented || isElsewhere()) return;
    event.preventDefault();
    onFiles(projectId, files);
  });
  useEffect(() => {
    // Browsers send it to what is selected, which need not be what has the focus.
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return {
    /** The project that would get what is dragged now. */
    over,
    attributes: (projectId: number | null) => ({
      onDragOver(event: DragEvent): void {
        if (projectId === null || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(projectId);
      },
      onDragLeave: () => setOver(null),
      onDrop(event: DragEvent): void {
        setOver(null);
        const files = [...event.dataTransfer.files];
        if (files.length === 0 || projectId === null) return;
        event.preventDefault();
        onFiles(projectId, files);
      },
    }),
  };
}

/** Returns whether a paste is meant for a text field, an editor or a dialog. */
function isElsewhere(): boolean {
  const { activeElement } = document;
  const isWritten = activeElement instanceof HTMLElement && activeElement.isContentEditable;
  return isWritten || activeElement?.closest('input, textarea, [role=dialog], [role=alertdialog]') != null;
}
