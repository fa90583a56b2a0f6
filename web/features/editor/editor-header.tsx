import { dotColor } from '#shared/model/colors.ts';
import { ColorDot } from '../../ui/color-dot.tsx';

export type EditorHeaderProps = {
  readonly project: { readonly name: string; readonly color: string };
  readonly title: string;
  /** The number of the newest version; undefined while there is none. */
  readonly latest: number | undefined;
  /** The number of the old version whose text is shown; null for the current text. */
  readonly viewing: number | null;
};

export function EditorHeader({ project, title, latest, viewing }: EditorHeaderProps) {
  return (
    <header className="editor-header">
      <p className="editor-project">
        <ColorDot color={dotColor(project.color)} />
        <span>{project.name}</span>
      </p>
      <h1 className="editor-title" title={title}>
        {title}
      </h1>
      <p className="editor-version" data-old={viewing !== null || undefined}>
        {viewing === null ? `Latest Version: ${latest ?? '1.0'}` : `Viewing Version ${viewing}`}
      </p>
    </header>
  );
}
