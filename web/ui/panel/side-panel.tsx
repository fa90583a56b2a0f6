import { Flex, type FlexProps, Heading } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

export interface SidePanelProps extends Omit<FlexProps, 'title'> {
  readonly title: string;
  /** Stands at the end of the title's row. */
  readonly end?: ReactNode;
}

/** Shows a panel beside the text of a prompt, with its title above. */
export function SidePanel({ title, end, children, ...rest }: SidePanelProps) {
  const heading = useId();
  return (
    <Flex
      as="aside"
      aria-labelledby={heading}
      direction="column"
      flex="1"
      minH="0"
      borderStartWidth="1px"
      bg="bg.subtle"
      {...rest}
    >
      <Flex
        as="header"
        flex="none"
        align="center"
        minH="calc({sizes.target} + 0.5rem)"
        ps="4"
        pe="2"
        borderBottomWidth="1px"
      >
        <Heading as="h2" id={heading} flex="1" size="sm">
          {title}
        </Heading>
        {end}
      </Flex>
      {children}
    </Flex>
  );
}
