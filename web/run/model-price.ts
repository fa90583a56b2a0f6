import { calcPrice } from '@pydantic/genai-prices';
import type { ModelEntry, ModelPrice } from '#shared/model/run/model-entry.ts';

/** Returns the price of a model in the catalogue that came with the app; null where it is not in it. */
export function cataloguePrice({
  address,
  model,
  kind,
}: Pick<ModelEntry, 'address' | 'model' | 'kind'>): ModelPrice | null {
  const providers: Partial<Record<ModelEntry['kind'], string>> = { anthropic: 'anthropic', google: 'google' };
  const providerId = providers[kind];
  try {
    const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, {
      ...(providerId === undefined ? { providerApiUrl: address } : { providerId }),
    });
    if (found === null) return null;
    const { input_mtok, output_mtok } = found.model_price;
    return { in: dollars(input_mtok), out: dollars(output_mtok) };
  } catch {
    // No provider of the catalogue has this address.
    return null;
  }
}

/** Some prices rise with the length of the text: the first step is taken. */
function dollars(price: number | { base: number } | undefined): number {
  return typeof price === 'object' ? price.base : (price ?? 0);
}
