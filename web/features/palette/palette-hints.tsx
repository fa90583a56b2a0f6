import { HStack } from '@chakra-ui/react';
import { t } from '#shared/language/translate.ts';
import { Keys } from '../../ui/shortcuts/shortcut-list.tsx';

/** Shows which keys work here, where there is a keyboard. */
export function PaletteHints() {
  const hints = [
    { keys: '↑+↓', what: t('Up and down') },
    { keys: '↵', what: t('Choose') },
    { keys: 'Esc', what: t('Close') },
  ];
  return (
    <HStack
      flex="none"
      gap="4"
      py="2"
      px="4.5"
      borderTopWidth="1px"
      bg="bg.subtle"
      color="fg.muted"
      textStyle="xs"
      _finger={{ display: 'none' }}
      _narrow={{ display: 'none' }}
      aria-hidden="true"
    >
      {hints.map(({ keys, what }) => (
        <HStack as="span" key={keys} gap="1.5">
          <Keys keys={keys} /> {what}
        </HStack>
      ))}
    </HStack>
  );
}
