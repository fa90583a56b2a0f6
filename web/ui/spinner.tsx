import './spinner.css';

/** Turns beside a text that says what is waited for; with a label of its own it is announced. */
export function Spinner({ label, size = '1.1em' }: { readonly label?: string; readonly size?: string }) {
  const circle = <span className="ui-spinner" style={{ width: size, height: size }} aria-hidden="true" />;
  if (label === undefined) return circle;
  return (
    <span className="ui-spinner-with-label" role="status">
      {circle}
      <span>{label}</span>
    </span>
  );
}
