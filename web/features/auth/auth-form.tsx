import { Stack } from '@chakra-ui/react';
import type { ReactNode, RefObject } from 'react';

export interface AuthFormProps {
  readonly label: string;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onChange: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The browser's own bubbles stay off: the messages stand at their fields. */
export function AuthForm({ label, formRef, onChange, onSubmit, children }: AuthFormProps) {
  return (
    <Stack gap="5" asChild>
      <form
        ref={formRef}
        aria-label={label}
        noValidate
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Stack>
  );
}
