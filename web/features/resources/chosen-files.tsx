import { Flex, Span, Stack } from '@chakra-ui/react';
import { LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { shortFileName } from '#shared/text/short-file-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';

export interface ChosenFilesProps {
  readonly files: readonly File[];
  readonly disabled: boolean;
  onRemove(file: File): void;
}

/** The files that were chosen for an upload, each with a button that removes it. */
export function ChosenFiles({ files, disabled, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null;
  return (
    <Stack as="ul" gap="1" maxH="10rem" overflowY="auto" textStyle="sm" aria-label={t('Chosen files')}>
      {files.map((file) => (
        <Flex
          as="li"
          key={`${file.name} ${file.size} ${file.lastModified}`}
          align="center"
          gap="2"
          ps="2.5"
          borderRadius="sm"
          bg="bg.subtle"
        >
          <Span flex="1" minW="0" overflowWrap="anywhere" title={file.name}>
            {shortFileName(file.name, 40)}
          </Span>
          <Span color="fg.muted" whiteSpace="nowrap">
            {fileSize(file.size)}
          </Span>
          <IconButton
            size="sm"
            label={t('Remove {name}', { name: file.name })}
            icon={<LuX />}
            disabled={disabled}
            onClick={() => onRemove(file)}
          />
        </Flex>
      ))}
    </Stack>
  );
}
