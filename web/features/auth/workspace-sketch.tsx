import { Badge, Box, Flex, Grid, HStack, Span, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ColorDot } from '../../ui/color-dot.tsx';
import type { DotColor } from '../../ui/theme/palette.ts';

const projects: readonly {
  readonly color: DotColor;
  readonly name: string;
  readonly prompts: readonly string[];
}[] = [
  { color: 'indigo', name: 'Support', prompts: ['Answer with sources', 'Summarise a thread'] },
  { color: 'teal', name: 'Research', prompts: [] },
  { color: 'orange', name: 'Release notes', prompts: [] },
];

const versions = ['Version 4', 'Version 3', 'Version 2'];

/** A small drawing of the workspace, out of the pieces that it is made of. A picture: it is not read out. */
export function WorkspaceSketch() {
  return (
    <Grid {...frame} aria-hidden="true">
      <Sidebar />
      <Editor />
      <Flex gap="1.5" py="2.5" px="5" borderTopWidth="1px" overflow="hidden">
        {versions.map((version, row) => (
          <Badge
            key={version}
            size="xs"
            borderRadius="full"
            px="2"
            colorPalette={row === 0 ? 'success' : 'gray'}
          >
            {version}
          </Badge>
        ))}
      </Flex>
    </Grid>
  );
}

const frame = {
  templateColumns: '9.25rem minmax(0, 1fr)',
  maxW: '34rem',
  borderWidth: '1px',
  borderRadius: 'xl',
  bg: 'bg.panel',
  boxShadow: 'md',
  overflow: 'hidden',
  fontSize: 'xs',
  lineHeight: '1.6',
  userSelect: 'none',
} as const;

function Sidebar() {
  return (
    <Stack gridRow="span 2" gap="2.5" py="4" px="2.5" borderEndWidth="1px" bg="bg.subtle">
      {projects.map(({ color, name, prompts }) => (
        <Stack key={name} gap="0.5">
          <HStack gap="2" px="1.5" fontWeight="semibold">
            <ColorDot color={color} />
            {name}
          </HStack>
          {prompts.map((title, row) => (
            <Span
              key={title}
              py="0.5"
              ps="6"
              pe="1.5"
              borderRadius="sm"
              truncate
              {...(row === 0 ? { bg: 'bg.selected' } : { color: 'fg.muted' })}
            >
              {title}
            </Span>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

function Editor() {
  return (
    // A grid: its lines are as wide as their words, and are cut where the picture ends.
    <Grid
      alignContent="start"
      gap="0.5"
      pt="4"
      px="5"
      pb="5"
      fontFamily="mono"
      fontVariantLigatures="none"
      lineHeight="1.75"
      minW="0"
      overflow="hidden"
      whiteSpace="nowrap"
    >
      <Span fontWeight="bold" color="accent.fg">
        # Answer with sources
      </Span>
      <span>
        You answer questions about <Variable>{'{product}'}</Variable>.
      </span>
      <span>
        <Mark /> Quote the passage you rely on
      </span>
      <span>
        <Mark /> Say <b>**I do not know**</b> when you do not
      </span>
      <span>
        Reply in <Variable>{'{language}'}</Variable>
        <Box
          as="i"
          display="inline-block"
          width="1.5px"
          height="1.1em"
          ms="2px"
          verticalAlign="-0.15em"
          bg="accent.fg"
        />
      </span>
    </Grid>
  );
}

function Mark() {
  return (
    <Span fontWeight="bold" color="fg.muted">
      -
    </Span>
  );
}

function Variable({ children }: { readonly children: ReactNode }) {
  return (
    <Span px="0.5" borderRadius="xs" bg="variable.subtle" color="variable.fg">
      {children}
    </Span>
  );
}
