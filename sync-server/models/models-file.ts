/**
 * MODELS_FILE: the models that this server offers, in YAML or JSON. `docs/models.md` has an example.
 *
 * 1. A file that is wrong keeps the server from starting, in a sentence that names the line.
 * 2. Keys come from the file itself, another file or an environment variable, never from a request.
 */
import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { usernameKey } from '#shared/model/account/user.ts';
import { SettingWord } from '#shared/model/prompt-settings.ts';
import { ModelPrice } from '#shared/model/run/model-entry.ts';
import type { OfferedModel, OfferedModels } from '../services/models/model-endpoint.ts';

const count = z.int().min(1).max(1_000_000_000);

const People = z.custom<'everyone' | string[]>(
  (given) =>
    given === 'everyone' ||
    (Array.isArray(given) && given.length > 0 && given.every((name) => typeof name === 'string')),
  'must be everyone, or a list of usernames',
);

const Model = z
  .strictObject({
    name: SettingWord,
    address: z.url({ protocol: /^https?$/, message: 'must be an address like https://api.openai.com/v1' }),
    model: z.string().min(1).optional(),
    key: z.string().min(1).optional(),
    keyEnv: z.string().min(1).optional(),
    keyFile: z.string().min(1).optional(),
    people: People,
    price: ModelPrice.strict().optional(),
    atOnce: count.default(4),
  })
  .refine(
    ({ key, keyEnv, keyFile }) => [key, keyEnv, keyFile].filter((each) => each !== undefined).length <= 1,
    'has more than one of key, keyEnv and keyFile',
  );

const File = z.strictObject({
  models: z.array(Model).min(1, 'must list at least one model'),
  limits: z
    .strictObject({
      runsAtOnce: count.default(2),
      tokensPerDay: count.optional(),
      moneyPerDay: z.number().positive().optional(),
      // A connection without a byte is closed after two minutes (`connections.ts`): the endpoint must be left before.
      stallSeconds: z.int().min(1).max(110).default(100),
      answerBytes: count.default(8 * 1024 * 1024),
    })
    .prefault({}),
});

type Place = readonly PropertyKey[];

/** Of a server without the file. */
export const noModels: OfferedModels = {
  models: [],
  limits: { runsAtOnce: 1, tokensPerDay: null, moneyPerDay: null, stallSeconds: 1, answerBytes: 1 },
};

export type ModelsFileProblem = { readonly problem: string };

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the file, and the files and variables that it names. */
export function readModelsFile(path: string, variables: Variables): OfferedModels | ModelsFileProblem {
  const text = readText(path);
  return text === undefined ? { problem: `${path} cannot be read` } : readModels(text, { path, variables });
}

export function readModels(
  text: string,
  { path, variables }: { path: string; variables: Variables },
): OfferedModels | ModelsFileProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number | undefined, problem: string) => ({
    problem: `${path}, line ${lines.linePos(offset ?? 0).line}: ${problem}`,
  });
  const [broken] = document.errors;
  if (broken !== undefined) return at(broken.pos[0], broken.message);
  const offsetOf = (place: Place) => nodeAt(document.contents, place);

  const read = File.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path ?? [];
    return at(offsetOf(place), [place.map(String).join('.'), issue?.message].filter(Boolean).join(' '));
  }

  const models: OfferedModel[] = [];
  for (const [index, given] of read.data.models.entries()) {
    const key = keyOf(given, variables);
    if (typeof key === 'object') return at(offsetOf(['models', index, key.field]), key.problem);
    if (models.some(({ name }) => name === given.name)) {
      return at(offsetOf(['models', index, 'name']), `the name ${given.name} stands here a second time`);
    }
    models.push(offered(given, key));
  }
  return { models, limits: limitsOf(read.data.limits) };
}

function offered(given: z.infer<typeof Model>, key: string | undefined): OfferedModel {
  const { name, address, model = name, people, price = null, atOnce } = given;
  const keys = people === 'everyone' ? people : new Set(people.map(usernameKey));
  return { name, address, model, key, people: keys, price, atOnce };
}

function limitsOf(given: z.infer<typeof File>['limits']): OfferedModels['limits'] {
  const { tokensPerDay = null, moneyPerDay = null, ...others } = given;
  return { ...others, tokensPerDay, moneyPerDay };
}

/** Returns where the value at a place begins, or the nearest one around it that is there. */
function nodeAt(contents: unknown, place: Place): number | undefined {
  let node = contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const name of place) {
    node = isCollection(node) ? node.get(name, true) : undefined;
    if (!isNode(node)) break;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

type Collection = { get(name: PropertyKey, keepScalar: true): unknown };

function isCollection(node: unknown): node is Collection {
  return typeof node === 'object' && node !== null && 'get' in node && typeof node.get === 'function';
}

type WrongKey = { field: 'keyEnv' | 'keyFile'; problem: string };

function keyOf(
  { key, keyEnv, keyFile }: z.infer<typeof Model>,
  variables: Variables,
): string | undefined | WrongKey {
  if (keyEnv !== undefined) {
    const value = variables[keyEnv];
    return value ? value : { field: 'keyEnv', problem: `the environment variable ${keyEnv} is not set` };
  }
  if (keyFile === undefined) return key;
  const text = readText(keyFile)?.trim();
  return text ? text : { field: 'keyFile', problem: `${keyFile} cannot be read, or is empty` };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
