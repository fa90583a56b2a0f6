/** A pull that would take away much of the library asks first. */
const pullGuard = { rows: 30, share: 0.3 } as const;

/**
 * Whether applying a pull must wait for a person: it would remove more than 30 rows and more than 30 % of
 * what is on this device.
 */
export function removesTooMuch(options: { removed: number; present: number }): boolean {
  return options.removed > pullGuard.rows && options.removed > options.present * pullGuard.share;
}
