import { Button, type ButtonProps } from './button.tsx';

export interface IconButtonProps
  extends Omit<ButtonProps, 'aria-label' | 'children' | 'pendingText' | 'square'> {
  /** The accessible name of the button, and its tooltip. */
  readonly label: string;
}

export function IconButton({ label, tone = 'quiet', ...rest }: IconButtonProps) {
  return <Button tone={tone} {...rest} square aria-label={label} data-tooltip={label} />;
}
