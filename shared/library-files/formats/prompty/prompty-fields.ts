/** Writes settings and variables as fields of a `.prompty` file, and reads those of both of its versions. */
import { z } from 'zod';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import type { CandidateValueSet } from '../../candidate.ts';
import { valueText } from '../cases/case-notes.ts';
import { parametersOf, settingsOfParameters } from '../parameters.ts';

type Fields = Readonly<Record<string, unknown>>;

const Entries = z.record(z.string(), z.unknown());
type ReadModel = { id?: string | undefined } & Partial<
  Record<'configuration' | 'parameters' | 'options', Fields | undefined>
>;
const Model = z.union([
  z.string().transform((id) => ({ id, configuration: {}, parameters: {}, options: {} })),
  z.looseObject({
    id: z.string().optional().catch(undefined),
    configuration: Entries.optional().catch(undefined),
    parameters: Entries.optional().catch(undefined),
    options: Entries.optional().catch(undefined),
  }),
]);

/** Returns the field `model`, as version 1 of the format has it: version 2 reads it too. */
export function modelField(settings: PromptSettings): Record<string, unknown> {
  const { model, ...parameters } = parametersOf(settings);
  return {
    api: 'chat',
    ...(model === undefined ? {} : { configuration: { type: 'openai', name: model } }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  };
}

/** Returns the settings of a field `model`; null where they are more than a prompt can have. */
export function settingsOfModel(model: unknown): PromptSettings | null {
  const read = Model.safeParse(model).data;
  if (read === undefined) return {};
  const { id, configuration: given = {}, parameters, options }: ReadModel = read;
  const named = [id, given.azure_deployment, given.name, given.model];
  const name = named.find((each) => typeof each === 'string' && each !== '' && !each.includes('${'));
  const { additionalProperties, ...plain }: Fields = { ...parameters, ...options };
  const more = Entries.safeParse(additionalProperties).data ?? {};
  return settingsOfParameters({ ...plain, ...more, ...(name === undefined ? {} : { model: name }) });
}

/** Returns the field `inputs` of a text; none where it has no variables. `names`: those that the template has. */
export function inputsOf(text: string, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const { variables } = readPrompt(text).found;
  const inputs = variables.map(({ name, field }) => [
    names.get(name) ?? name,
    { type: 'string', ...(field.default === null ? {} : { default: field.default }) },
  ]);
  return inputs.length === 0 ? {} : { inputs: Object.fromEntries(inputs) };
}

const Named = z.array(z.looseObject({ name: z.string() }));
const kinds = ['default', 'sample', 'example', 'type', 'kind', 'description', 'required', 'is_list'];

/** Returns the values that inputs have, as sets: the usual ones, and samples. */
export function setsOfInputs({ inputs, sample }: Fields): CandidateValueSet[] {
  const list = Named.safeParse(inputs).data;
  const entries =
    list === undefined
      ? Object.entries(Entries.safeParse(inputs).data ?? {})
      : list.map(({ name, ...rest }): [string, unknown] => [name, rest]);
  const usual: [string, string][] = [];
  const samples: [string, string][] = [];
  for (const [name, input] of entries) {
    const described = Entries.safeParse(input).data;
    const isDescribed = described !== undefined && kinds.some((kind) => kind in described);
    const given = isDescribed ? described.default : input;
    const example = isDescribed ? (described.sample ?? described.example) : undefined;
    if (given !== undefined && given !== null) usual.push([name, valueText(given)]);
    if (example !== undefined) samples.push([name, valueText(example)]);
  }
  for (const [name, value] of Object.entries(Entries.safeParse(sample).data ?? {}))
    samples.push([name, valueText(value)]);
  const sets = [
    { name: 'Default', values: usual },
    { name: 'Sample', values: samples },
  ];
  return sets
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ id: null, name, values: Object.fromEntries(values) }));
}
