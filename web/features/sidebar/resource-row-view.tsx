import { LuBraces, LuCloud, LuFile, LuFileText, LuImage } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { shortFileName } from '#shared/text/short-file-name.ts';
import { FileRowButtons, type FileRowButtonsProps } from './resource-row-buttons.tsx';
import { percent, uploadWords } from './resource-status.ts';
import type { FileRow } from './tree-rows.ts';

export interface FileRowViewProps extends FileRowButtonsProps {
  readonly isSelected: boolean;
}

export function ResourceRowView({ row, isSelected, acts }: FileRowViewProps) {
  const { name, item } = row;
  const text = uploadWords(item);
  return (
    <div className="tree-row tree-file" data-kind="file" data-selected={isSelected || undefined}>
      <FileIcon fileType={item.resource.fileType} />
      <span className="tree-file-words">
        <ShortName name={name} /> <FileDetails item={item} text={text} />
        {item.upload?.state === 'sending' && (
          <progress
            className="tree-progress"
            aria-label={t('Upload of {name}', { name })}
            max={100}
            value={percent(item.upload)}
          />
        )}
      </span>
      <FileRowButtons row={row} acts={acts} />
    </div>
  );
}

type FileDetailsProps = {
  readonly item: FileRow['item'];
  /** The text about the state of the upload; null where there is none. */
  readonly text: string | null;
};

function FileDetails({ item, text }: FileDetailsProps) {
  return (
    <span className="tree-file-details">
      {!item.here && text === null && <LuCloud className="tree-icon" aria-hidden="true" />}
      <span>{fileSize(item.resource.fileSize)}</span>{' '}
      {text !== null && (
        <span className="tree-file-state" data-state={item.upload?.state} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}

/**
 * Shortens a name; where even twenty characters are too wide, the part before the extension gives way. What is left out
 * stays as text, drawn as an ellipsis: the text of the row is in its label.
 */
function ShortName({ name }: { readonly name: string }) {
  const short = shortFileName(name);
  const isCut = short !== name;
  const dot = name.lastIndexOf('.');
  const start = isCut ? short.lastIndexOf('…') : dot > 0 ? dot : name.length;
  const end = isCut ? name.length - (short.length - start - 1) : start;
  return (
    <span className="tree-name tree-file-name" title={name}>
      <span>{name.slice(0, start)}</span>
      {isCut && <span className="tree-file-cut">{name.slice(start, end)}</span>}
      <span>{name.slice(end)}</span>
    </span>
  );
}

function FileIcon({ fileType }: { readonly fileType: string }) {
  const Icon = fileType.startsWith('image/')
    ? LuImage
    : fileType === 'application/json'
      ? LuBraces
      : fileType.startsWith('text/')
        ? LuFileText
        : LuFile;
  return <Icon className="tree-icon" aria-hidden="true" />;
}
