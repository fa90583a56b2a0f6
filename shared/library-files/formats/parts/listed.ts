import { limits } from '#shared/model/limits.ts';
import { shortTitle } from '#shared/text/short-title.ts';

const mostNames = 10;

/** Returns the first names as a list. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => shortTitle(name, limits.valueSetNameLength));
  return [...shown, ...(names.length > mostNames ? ['…'] : [])].join(', ');
}
