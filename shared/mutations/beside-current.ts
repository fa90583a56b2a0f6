import { isBlank } from '#shared/model/text.ts';

/** Returns the arguments with which `saveVersion` leaves the current text as it is. */
export function besideCurrent(current: string | undefined): { head?: string; base?: string } {
  return current === undefined || isBlank(current) ? {} : { head: current, base: current };
}
