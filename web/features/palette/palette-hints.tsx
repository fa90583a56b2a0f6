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
    <div className="palette-hints" aria-hidden="true">
      {hints.map(({ keys, what }) => (
        <span key={keys}>
          <Keys keys={keys} /> {what}
        </span>
      ))}
    </div>
  );
}
