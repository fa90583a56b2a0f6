import { Button } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { LuDownload, LuExternalLink } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { isPreviewable } from '#shared/model/file-type.ts';
import type { Resource } from '#shared/model/resource.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { FetchBlob } from '../fetch-blob.ts';
import { isPicture, openBytes, openFromServer, saveToDevice } from '../open-resource.ts';
import { Picture } from './picture.tsx';
import { PreviewProblem } from './preview-problem.tsx';
import { TextPreview } from './text-preview.tsx';
import { useBlob } from './use-file-bytes.ts';

export interface PreviewDialogProps {
  readonly resource: Resource;
  readonly open: boolean;
  onClose(): void;
  readonly fetchBlob: FetchBlob;
  /** As in the editor's view mode. */
  renderMarkdown(text: string): ReactNode;
}

export function PreviewDialog(props: PreviewDialogProps) {
  const library = useLibrary();
  const { resource, open, onClose, fetchBlob, renderMarkdown } = props;
  const state = useBlob({ library, resource, fetchBlob, wanted: open });
  const close = useRef<HTMLButtonElement>(null);

  function download(): void {
    if (state.phase === 'here') saveToDevice(document, resource, state.bytes);
    else openFromServer(window, resource.id, { inline: false });
  }

  function openInNewTab(): void {
    if (state.phase === 'here') void openBytes(window, resource, state.bytes);
    else openFromServer(window, resource.id, { inline: true });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={resource.name}
      description={[fileSize(resource.fileSize), resource.description].filter(Boolean).join(' · ')}
      width="wide"
      initialFocus={close}
      footer={
        <>
          <Button ref={close} onClick={onClose}>
            {t('Close')}
          </Button>
          <Button onClick={download}>
            <LuDownload />
            {t('Download')}
          </Button>
          <Button onClick={openInNewTab}>
            <LuExternalLink />
            {t('Open in new tab')}
          </Button>
        </>
      }
    >
      <Content resource={resource} state={state} renderMarkdown={renderMarkdown} />
    </Dialog>
  );
}

type ContentProps = Pick<PreviewDialogProps, 'resource' | 'renderMarkdown'> & {
  readonly state: ReturnType<typeof useBlob>;
};

function Content({ resource, state, renderMarkdown }: ContentProps) {
  if (!isPreviewable(resource.fileType)) {
    return <PreviewProblem>{t('No preview available for this file type.')}</PreviewProblem>;
  }
  switch (state.phase) {
    case 'loading':
      return (
        <Spinner
          label={
            state.percent === null
              ? t('Loading preview...')
              : t('Loading preview... {percent}%', { percent: state.percent })
          }
        />
      );
    case 'failed':
      return (
        <PreviewProblem>{t('Error loading preview: {message}', { message: state.message })}</PreviewProblem>
      );
    case 'here':
      return isPicture(resource.fileType) ? (
        <Picture resource={resource} bytes={state.bytes} />
      ) : (
        <TextPreview resource={resource} bytes={state.bytes} renderMarkdown={renderMarkdown} />
      );
  }
}
