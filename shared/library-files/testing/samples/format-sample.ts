/** Declares files in the shape that a tool gives them, with texts of our own. */

/** A prompt that is read, in the fields that matter. */
export type SamplePrompt = {
  readonly title?: string;
  readonly project?: string;
  readonly content?: string;
  readonly settings?: object;
  readonly tags?: readonly string[];
  readonly valueSets?: readonly (readonly [string, object])[];
  readonly cases?: readonly (readonly [string, object, readonly object[]])[];
  /** Their texts. */
  readonly notes?: readonly string[];
  /** Sentences with their values filled in. */
  readonly remarks?: readonly string[];
  readonly versions?: readonly string[];
};

export type SampleFiles = {
  readonly about: string;
  readonly files: Readonly<Record<string, string>>;
  readonly prompts: readonly SamplePrompt[];
  /** Names of uploaded files. */
  readonly uploads?: readonly string[];
  readonly refused?: readonly string[];
};

export type FormatSample = {
  readonly format: string;
  readonly path: string;
  /** Returns a file with one prompt of this text. */
  make(text: string): string;
  /** The text that such a prompt gets; without it, the same. */
  read?(text: string): string;
  readonly samples: readonly SampleFiles[];
  /** Hostile or broken files, each with the sentence that refuses it. */
  readonly hostile: readonly (readonly [about: string, file: string, sentence: string])[];
};

const laughs = Array.from({ length: 11 }, (_, level) => {
  const before =
    level === 0 ? Array.from({ length: 10 }, () => 'x') : Array.from({ length: 10 }, () => `*a${level - 1}`);
  return `a${level}: &a${level} [${before.join(', ')}]`;
}).join('\n');

/** Files that no reader of YAML takes, as they stand in `around`. */
export function hostileYaml(around: (yaml: string) => string): FormatSample['hostile'] {
  return [
    ['aliases that multiply', around(laughs), 'The YAML repeats itself too often by aliases.'],
    ['deep nesting', around(`a: ${'['.repeat(5000)}`), 'The YAML is nested too deeply.'],
    [
      'a tag of a language',
      around('a: !!js/function x'),
      'The YAML has tags or directives that are not read.',
    ],
    ['a key twice', around('a: 1\na: 2'), 'The YAML has the same key twice.'],
  ];
}

export const notJson: FormatSample['hostile'] = [
  ['half a file', '{"a": [', 'This file is not JSON.'],
  [
    'keys of prototypes alone',
    '{"__proto__": {"x": 1}, "constructor": 1}',
    '{name} has nothing that is read as a prompt.',
  ],
];

export const asUser = (text: string) => `--- user ---\n${text}`;
export const asSystem = (text: string) => `--- system ---\n${text}`;
