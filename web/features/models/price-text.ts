import { languageTag, t } from '#shared/language/translate.ts';
import type { ModelEntry, ModelPrice } from '#shared/model/run/model-entry.ts';

/** Writes a price as a person reads it. An admin's is in a currency that only the admin knows. */
export function priceText(price: ModelPrice, from: ModelEntry['from']): string {
  const format = new Intl.NumberFormat(languageTag(), {
    ...(from === 'device' ? { style: 'currency', currency: 'USD' } : {}),
    maximumFractionDigits: 4,
  });
  return t('{in} in and {out} out for a million tokens', {
    in: format.format(price.in),
    out: format.format(price.out),
  });
}
