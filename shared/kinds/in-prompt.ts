/** Lists the kinds of rows inside of a prompt: they go with it, and come back with it. */
import type { RowType, Stored } from './row.ts';

export const typesInPrompt = ['version', 'keptRun', 'testCase'] as const satisfies readonly RowType[];
export type TypeInPrompt = (typeof typesInPrompt)[number];

export function isTypeInPrompt(type: string): type is TypeInPrompt {
  return typesInPrompt.some((each) => each === type);
}

export function isInPrompt(stored: Stored): stored is Stored<TypeInPrompt> {
  return isTypeInPrompt(stored.type);
}
