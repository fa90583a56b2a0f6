import { Flex, HStack, Kbd, Stack } from '@chakra-ui/react';
import { memo } from 'react';
import { keyLabels, keysHere } from '../keys/key-label.ts';
import { type Shortcut, shortcutsHere } from './shortcuts.ts';

/** Shows all of them in one list. */
export function AllShortcuts() {
  return <ShortcutList shortcuts={shortcutsHere()} />;
}

export function ShortcutList({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <Stack as="dl" gap="2">
      {shortcuts.map(({ what, keys }) => (
        <Flex key={what} align="baseline" justify="space-between" gap="4">
          <dt>{what}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </Flex>
      ))}
    </Stack>
  );
}

/** Draws keys that are pressed together, each as on this device. It stands in rows that scroll: they draw it once. */
export const Keys = memo(function Keys({ keys }: { readonly keys: string }) {
  return (
    <HStack as="span" className="shortcut-keys" dir="ltr" flex="none" gap="1">
      {keyLabels(keysHere(keys)).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </HStack>
  );
});
