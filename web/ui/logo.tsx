/** The mark: a prompt that waits for what comes next. The name stands beside it as text. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <rect width="32" height="32" rx="8" fill="var(--ui-colors-accent-solid)" />
      <g
        stroke="var(--ui-colors-accent-contrast)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M9 10.5 14.5 16 9 21.5" />
        <path d="M17.5 21.5H23" />
      </g>
    </svg>
  );
}
