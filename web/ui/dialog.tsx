import { Dialog as Chakra, Portal } from '@chakra-ui/react';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { topmostSelector } from './topmost.ts';
import { useOpener } from './use-opener.ts';

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
  /** The title is for screen readers alone, and the children fill the dialog, which has no padding then. */
  readonly bare?: boolean;
}

const sizes = { narrow: 'sm', normal: 'md', wide: 'lg', full: 'cover' } as const;

/** Draws Chakra's dialog with the parts that every dialog of this app has, and finds the way back for the focus. */
export function Dialog(props: DialogProps) {
  const { open, onClose, width = 'normal', initialFocus, finalFocus, bare = false } = props;
  const opener = useOpener(open);
  const size = sizes[width];

  return (
    <Chakra.Root
      size={size}
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
        <Chakra.Backdrop />
        <Chakra.Positioner {...(bare && bareLook.positioner)}>
          <Chakra.Content data-size={size} {...(bare && bareLook.content)}>
            <DialogTitle {...props} />
            <DialogBody {...props} />
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}

/** On a phone it has all of the width, from the top down. */
const bareLook = {
  positioner: { css: { '@media (max-width: 35rem)': { px: '0', pt: 'var(--titlebar-height)', pb: '0' } } },
  content: {
    maxW: '40rem',
    overflow: 'hidden',
    css: {
      '@media (max-width: 35rem)': { borderWidth: '0 0 1px', borderRadius: '0 0 {radii.xl} {radii.xl}' },
    },
  },
} as const;

function DialogTitle({ title, description, bare, headerEnd }: DialogProps) {
  if (bare) return <Chakra.Title srOnly>{title}</Chakra.Title>;
  return (
    <Chakra.Header>
      <Chakra.Title>{title}</Chakra.Title>
      {description !== undefined && <Chakra.Description>{description}</Chakra.Description>}
      {headerEnd}
    </Chakra.Header>
  );
}

function DialogBody({ children, footer, onSubmit, bare }: DialogProps) {
  if (bare) return children;
  const parts = (
    <>
      <Chakra.Body>{children}</Chakra.Body>
      {footer !== undefined && <Chakra.Footer>{footer}</Chakra.Footer>}
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
