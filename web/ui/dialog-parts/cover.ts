/** The browser's own control lies over all that belongs to it, unseen: a press anywhere on that is a press on it. */
export const cover = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  clip: 'auto',
  cursor: 'inherit',
} as const;
