import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { creationColors, dotColor, sendableColor } from '#shared/model/colors.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Outline } from '../../data/rows/outline.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { ColorSwatchPicker } from '../../ui/field/color-swatch-picker.tsx';
import type { DialogRequest } from './dialog-request.ts';
import { RenameDialog } from './rename-dialog.tsx';

export interface RenameRowProps {
  readonly outline: Outline;
  readonly request: Extract<DialogRequest, { readonly kind: 'renameProject' | 'renamePrompt' }>;
  readonly open: boolean;
  onClose(): void;
  /** Asks what becomes of the references by the old name. */
  onAsk(request: DialogRequest): void;
}

type RenameProjectProps = Omit<RenameRowProps, 'request'> & {
  readonly request: Extract<DialogRequest, { readonly kind: 'renameProject' }>;
};

/** Gives a project another name, another color, or both. */
function RenameProject({ outline, request, open, onClose, onAsk }: RenameProjectProps) {
  const library = useLibrary();
  const { id } = request;
  const [stored] = useState(() =>
    dotColor(outline.projects.find((project) => project.id === id)?.color ?? ''),
  );
  const [color, setColor] = useState(stored);
  const colors = creationColors.some((each) => each === stored)
    ? creationColors
    : [...creationColors, stored];
  return (
    <RenameDialog
      {...{ open, onClose }}
      title={t('Rename Project')}
      label={t('Project Name')}
      placeholder={t('Enter project name')}
      name={request.name}
      more={{
        field: (
          <ColorSwatchPicker label={t('Project Color')} colors={colors} value={color} onChange={setColor} />
        ),
        isChanged: color !== stored,
      }}
      onRename={(name) =>
        commit(library, 'renameProject', {
          id,
          ...(name.trim() !== request.name && { name }),
          ...(color !== stored && { color: sendableColor(color) }),
        })
      }
      onRenamed={(project) => {
        onAsk({ kind: 'updateReferences', renaming: { from: { project: request.name }, to: { project } } });
      }}
    />
  );
}

/** The dialog that renames a project or a prompt. */
export function RenameRow(props: RenameRowProps) {
  const { outline, request, open, onClose, onAsk } = props;
  const library = useLibrary();
  const { id } = request;
  if (request.kind === 'renameProject') return <RenameProject {...props} request={request} />;
  return (
    <RenameDialog
      {...{ open, onClose }}
      title={t('Rename Prompt')}
      description={t('Enter a new title for this prompt.')}
      label={t('Prompt Title')}
      placeholder={t('Enter prompt title')}
      name={request.title}
      onRename={(title) => commit(library, 'updatePrompt', { id, title })}
      onRenamed={(title) => {
        const { projectId } = outline.prompts.find((prompt) => prompt.id === id) ?? {};
        const project = outline.projects.find((found) => found.id === projectId)?.name;
        if (project === undefined) return;
        const from = { project, title: request.title };
        onAsk({ kind: 'updateReferences', renaming: { from, to: { project, title } } });
      }}
    />
  );
}
