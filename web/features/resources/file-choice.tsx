import { Flex, Input, Stack } from '@chakra-ui/react';
import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react';
import { LuUpload } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { acceptedFiles } from '#shared/model/file-type.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { Field } from '../../ui/field/field.tsx';
import type { RefusedFile } from './add-resources.ts';
import { ChosenFiles } from './chosen-files.tsx';

export interface FileChoiceProps {
  readonly files: readonly File[];
  readonly missing: string | undefined;
  readonly refused: readonly RefusedFile[];
  readonly disabled: boolean;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  onChoose(files: readonly File[]): void;
  onRemove(file: File): void;
}

/** Chosen, dropped or pasted: all the same. */
export function FileChoice(props: FileChoiceProps) {
  const { files, missing, refused, disabled, inputRef, onChoose, onRemove } = props;
  const [isOver, setIsOver] = useState(false);

  function take(event: DragEvent | ClipboardEvent, given: FileList): void {
    setIsOver(false);
    if (given.length === 0 || disabled) return;
    event.preventDefault();
    onChoose([...given]);
  }

  return (
    <Stack
      as="section"
      gap="3"
      aria-label={t('Files to upload')}
      // Each of several reasons has a line.
      css={{ '& p': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } }}
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDrop={(event) => take(event, event.dataTransfer.files)}
      onDragLeave={() => setIsOver(false)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
    >
      <Field
        label={t('File')}
        hint={t('PDF, DOCX, TXT, MD, JSON, PNG, JPG or SVG, at most 10 MB each.')}
        error={missing ?? reasonsOf(refused)}
        // A file that is refused was perhaps dropped here; that none was chosen takes the focus here.
        alwaysLive={missing === undefined}
      >
        <Flex className="file-zone" {...zone} {...(isOver && over)}>
          <LuUpload aria-hidden="true" />
          <span>{t('Choose files, or drop or paste them here')}</span>
          <Input
            unstyled
            {...covering}
            ref={inputRef}
            type="file"
            multiple
            accept={acceptedFiles.join(',')}
            disabled={disabled}
            onChange={(event) => {
              onChoose([...(event.target.files ?? [])]);
              // The same file can be chosen again.
              event.target.value = '';
            }}
          />
        </Flex>
      </Field>
      <ChosenFiles files={files} disabled={disabled} onRemove={onRemove} />
    </Stack>
  );
}

const over = { borderColor: 'accent.fg', bg: 'accent.subtle', color: 'fg' } as const;

const zone = {
  position: 'relative',
  width: 'full',
  wrap: 'wrap',
  align: 'center',
  justify: 'center',
  gap: '2',
  minH: '5rem',
  p: '3',
  border: '1px dashed',
  borderColor: 'border.control',
  borderRadius: 'md',
  bg: 'bg.subtle',
  color: 'fg.muted',
  textStyle: 'sm',
  textAlign: 'center',
  _hover: over,
  _focusWithin: { outline: '2px solid {colors.focus}', outlineOffset: '1px' },
} as const;

/** All of the zone is the button, and still the browser's own. */
const covering = {
  position: 'absolute',
  inset: '0',
  width: 'full',
  height: 'full',
  opacity: '0',
  cursor: 'pointer',
  _disabled: { cursor: 'not-allowed' },
} as const;

/** One alone needs no name; each of several has its own. */
function reasonsOf(refused: readonly RefusedFile[]): string | undefined {
  const [first] = refused;
  if (first === undefined) return undefined;
  if (refused.length === 1) return t(first.reason);
  return refused.map(({ name, reason }) => `${isolatedName(name)}: ${t(reason)}`).join('\n');
}
