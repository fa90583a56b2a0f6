const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const mod = isApple ? '⌘' : 'Ctrl';

/** Each step and its keys, in the order in which a person meets them. */
const shortcuts: readonly { readonly what: string; readonly keys: readonly string[] }[] = [
  { what: 'Bold', keys: [mod, 'B'] },
  { what: 'Italic', keys: [mod, 'I'] },
  { what: 'Code block', keys: [mod, 'E'] },
  { what: 'Save at once', keys: [mod, 'S'] },
  { what: 'Undo', keys: [mod, 'Z'] },
  { what: 'Redo', keys: [mod, 'Shift', 'Z'] },
  { what: 'Leave the text, so that Tab goes on', keys: ['Esc'] },
  { what: 'From the text to its toolbar and back', keys: ['F6'] },
  { what: 'Close the selected tab', keys: ['Delete'] },
  { what: 'Menu of a row', keys: ['Shift', 'F10'] },
  { what: 'Go to the notification', keys: ['F8'] },
];

export function ShortcutList() {
  return (
    <section className="preferences-section" aria-labelledby="preferences-shortcuts">
      <h3 id="preferences-shortcuts">Keyboard shortcuts</h3>
      <dl className="preferences-shortcuts">
        {shortcuts.map(({ what, keys }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
