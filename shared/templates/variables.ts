import type { Range } from './code-spans.ts';
import { findMarks, type VariableMark } from './marks.ts';
import type { Field } from './variable-syntax.ts';

export type Variable = {
  readonly name: string;
  /** As the first place with a type or a default declares it; a line of text where none does. */
  readonly field: Field;
  readonly places: readonly Range[];
};

/** A place that declares a variable otherwise than the first declaration, which is the one that holds. */
export type Conflict = Range & { readonly name: string; readonly field: Field };

export type FoundVariables = {
  readonly variables: readonly Variable[];
  readonly conflicts: readonly Conflict[];
};

/**
 * Finds the variables of a text, each once, in the order in which they appear; `markLine` has the rules.
 *
 * @internal Screens read a prompt by `readPrompt`, which knows of chats.
 */
export function findVariables(text: string): FoundVariables {
  return variablesOf(variableMarks(text));
}

/** Returns the variables that these places stand for, as `findVariables` does. */
export function variablesOf(marks: readonly VariableMark[]): FoundVariables {
  const byName = new Map<string, { places: Range[]; field: Field | null; declared: string | null }>();
  const conflicts: Conflict[] = [];
  for (const { name, field, start, end } of marks) {
    const known = byName.get(name) ?? { places: [], field: null, declared: null };
    byName.set(name, known);
    known.places.push({ start, end });
    if (field === null) continue;
    if (known.field === null) {
      known.field = field;
      continue;
    }
    // The first declaration may be long: it is written out once, where there are others, and not for each of them.
    known.declared ??= JSON.stringify(known.field);
    if (JSON.stringify(field) !== known.declared) conflicts.push({ start, end, name, field });
  }
  const variables = Array.from(byName, ([name, { places, field }]) => ({
    name,
    field: field ?? ({ type: 'text', default: null } as const),
    places,
  }));
  return { variables, conflicts };
}

export type Filled = {
  readonly text: string;
  /** The variables that have neither a value nor a default, each once; they stay in the text. */
  readonly missing: readonly string[];
};

/**
 * Returns the text with values in place of its variables, or their defaults. Every other byte stays, also backslashes
 * that escape a brace, and a value is not read again. A value could hold the line that begins a message: fill the
 * messages of a chat one by one, after `messagesOf`.
 */
export function fillIn(text: string, values: ReadonlyMap<string, string>): Filled {
  const marks = variableMarks(text);
  const defaults = new Map<string, string | null>();
  for (const { name, field } of marks) {
    if (field !== null && !defaults.has(name)) defaults.set(name, field.default);
  }
  const missing = new Set<string>();
  const pieces: string[] = [];
  let end = 0;
  for (const mark of marks) {
    const value = values.get(mark.name) ?? defaults.get(mark.name) ?? null;
    if (value === null) {
      missing.add(mark.name);
      continue;
    }
    pieces.push(text.slice(end, mark.start), value);
    end = mark.end;
  }
  pieces.push(text.slice(end));
  return { text: pieces.join(''), missing: [...missing] };
}

export function variableMarks(text: string): VariableMark[] {
  return findMarks(text).filter((mark) => mark.kind === 'variable');
}
