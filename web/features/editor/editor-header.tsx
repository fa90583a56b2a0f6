import { t } from '#shared/language/translate.ts';
import { dotColor } from '#shared/model/colors.ts';
import { ColorDot } from '../../ui/color-dot.tsx';
import { EditedSince, type EditedSinceProps } from './edited-since.tsx';

export type EditorHeaderProps = EditedSinceProps & {
  readonly project: { readonly name: string; readonly color: string };
  readonly title: string;
  /** The number of the newest version; undefined while there is none. */
  readonly latest: number | undefined;
  /** The number of the old version whose text is shown; null for the current text. */
  readonly viewing: number | null;
  /** Whether it is the text of an old version. */
  readonly isVersion: boolean;
};

export function EditorHeader(props: EditorHeaderProps) {
  const { project, title, latest, viewing, isVersion, library, promptId, editor, onCompare, notify } = props;
  return (
    <header className="editor-header">
      <p className="editor-project">
        <ColorDot color={dotColor(project.color)} />
        <span>{project.name}</span>
      </p>
      <h1 className="editor-title" title={title}>
        {title}
      </h1>
      <div className="editor-versions">
        <p className="editor-version" data-old={viewing !== null || undefined}>
          {viewing === null
            ? t('Latest Version: {version}', { version: latest ?? '1.0' })
            : t('Viewing Version {version}', { version: viewing })}
        </p>
        {!isVersion && <EditedSince {...{ library, promptId, editor, onCompare, notify }} />}
      </div>
    </header>
  );
}
