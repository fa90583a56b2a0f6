import { Dialog as Chakra, Portal } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { useLastFocus } from './last-focus.tsx';
import { topmostSelector } from './topmost.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Esc, a press outside, Cancel. Whoever is busy may leave the dialog open. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  /** `narrow` is at most 425 px wide. */
  readonly width?: 'narrow' | 'normal' | 'wide';
  /** Given, the dialog is a form: Enter submits it, and the footer's submit button does. */
  readonly onSubmit?: () => void;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Who has the focus afterwards, where what had it before may be gone. */
  readonly finalFocus?: ((opener: HTMLElement | null) => HTMLElement | null) | undefined;
  readonly role?: 'dialog' | 'alertdialog';
}

const widths = { narrow: '{sizes.dialog.narrow}', normal: '{sizes.dialog}', wide: '{sizes.dialog.wide}' };

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    footer,
    width = 'normal',
    onSubmit,
    initialFocus,
    finalFocus,
  } = props;

  const lastFocus = useLastFocus();
  const [seen, setSeen] = useState<{ open: boolean; opener: HTMLElement | null }>({
    open: false,
    opener: null,
  });
  // Noted while it is drawn for the first time: a moment later the focus is in here. Needed after it closed.
  if (open !== seen.open) setSeen({ open, opener: open ? lastFocus.current : seen.opener });

  function submit(event: FormEvent): void {
    event.preventDefault();
    // A dialog is drawn through a portal, but React still bubbles its submit to a form around the opener.
    event.stopPropagation();
    onSubmit?.();
  }

  const parts = (
    <>
      <Chakra.Body>{children}</Chakra.Body>
      {footer !== undefined && <Chakra.Footer>{footer}</Chakra.Footer>}
    </>
  );

  return (
    <Chakra.Root
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      role={props.role ?? 'dialog'}
      persistentElements={[() => document.querySelector(topmostSelector)]}
      finalFocusEl={() => {
        const opener = seen.opener?.isConnected ? seen.opener : null;
        return finalFocus === undefined ? opener : finalFocus(opener);
      }}
      {...(initialFocus ? { initialFocusEl: () => initialFocus.current } : {})}
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content css={{ '--dialog-width': widths[width] }}>
            <Chakra.Header>
              <Chakra.Title>{title}</Chakra.Title>
              {description !== undefined && <Chakra.Description>{description}</Chakra.Description>}
            </Chakra.Header>
            {onSubmit ? (
              <form noValidate onSubmit={submit}>
                {parts}
              </form>
            ) : (
              parts
            )}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
