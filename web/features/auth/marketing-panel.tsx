import { Box, Flex, Grid, Heading, Square, Stack, Text } from '@chakra-ui/react';
import { LuFolderTree, LuHistory, LuPenLine } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { WorkspaceSketch } from './workspace-sketch.tsx';

const features = () => [
  {
    icon: <LuFolderTree />,
    title: t('Organised workspace'),
    text: t('Colour-coded projects keep every prompt where you will look for it.'),
  },
  {
    icon: <LuHistory />,
    title: t('Version history'),
    text: t('Every prompt keeps its versions. Look back, and go back, whenever you like.'),
  },
  {
    icon: <LuPenLine />,
    title: t('Rich editing'),
    text: t('A writer’s editor with syntax highlighting and a rendered view of your Markdown.'),
  },
];

/** Beside the form on large screens: what this is. */
export function MarketingPanel() {
  return (
    <Grid as="section" {...panel} aria-label={t('About Promptory')}>
      <WorkspaceSketch />
      <Heading as="h2" size="2xl" mt="8" mb="6" maxW="24ch" textWrap="balance">
        {t('Craft, iterate on and organise your prompts')}
      </Heading>
      <Stack as="ul" gap="4.5">
        {features().map(({ icon, title, text }) => (
          <Flex as="li" key={title} gap="3.5">
            <Square
              size="9"
              borderWidth="1px"
              borderRadius="md"
              bg="bg.panel"
              color="accent.fg"
              fontSize="1.0625rem"
              aria-hidden="true"
            >
              {icon}
            </Square>
            <Box textStyle="sm">
              <Heading as="h3" size="sm">
                {title}
              </Heading>
              <Text color="fg.muted" maxW="46ch">
                {text}
              </Text>
            </Box>
          </Flex>
        ))}
      </Stack>
    </Grid>
  );
}

/** Dotted paper that fades out under the text. */
const paper = {
  content: '""',
  position: 'absolute',
  inset: '0',
  zIndex: '-1',
  backgroundImage: 'radial-gradient({colors.border.control} 1px, transparent 1px)',
  backgroundSize: '20px 20px',
  backgroundPosition: '10px 10px',
  opacity: '0.35',
  maskImage: 'linear-gradient(160deg, black, transparent 55%)',
} as const;

const panel = {
  hideBelow: 'lg',
  position: 'relative',
  alignContent: 'center',
  height: 'full',
  py: '12',
  px: 'clamp(2rem, 4vw, 4rem)',
  borderWidth: '1px',
  borderRadius: '1.5rem',
  bg: 'bg.subtle',
  isolation: 'isolate',
  overflow: 'hidden',
  _before: paper,
} as const;
