import { Button, Stack } from '@chakra-ui/react';
import { useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Section } from '../../ui/dialog-parts/section.tsx';
import { ShortcutList } from '../../ui/shortcuts/shortcut-list.tsx';
import { type ShortcutPlace, shortcutsHere } from '../../ui/shortcuts/shortcuts.ts';

const places: readonly ShortcutPlace[] = ['everywhere', 'text', 'lists'];
const placeNames = () => ({
  everywhere: t('Everywhere'),
  text: t('In the text'),
  lists: t('In tabs and lists'),
});

/** Shows every shortcut, by the place where it works. */
export function ShortcutSheet({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const start = useRef<HTMLDivElement>(null);
  const all = shortcutsHere();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Stack ref={start} tabIndex={-1} gap="6" textStyle="sm" outline="0">
        {places.map((place) => (
          <Section key={place} title={placeNames()[place]}>
            <ShortcutList shortcuts={all.filter(({ where }) => where === place)} />
          </Section>
        ))}
      </Stack>
    </Dialog>
  );
}
