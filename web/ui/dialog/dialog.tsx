import { Button, Dialog as Chakra, Portal } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { useOpener } from '../hooks/use-opener.ts';
import { topmostSelector } from './topmost.ts';

export interface DialogProps extends Pick<Chakra.RootProps, 'role'> {
  readonly open: boolean;
  /** Esc, a press outside, Cancel. While something is in progress the dialog may stay open. */
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
  /** Returns what has the focus afterwards, where what had it before may be gone. */
  readonly finalFocus?: ((opener: HTMLElement | null) => HTMLElement | null) | undefined;
}

const sizes = { narrow: 'sm', normal: 'md', wide: 'lg' } as const;

/** Draws Chakra's dialog with the parts that every dialog of this app has. */
export function Dialog({ title, description, width = 'normal', children, ...props }: DialogProps) {
  const { footer, onSubmit, ...frame } = props;
  const parts = (
    <>
      <Chakra.Body>{children}</Chakra.Body>
      {footer !== undefined && <Chakra.Footer>{footer}</Chakra.Footer>}
    </>
  );
  return (
    <DialogFrame {...frame} size={sizes[width]}>
      <DialogHeader {...{ title, description }} />
      {onSubmit === undefined ? (
        parts
      ) : (
        <form noValidate onSubmit={(event) => submitOnly(event, onSubmit)}>
          {parts}
        </form>
      )}
    </DialogFrame>
  );
}

type FullDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'children'>;

/** Takes the window, and its body all of the height; the button that closes it is at the end of the title's row. */
export function FullDialog({ open, onClose, title, description, children }: FullDialogProps) {
  return (
    <DialogFrame {...{ open, onClose }} size="cover">
      <DialogHeader {...{ title, description }}>
        <Button size="sm" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogHeader>
      <Chakra.Body>{children}</Chakra.Body>
    </DialogFrame>
  );
}

type BareDialogProps = Omit<FrameProps, 'size' | 'isBare'> & Pick<DialogProps, 'title'>;

/** Its title is for screen readers alone, and the children fill it: it has no padding. */
export function BareDialog({ title, children, ...frame }: BareDialogProps) {
  return (
    <DialogFrame {...frame} size="md" isBare>
      <Chakra.Title srOnly>{title}</Chakra.Title>
      {children}
    </DialogFrame>
  );
}

type FrameProps = Pick<
  DialogProps,
  'role' | 'open' | 'onClose' | 'initialFocus' | 'finalFocus' | 'children'
> & {
  readonly size: 'sm' | 'md' | 'lg' | 'cover';
  readonly isBare?: boolean;
};

/** Opens and closes a dialog over the page, and finds the way back for the focus. */
function DialogFrame(props: FrameProps) {
  const { open, onClose, size, initialFocus, isBare = false } = props;
  const wayBack = useWayBack(props);

  return (
    <Chakra.Root
      size={size}
      // Its mark at the body moves the notifications (`toaster.tsx`).
      preventScroll={size !== 'cover'}
      lazyMount
      unmountOnExit
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      role={props.role ?? 'dialog'}
      persistentElements={[() => document.querySelector(topmostSelector)]}
      finalFocusEl={wayBack.find}
      onExitComplete={wayBack.goUnlessHeld}
      initialFocusEl={() => {
        wayBack.hold();
        return initialFocus?.current ?? null;
      }}
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner {...(isBare && bareLook.positioner)}>
          <Chakra.Content data-size={size} {...(isBare && bareLook.content)}>
            {props.children}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}

/**
 * Finds where the focus goes when the dialog is gone. Chakra goes there where it has held the focus in the dialog; one that
 * closes before its first frame, as by the Enter of somebody who types ahead, has not held it yet.
 */
function useWayBack({ open, finalFocus }: Pick<FrameProps, 'open' | 'finalFocus'>) {
  const opener = useOpener(open);
  const isHeld = useRef(false);
  useLayoutEffect(() => {
    if (open) isHeld.current = false;
  }, [open]);

  function find(): HTMLElement | null {
    const still = opener?.isConnected ? opener : null;
    return finalFocus === undefined ? still : finalFocus(still);
  }
  return {
    find,
    hold(): void {
      isHeld.current = true;
    },
    goUnlessHeld(): void {
      if (!isHeld.current) find()?.focus();
    },
  };
}

/** On a phone it has all of the width, from the top down. */
const bareLook = {
  positioner: { css: { _narrow: { px: '0', pt: 'var(--titlebar-height)', pb: '0' } } },
  content: {
    maxW: '40rem',
    overflow: 'hidden',
    css: {
      _narrow: { borderWidth: '0 0 1px', borderRadius: '0 0 {radii.xl} {radii.xl}' },
    },
  },
} as const;

/** `children` stand at the end of the title's row. */
function DialogHeader(props: Pick<DialogProps, 'title' | 'description' | 'children'>) {
  const { title, description, children } = props;
  return (
    <Chakra.Header>
      <Chakra.Title>{title}</Chakra.Title>
      {description !== undefined && <Chakra.Description>{description}</Chakra.Description>}
      {children}
    </Chakra.Header>
  );
}

/** A dialog is drawn through a portal, but React still bubbles its submit to a form around the opener. */
function submitOnly(event: FormEvent, submit: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  submit();
}
