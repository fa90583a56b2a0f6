import { LuBraces, LuCloud, LuFile, LuFileText, LuImage } from 'react-icons/lu';
import { fileSize } from '#shared/text/file-size.ts';
import { shortFileName } from '#shared/text/short-file-name.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FileRowButtons, type FileRowButtonsProps } from './resource-row-buttons.tsx';
import { percent, uploadWords } from './resource-status.ts';
import type { FileRow } from './tree-rows.ts';

export interface FileRowViewProps extends FileRowButtonsProps {
  readonly isSelected: boolean;
  readonly detailsId: string;
}

export function ResourceRowView({ row, isSelected, detailsId, ...act }: FileRowViewProps) {
  const { name, item } = row;
  const text = uploadWords(item);
  return (
    <div
      className="tree-row tree-file"
      data-kind="file"
      data-selected={isSelected || undefined}
      data-two={text !== null || undefined}
    >
      <FileIcon fileType={item.resource.fileType} />
      <span className="tree-file-words">
        <ShortName name={name} />
        <FileDetails id={detailsId} item={item} text={text} />
        {item.upload?.state === 'sending' && (
          <progress
            className="tree-progress"
            aria-label={`Upload of ${name}`}
            max={100}
            value={percent(item.upload)}
          />
        )}
      </span>
      <FileRowButtons row={row} {...act} />
    </div>
  );
}

type FileDetailsProps = {
  readonly id: string;
  readonly item: FileRow['item'];
  /** The text about the state of the upload; null where there is none. */
  readonly text: string | null;
};

function FileDetails({ id, item, text }: FileDetailsProps) {
  return (
    <span id={id} className="tree-file-details">
      {!item.here && text === null && (
        <>
          <LuCloud className="tree-icon" aria-hidden="true" />
          <VisuallyHidden>On the server, </VisuallyHidden>
        </>
      )}
      <span>{fileSize(item.resource.fileSize)}</span>
      {text !== null && (
        <span className="tree-file-state" data-state={item.upload?.state} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}

/** Shortens a name; where even twenty characters are too wide, the part before the extension gives way. */
function ShortName({ name }: { readonly name: string }) {
  const short = shortFileName(name);
  const dot = short.lastIndexOf('.');
  const end = dot > 0 ? dot : short.length;
  return (
    <span className="tree-name tree-file-name" title={name}>
      <span>{short.slice(0, end)}</span>
      <span>{short.slice(end)}</span>
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
