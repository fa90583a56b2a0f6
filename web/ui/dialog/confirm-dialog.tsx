import { Button } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly question: ReactNode;
  /** A choice below the question. */
  readonly children?: ReactNode;
  readonly confirmText?: string;
  readonly pending?: boolean;
  readonly pendingText?: string;
  /** Who has the focus afterwards, where what was asked about is gone. */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks before something is lost. Cancel has the focus: Enter alone never deletes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, question, confirmText = t('Delete'), pending = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={question}
      width="narrow"
      role="alertdialog"
      initialFocus={cancel}
      finalFocus={props.finalFocus}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant="solid"
            colorPalette="danger"
            loading={pending}
            loadingText={props.pendingText}
            onClick={onConfirm}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
