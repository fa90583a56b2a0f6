import { Switch as Chakra, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { cover } from './cover.ts';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch before its label, with a hint below that. As the box to tick, it shows what `checked` says. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <Chakra.Root checked={checked} disabled={disabled} display="flex" alignItems="flex-start" minH="target">
      <Chakra.HiddenInput
        style={cover}
        role="switch"
        checked={checked}
        defaultChecked={undefined}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Chakra.Control />
      <Stack gap="0.5">
        <Chakra.Label>{label}</Chakra.Label>
        {hint !== undefined && (
          <Text id={id} textStyle="sm" color="fg.muted">
            {hint}
          </Text>
        )}
      </Stack>
    </Chakra.Root>
  );
}
