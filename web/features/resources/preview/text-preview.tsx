import { Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Resource } from '#shared/model/resource.ts';
import { textPieces } from '#shared/text/text-pieces.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { decodeText } from './decode-text.ts';
import { checkJson } from './json-check.ts';
import { shortJsonPieces } from './json-pieces.ts';
import { PiecedText } from './pieced-text.tsx';
import { PreviewArea } from './preview-area.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import { contentFailed } from './use-file-bytes.ts';

export interface TextPreviewProps {
  readonly resource: Resource;
  readonly bytes: Blob;
  /** As in the editor's view mode. */
  renderMarkdown(text: string): ReactNode;
}

/** UTF-16 units. Reading more as Markdown takes longer than anybody waits for a preview. */
const longestMarkdown = 500_000;

export function TextPreview({ resource, bytes, renderMarkdown }: TextPreviewProps) {
  const text = useText(bytes);
  if (text === undefined) return <Spinner label={t('Loading preview...')} />;
  if (text === null)
    return (
      <PreviewProblem>
        {t('Error loading preview: {contentFailed}', { contentFailed: contentFailed() })}
      </PreviewProblem>
    );
  const label = t('Preview of {name}', { name: resource.name });
  if (resource.fileType === 'text/markdown' && text.length <= longestMarkdown) {
    return (
      <PreviewArea p="4" lineHeight="relaxed" overflowWrap="anywhere" aria-label={label} {...scrolledByKeys}>
        {renderMarkdown(text)}
      </PreviewArea>
    );
  }
  if (resource.fileType === 'application/json') return <JsonPreview label={label} text={text} />;
  return (
    <>
      {resource.fileType === 'text/markdown' && (
        <Text textStyle="sm" color="fg.muted">
          {t('This is too long to be rendered quickly, so it is shown as it is.')}
        </Text>
      )}
      <PiecedText label={label} pieces={() => textPieces(text)} />
    </>
  );
}

/** Shown as it is where it is no JSON. */
function JsonPreview({ label, text }: { readonly label: string; readonly text: string }) {
  const [isJson, setIsJson] = useState<boolean | null>(null);
  useEffect(() => checkJson(text, setIsJson), [text]);
  if (isJson === null) return <Spinner label={t('Loading preview...')} />;
  return <PiecedText label={label} pieces={() => (isJson ? shortJsonPieces(text) : textPieces(text))} />;
}

/** Safari lets no key scroll what has no focus. */
const scrolledByKeys = { tabIndex: 0 };

/** Undefined while it is read, null where it cannot be. */
function useText(bytes: Blob): string | null | undefined {
  const [text, setText] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    bytes.arrayBuffer().then(
      (content) => {
        if (!isLeft) setText(decodeText(content));
      },
      (error: unknown) => {
        console.error('A file could not be read.', error);
        if (!isLeft) setText(null);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [bytes]);
  return text;
}
