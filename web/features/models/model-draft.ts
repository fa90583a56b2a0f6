/** Reads an entry of "Models" from the fields of its form, and fills the fields from it. */
import { message } from '#shared/language/message.ts';
import type { Id } from '#shared/model/ids.ts';
import { WrittenSettings } from '#shared/model/prompt-settings.ts';
import { ModelEntry, ModelKind, type ModelPrice } from '#shared/model/run/model-entry.ts';
import { type Preset, presetOf } from './servers.ts';

/** The fields as they are typed; the key is in none of them. */
export type ModelDraft = {
  readonly server: string;
  readonly kind: string;
  readonly name: string;
  readonly address: string;
  readonly model: string;
  readonly temperature: string;
  readonly maxTokens: string;
  readonly priceIn: string;
  readonly priceOut: string;
  readonly atOnce: string;
};

export type DraftErrors = Readonly<Partial<Record<keyof ModelDraft, string>>>;

const wrong = {
  name: message('Enter a name.'),
  address: message('Write an address such as http://localhost:11434/v1'),
  model: message('Enter the name of a model.'),
  temperature: message('Enter a number from 0 to 10.'),
  maxTokens: message('Enter a whole number above 0.'),
  price: message('Enter both prices in dollars, or none.'),
  atOnce: message('Enter a number from 1 to 16.'),
};

/** Returns the fields of a new entry; what was typed before stays where the preset says nothing of it. */
export function draftOfPreset({ server, kind, address, isLocal }: Preset, typed?: ModelDraft): ModelDraft {
  return {
    ...{ name: '', temperature: '', maxTokens: '', priceIn: '', priceOut: '' },
    ...typed,
    ...{ server, kind, address },
    model: kind === 'browser' ? 'browser' : typed?.model === 'browser' ? '' : (typed?.model ?? ''),
    atOnce: isLocal ? '1' : '4',
  };
}

export function draftOf({ defaults, price, atOnce, ...entry }: ModelEntry): ModelDraft {
  return {
    ...{
      server: entry.server,
      kind: entry.kind,
      name: entry.name,
      address: entry.address,
      model: entry.model,
    },
    temperature: textOf(defaults.temperature),
    maxTokens: textOf(defaults.maxTokens),
    priceIn: textOf(price?.in),
    priceOut: textOf(price?.out),
    atOnce: String(atOnce),
  };
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

/** `id`: of the new or changed entry; `before`: the entry that is changed, whose other settings stay. */
export function readDraft(
  draft: ModelDraft,
  { id, before }: { id: Id; before?: ModelEntry | undefined },
): { readonly entry: ModelEntry } | { readonly errors: DraftErrors } {
  const preset = presetOf(draft.server);
  const price = preset.isLocal ? null : priceIn(draft);
  const settings = WrittenSettings.safeParse({
    ...numberField('temperature', draft.temperature),
    ...numberField('maxTokens', draft.maxTokens),
  });
  const { temperature: _t, maxTokens: _m, ...kept } = before?.defaults ?? {};
  const read = ModelEntry.safeParse({
    id,
    name: draft.name.trim() === '' ? nameOf(draft, preset) : draft.name,
    kind: draft.server === 'other' ? draft.kind : preset.kind,
    server: preset.server,
    from: 'device',
    address: preset.kind === 'browser' ? '' : draft.address,
    model: draft.model,
    defaults: { ...kept, ...settings.data },
    price: price === 'wrong' ? null : price,
    atOnce: Number(draft.atOnce),
  });
  const fields = [...(read.error?.issues ?? []), ...(settings.error?.issues ?? [])].map(
    ({ path }) => path[0],
  );
  const isAddressMissing = preset.kind !== 'browser' && draft.address.trim() === '';
  if (read.success && settings.success && price !== 'wrong' && !isAddressMissing) return { entry: read.data };
  const has = (field: string) => fields.includes(field);
  return {
    errors: {
      ...(has('name') && draft.name.trim() !== '' && { name: wrong.name }),
      ...((has('address') || isAddressMissing) && { address: wrong.address }),
      ...(has('model') && { model: wrong.model }),
      ...(has('temperature') && { temperature: wrong.temperature }),
      ...(has('maxTokens') && { maxTokens: wrong.maxTokens }),
      ...(price === 'wrong' && { priceIn: wrong.price }),
      ...(has('atOnce') && { atOnce: wrong.atOnce }),
    },
  };
}

/** Without a name an entry is called by its model. */
function nameOf({ model }: ModelDraft, preset: Preset): string {
  return preset.kind === 'browser' ? preset.label() : model;
}

/** A comma is what many keyboards have for a point. */
const numberOf = (text: string) => Number(text.trim().replace(',', '.'));

function numberField(name: string, text: string): Record<string, number> {
  return text.trim() === '' ? {} : { [name]: numberOf(text) };
}

function priceIn({ priceIn: input, priceOut: output }: ModelDraft): ModelPrice | null | 'wrong' {
  if (input.trim() === '' && output.trim() === '') return null;
  const price = { in: numberOf(input), out: numberOf(output) };
  const isPrice = (text: string, value: number) => text.trim() !== '' && value >= 0 && Number.isFinite(value);
  return isPrice(input, price.in) && isPrice(output, price.out) ? price : 'wrong';
}

/** Returns whether the wire can be chosen. */
export const hasOwnKind = ({ server }: ModelDraft) => server === 'other';

export const kindOptions = ModelKind.exclude(['browser']).options;
