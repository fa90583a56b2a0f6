import { LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { shortFileName } from '#shared/text/short-file-name.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import './resources.css';

export interface ChosenFilesProps {
  readonly files: readonly File[];
  readonly disabled: boolean;
  onRemove(file: File): void;
}

/** The files that were chosen for an upload, each with a button that removes it. */
export function ChosenFiles({ files, disabled, onRemove }: ChosenFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="file-chosen" aria-label={t('Chosen files')}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <span title={file.name}>{shortFileName(file.name, 40)}</span>
          <span className="file-chosen-size">{fileSize(file.size)}</span>
          <IconButton
            size="sm"
            label={t('Remove {name}', { name: file.name })}
            icon={<LuX />}
            disabled={disabled}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}
