import { keyLabels, keysHere } from '../key-label.ts';
import { type Shortcut, shortcutsHere } from './shortcuts.ts';
import './shortcut-list.css';

/** Shows all of them in one list. */
export function AllShortcuts() {
  return <ShortcutList shortcuts={shortcutsHere()} />;
}

export function ShortcutList({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <dl className="shortcuts">
      {shortcuts.map(({ what, keys }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Draws keys that are pressed together, each as on this device. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="shortcut-keys">
      {keyLabels(keysHere(keys)).map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
