import { chakra, Heading, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { LuCircleHelp } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/menu/popover.tsx';

const inDollar = (text: string) => `$${'{'}${text}}`;

const rules = (): readonly (readonly [string, string])[] => [
  [`{{topic}}  {topic}  ${inDollar('topic')}`, t('The variable “topic”')],
  [inDollar('topic:the sea'), t('With a default')],
  ['{{topic | default: the sea}}', t('The same')],
  ['{{tone | select: warm, plain}}', t('One of a list')],
  ['{{age | number}}', t('A number; also date, textarea')],
  ['\\{{topic}}', t('Plain text, not a variable')],
  ['{{> Letters/Footer}}', t('The text of another prompt')],
  ['{{> Letters/Footer@3}}', t('Its version 3; or a label, as in @production')],
  ['--- user ---', t('A line that begins a message of a chat')],
];

/** Shows how variables are written, below a button. */
export function SyntaxRules() {
  const [isOpen, setIsOpen] = useState(false);
  const label = t('How to write variables');
  return (
    <Popover
      label={label}
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton label={label} icon={<LuCircleHelp />} size="sm" />}
    >
      <Heading as="h3" size="sm" mb="3">
        {label}
      </Heading>
      <Stack as="dl" gap="2">
        {rules().map(([written, meaning]) => (
          <div key={written}>
            <dt>
              <Written>{written}</Written>
            </dt>
            <Text as="dd" textStyle="xs" color="fg.muted">
              {meaning}
            </Text>
          </div>
        ))}
      </Stack>
      <Text mt="3" textStyle="xs" color="fg.muted">
        {t(
          'In fenced code nothing is a variable. If a type or default is written twice, the first one applies.',
        )}
      </Text>
    </Popover>
  );
}

const Written = chakra('code', {
  base: {
    py: '1px',
    px: '1',
    borderRadius: 'xs',
    bg: 'variable.subtle',
    color: 'variable.fg',
    fontVariantLigatures: 'none',
    fontSize: 'xs',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
});
