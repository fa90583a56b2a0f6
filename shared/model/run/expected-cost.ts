import { utf8Bytes } from '../text.ts';
import type { ModelPrice } from './model-entry.ts';
import type { RunInput } from './run.ts';

/** Of a run that is not sent yet, in the currency of the price. */
export type ExpectedCost = {
  /** About as many as most models count; pictures are not among them. */
  readonly tokens: number;
  /** Null: the model has no price. */
  readonly sent: number | null;
  /** For the answer, where the settings limit it and the model has a price. */
  readonly most: number | null;
};

/** A token of most models is about so many bytes of a text. */
const bytesOfToken = 4;

export function expectedCost(
  { messages, settings }: Pick<RunInput, 'messages' | 'settings'>,
  price: ModelPrice | null,
): ExpectedCost {
  const bytes = messages.reduce((sum, { content }) => sum + utf8Bytes(content), 0);
  const tokens = Math.ceil(bytes / bytesOfToken);
  const { maxTokens } = settings;
  return {
    tokens,
    sent: price === null ? null : (tokens * price.in) / 1_000_000,
    most: price === null || maxTokens === undefined ? null : (maxTokens * price.out) / 1_000_000,
  };
}
