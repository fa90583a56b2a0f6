import { Button } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ShortcutList } from '../../ui/shortcuts/shortcut-list.tsx';
import { type ShortcutPlace, shortcutsHere } from '../../ui/shortcuts/shortcuts.ts';
import './shortcut-sheet.css';

const places: readonly ShortcutPlace[] = ['everywhere', 'text', 'lists'];
const placeNames = () => ({
  everywhere: t('Everywhere'),
  text: t('In the text'),
  lists: t('In tabs and lists'),
});

/** Shows every shortcut, by the place where it works. */
export function ShortcutSheet({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const start = useRef<HTMLDivElement>(null);
  const id = useId();
  const all = shortcutsHere();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      initialFocus={start}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div ref={start} className="shortcut-sheet" tabIndex={-1}>
        {places.map((place) => (
          <section key={place} aria-labelledby={`${id}-${place}`}>
            <h3 id={`${id}-${place}`}>{placeNames()[place]}</h3>
            <ShortcutList shortcuts={all.filter(({ where }) => where === place)} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
