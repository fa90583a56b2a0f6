import { SnippetCompletion } from './snippet-completion.tsx';
import { SnippetPreview } from './snippet-preview.tsx';
import type { SnippetToolsProps } from './snippet-surface.ts';
import { useUnresolvedMarks } from './use-unresolved-marks.ts';

/** Completes references to snippets, shows what they stand for, and marks those that stand for nothing. */
export function SnippetTools(props: SnippetToolsProps) {
  useUnresolvedMarks(props);
  return (
    <>
      <SnippetCompletion {...props} />
      <SnippetPreview {...props} />
    </>
  );
}
