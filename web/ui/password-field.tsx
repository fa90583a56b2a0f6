import { chakra } from '@chakra-ui/react';
import { type Ref, useState } from 'react';
import { LuEye, LuEyeOff } from 'react-icons/lu';
import { FieldFrame } from './field-frame.tsx';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-field.tsx';

const Row = chakra('div', { base: { position: 'relative' } });
const Toggle = chakra('div', {
  base: { position: 'absolute', insetEnd: '0', insetBlock: '0', display: 'flex', alignItems: 'center' },
});

export interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function PasswordField({ label, onChange, error, inputRef, ...control }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error}>
      {(ties) => (
        <Row>
          <TextInput
            {...control}
            {...ties}
            ref={inputRef ?? null}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            paddingInlineEnd="12"
            onChange={(event) => onChange(event.target.value)}
          />
          <Toggle>
            <IconButton
              label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
              icon={shown ? <LuEyeOff /> : <LuEye />}
              size="sm"
              color="fg.muted"
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            />
          </Toggle>
        </Row>
      )}
    </FieldFrame>
  );
}
