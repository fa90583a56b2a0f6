import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { topmostSelector } from './topmost.ts';
import { useOpener } from './use-opener.ts';
import './overlays.css';

export interface DialogProps {
  readonly open: boolean;
  /** Esc, a press outside, Cancel. While something is in progress the dialog may stay open. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  /** Stands at the end of the title's row. */
  readonly headerEnd?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  /** `narrow` is at most 425 px wide; `full` takes the window, and its body all of the height. */
  readonly width?: 'narrow' | 'normal' | 'wide' | 'full';
  /** Given, the dialog is a form: Enter submits it, and the footer's submit button does. */
  readonly onSubmit?: () => void;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Returns what has the focus afterwards, where what had it before may be gone. */
  readonly finalFocus?: ((opener: HTMLElement | null) => HTMLElement | null) | undefined;
  readonly role?: 'dialog' | 'alertdialog';
  /** The title is for screen readers alone, and the children fill the dialog; the style sheet of the caller places it. */
  readonly bare?: boolean;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, width = 'normal', initialFocus, finalFocus, bare = false } = props;
  const opener = useOpener(open);
  const full = width === 'full' ? { 'data-full': '' } : {};

  return (
    <Ark.Root
      lazyMount
      unmountOnExit
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      role={props.role ?? 'dialog'}
      persistentElements={[() => document.querySelector(topmostSelector)]}
      finalFocusEl={() => {
        const still = opener?.isConnected ? opener : null;
        return finalFocus === undefined ? still : finalFocus(still);
      }}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
    >
      <Portal>
        <Ark.Backdrop className="ui-dialog__backdrop" />
        <Ark.Positioner className="ui-dialog__positioner" {...full} data-bare={bare || undefined}>
          <Ark.Content
            className="ui-dialog__content"
            data-width={width}
            {...full}
            data-bare={bare || undefined}
          >
            <DialogTitle {...props} />
            <DialogBody {...props} />
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

function DialogTitle({ title, description, bare, headerEnd }: DialogProps) {
  if (bare) return <Ark.Title className="ui-dialog__title ui-visually-hidden">{title}</Ark.Title>;
  return (
    <div className="ui-dialog__header">
      <Ark.Title className="ui-dialog__title">{title}</Ark.Title>
      {description !== undefined && (
        <Ark.Description className="ui-dialog__description">{description}</Ark.Description>
      )}
      {headerEnd}
    </div>
  );
}

function DialogBody({ children, footer, onSubmit, bare }: DialogProps) {
  if (bare) return children;
  const parts = (
    <>
      <div className="ui-dialog__body">{children}</div>
      {footer !== undefined && <div className="ui-dialog__footer">{footer}</div>}
    </>
  );
  if (onSubmit === undefined) return parts;
  return (
    <form noValidate onSubmit={(event) => submitOnly(event, onSubmit)}>
      {parts}
    </form>
  );
}

/** A dialog is drawn through a portal, but React still bubbles its submit to a form around the opener. */
function submitOnly(event: FormEvent, submit: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  submit();
}
