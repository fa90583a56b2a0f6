import { Button, chakra, Flex, Grid, VisuallyHidden } from '@chakra-ui/react';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { PickedMessage } from '#shared/library-files/formats/chats/chat-options.ts';
import type { TableColumns } from '#shared/library-files/formats/table-columns.ts';
import type { OutlineProject } from '../../data/rows/outline.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { droppedFiles } from './dropped-files.ts';
import type { ChosenFile } from './transfer-messages.ts';
import { TransferNote } from './transfer-note.tsx';

export type Choice = {
  readonly files: readonly ChosenFile[];
  /** For files that name no project; null: a new one. */
  readonly projectId: number | null;
  readonly texts: 'keep' | 'take';
  /** Of the table that was chosen alone; null: those whose names say what they are. */
  readonly columns: TableColumns | null;
  /** Those that were picked out of a chat export; null: none were. */
  readonly messages: readonly PickedMessage[] | null;
};

export interface FileChoiceProps {
  readonly choice: Choice;
  readonly projects: readonly OutlineProject[];
  /** Whether a prompt that is here has other texts in the files. */
  readonly hasChanged: boolean;
  readonly disabled: boolean;
  onChange(part: Partial<Choice>): void;
}

/** Chooses the files of an import, by buttons or a drop, and where they go. */
export function FileChoice({ choice, projects, hasChanged, disabled, onChange }: FileChoiceProps) {
  return (
    <>
      <FilePlace {...{ choice, disabled, onChange }} />
      <Grid templateColumns="repeat(auto-fit, minmax(min(100%, 18rem), 1fr))" gap="3">
        <SelectField
          label={t('Put files without a project into')}
          value={String(choice.projectId ?? 0)}
          disabled={disabled}
          options={[
            { value: '0', label: t('New project "{name}"', { name: t('Imported') }) },
            ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => onChange({ projectId: value === '0' ? null : Number(value) })}
        />
        {hasChanged && (
          <SelectField
            label={t('If a prompt here has another text')}
            value={choice.texts}
            disabled={disabled}
            options={[
              { value: 'keep', label: t('Keep the text here, and add the imported one as a version') },
              { value: 'take', label: t('Use the imported text, and keep the one here as a version') },
            ]}
            onChange={(value) => onChange({ texts: value === 'take' ? 'take' : 'keep' })}
          />
        )}
      </Grid>
    </>
  );
}

function FilePlace({
  choice,
  disabled,
  onChange,
}: Pick<FileChoiceProps, 'choice' | 'disabled' | 'onChange'>) {
  const [isOver, setIsOver] = useState(false);
  const onFiles = (files: readonly ChosenFile[]) => onChange({ files });
  const over = (is: boolean) => (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <DropZone
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        if (!disabled) void droppedFiles(event.dataTransfer).then(onFiles);
      }}
    >
      <VisuallyHidden asChild>
        <legend>{t('Files to import')}</legend>
      </VisuallyHidden>
      <TransferNote>{filesSentence(choice.files)}</TransferNote>
      <Flex wrap="wrap" justify="center" gap="2">
        <FileButton label={t('Choose files...')} {...{ disabled, onFiles }} />
        <FileButton label={t('Choose a folder...')} isFolder {...{ disabled, onFiles }} />
      </Flex>
    </DropZone>
  );
}

const DropZone = chakra('fieldset', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '3',
    p: '4',
    border: '1px dashed',
    borderColor: 'border.control',
    borderRadius: 'md',
    textAlign: 'center',
    '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
  },
});

function filesSentence(files: readonly ChosenFile[]): string {
  const [first] = files;
  if (first === undefined) return t('Drop files or a folder here, or choose them.');
  if (files.length === 1) return first.path;
  return t('{count, number} files', { count: files.length });
}

type FileButtonProps = {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly disabled: boolean;
  onFiles(files: readonly ChosenFile[]): void;
};

function FileButton({ label, isFolder = false, disabled, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) {
            onFiles(chosen.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
          }
        }}
      />
    </>
  );
}
