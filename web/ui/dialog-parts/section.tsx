import { Heading, Stack } from '@chakra-ui/react';
import { type ReactNode, type Ref, useId } from 'react';

export interface SectionProps {
  readonly title: ReactNode;
  /** The name of the part, where its heading says more than that. */
  readonly label?: string;
  /** For a heading that takes the focus. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** Shows a part of a dialog under a heading of its own. */
export function Section({ title, label, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <Stack
      as="section"
      gap="3"
      {...(label === undefined ? { 'aria-labelledby': id } : { 'aria-label': label })}
    >
      <SectionTitle id={id} {...(headingRef && { ref: headingRef })}>
        {title}
      </SectionTitle>
      {children}
    </Stack>
  );
}

export interface SectionTitleProps {
  readonly id: string;
  readonly ref?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** Takes the focus where it has a `ref`. */
export function SectionTitle({ ref, ...rest }: SectionTitleProps) {
  return (
    <Heading
      as="h3"
      size="sm"
      {...(ref && { ref, tabIndex: -1 })}
      overflowWrap="anywhere"
      minW="0"
      {...rest}
    />
  );
}
