import { Box, Field as Chakra, Text, useFieldContext } from '@chakra-ui/react';
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
 * Shows a control with its label, and with its hint and its error as its description. A focus that comes to the control
 * reads them; an error that appears while the focus is there is announced by a live region, which is older than it.
 * Chakra's own error text comes with its error, and is named as `aria-errormessage`, which few screen readers read.
 */
export function Field({ label, hint, error, disabled = false, alwaysLive = false, children }: FieldProps) {
  const { isLive, ...watched } = useErrorRegion(disabled);
  return (
    <Chakra.Root invalid={error !== undefined} disabled={disabled} {...watched}>
      <Chakra.Label>{label}</Chakra.Label>
      {children}
      <Description hint={hint} error={error} isLive={isLive || alwaysLive} />
    </Chakra.Root>
  );
}

type DescriptionProps = Pick<FieldProps, 'hint' | 'error'> & { readonly isLive: boolean };

function Description({ hint, error, isLive }: DescriptionProps) {
  const { ids } = useFieldContext();
  const isEmpty = hint === undefined && error === undefined;
  return (
    // Empty, it takes no place, but is there.
    <Box id={ids.helperText} width="full" textStyle="xs" {...(isEmpty ? { position: 'absolute' } : {})}>
      {hint !== undefined && <Text color="fg.muted">{hint}</Text>}
      <Text aria-live={isLive ? 'polite' : 'off'} fontWeight="medium" color="fg.error">
        {error !== undefined && t(error)}
      </Text>
    </Box>
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
