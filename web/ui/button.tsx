import { type ComponentProps, type ReactNode, type Ref, useCallback, useRef } from 'react';
import { Spinner } from './spinner.tsx';
import { useFocusKept } from './use-focus-kept.ts';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: 'primary' | 'danger' | 'outline' | 'quiet' | 'link';
  readonly size?: 'sm' | 'md' | 'lg' | 'inline';
  /** As wide as high, for an icon. */
  readonly square?: boolean;
  /** While something is under way: the button says what, and cannot be pressed again. */
  readonly pending?: boolean | undefined;
  readonly pendingText?: string | undefined;
  readonly icon?: ReactNode;
}

export function Button({
  tone = 'outline',
  size = 'md',
  square = false,
  pending = false,
  pendingText,
  icon,
  children,
  className,
  disabled,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const refs = useBothRefs(button, ref);
  useFocusKept(button, pending);
  return (
    <button
      type="button"
      {...rest}
      className={className === undefined ? 'ui-button' : `ui-button ${className}`}
      data-tone={tone}
      data-size={size}
      data-square={square ? '' : undefined}
      ref={refs}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending ? <Spinner /> : icon}
      {pending && pendingText !== undefined ? pendingText : children}
    </button>
  );
}

function useBothRefs(
  own: { current: HTMLButtonElement | null },
  given: Ref<HTMLButtonElement> | undefined,
): Ref<HTMLButtonElement> {
  return useCallback(
    (element: HTMLButtonElement | null) => {
      own.current = element;
      if (typeof given === 'function') return given(element);
      if (given) given.current = element;
      return undefined;
    },
    [own, given],
  );
}
