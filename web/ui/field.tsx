import { Field as Chakra, Text, useFieldContext } from '@chakra-ui/react';
import { type ReactNode, startTransition, useState } from 'react';
import { t } from '#shared/language/translate.ts';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Errors come of something else than what is typed here, wherever the focus is. */
  readonly alwaysLive?: boolean;
  /** One of Chakra's controls. */
  readonly children: ReactNode;
}

/**
 * Shows a control with its label, its hint and its error. A focus that comes to the control reads the error as its
 * description; an error that appears while the focus is there is announced by a live region, which is older than it:
 * Chakra's own region comes with its error, and is then not announced.
 */
export function Field({ label, hint, error, disabled = false, alwaysLive = false, children }: FieldProps) {
  const { isLive, ...watched } = useErrorRegion(disabled);
  return (
    <Chakra.Root invalid={error !== undefined} disabled={disabled} {...watched}>
      <Chakra.Label>{label}</Chakra.Label>
      {children}
      {hint !== undefined && <Chakra.HelperText>{hint}</Chakra.HelperText>}
      <ErrorRegion isLive={isLive || alwaysLive} error={error} />
    </Chakra.Root>
  );
}

function ErrorRegion({ isLive, error }: { readonly isLive: boolean; readonly error: string | undefined }) {
  const { ids } = useFieldContext();
  return (
    <Text
      id={ids.errorText}
      aria-live={isLive ? 'polite' : 'off'}
      textStyle="xs"
      fontWeight="medium"
      color="fg.error"
      // It takes no place while it waits, but is there.
      _empty={{ position: 'absolute' }}
    >
      {error !== undefined && t(error)}
    </Text>
  );
}

/** Follows the focus. A disabled control loses it without an event. */
function useErrorRegion(disabled: boolean) {
  const [isLive, setLive] = useState(false);
  if (disabled && isLive) setLive(false);
  return {
    isLive,
    // After an error that is drawn with this focus: it is the description already, and would be read twice.
    onFocus: () => startTransition(() => setLive(true)),
    onBlur: () => setLive(false),
  };
}
