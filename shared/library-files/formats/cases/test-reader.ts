/**
 * Reads tests of promptfoo as cases, one after the other.
 *
 * 1. The usual test (`defaultTest`) is part of each, as promptfoo merges it: its values, assertions and options come first,
 *    and those of the test go before them.
 * 2. A value that is a list of texts stands for a test with each of them, with all combinations of several lists.
 * 3. A test with `assert`, its own or the usual one, is a case; one without is a set of values.
 * 4. What does not come along is named once. At most `limits.casesPerFile` tests are read.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { hasMoreLevelsThan, Json, type JsonValue } from '#shared/model/checks/json.ts';
import { limits } from '#shared/model/limits.ts';
import { ownValue } from '#shared/model/record-of.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import type { Reason } from '../../files.ts';
import { cellsOf } from '../table.ts';
import { type Fields, type FoundCase, isEmpty, notesWith, partedMetadata, valueText } from './case-notes.ts';
import { isGuard, unguardedValue } from './guarded-values.ts';

export type FoundTest = FoundCase & {
  /** False: it has values alone. */
  readonly isCase: boolean;
  /** The labels of the prompts that it is for; null: all. */
  readonly prompts: readonly string[] | null;
};

const Assertions = z.array(Json);
const Labels = z.array(z.string());
/** Of the score of a case. */
export const Threshold = z.number().min(0).max(1);

type UsualTest = {
  readonly vars: Fields;
  readonly assert: readonly JsonValue[];
  readonly threshold: number | null;
  readonly options: Fields;
  readonly metadata: Fields;
};

/** More than a case may have, so that the plan names those. */
const mostLevels = 2 * limits.jsonLevels;

const mostRemarks = 100;
const mostNamed = 10;

/** `name`: of the file. */
export type LineOfFile = { readonly name: string; readonly line: number };

type LinesRemark = { readonly sentence: string; readonly name: string; readonly lines: number[] };

export class TestReader {
  readonly tests: FoundTest[] = [];
  readonly #usual: UsualTest;
  readonly #templates: Fields;
  readonly #remarks = new Map<string, Reason>();
  readonly #lines = new Map<string, LinesRemark>();
  readonly #inFiles = new Set<string>();

  /** Takes the fields of a configuration, of which the tests are added one by one. */
  constructor({ defaultTest, assertionTemplates }: Fields = {}) {
    const usual = isDeep(defaultTest) ? {} : (cellsOf(defaultTest) ?? {});
    this.#templates = isDeep(assertionTemplates) ? {} : (cellsOf(assertionTemplates) ?? {});
    this.#usual = {
      vars: cellsOf(usual.vars) ?? {},
      assert: Assertions.safeParse(usual.assert).data ?? [],
      threshold: Threshold.safeParse(usual.threshold).data ?? null,
      ...{ options: cellsOf(usual.options) ?? {}, metadata: cellsOf(usual.metadata) ?? {} },
    };
    if (typeof defaultTest === 'string') this.leaveOut(inOtherFile(defaultTest));
  }

  /** Whether the usual test is a case by itself: it is run where a configuration has no tests. */
  get isUsualACase(): boolean {
    return this.#usual.assert.length > 0;
  }

  /** `name`: for a test without a description. */
  add(entry: unknown, name = `Test ${this.tests.length + 1}`): void {
    const fields = cellsOf(entry);
    const elsewhere = typeof entry === 'string' ? entry : placeOf(fields ?? {});
    if (elsewhere !== null) this.leaveOut(inOtherFile(elsewhere));
    else if (fields === null) {
      this.leaveOut({ sentence: message('Tests without fields are not imported.') });
    } else if (isDeep(fields)) {
      this.leaveOut({ sentence: message('Tests that are nested too deeply are not imported.') });
    } else this.#addTest(fields, name);
  }

  leaveOut(reason: Reason): void {
    if (this.#remarks.size < mostRemarks) this.#remarks.set(JSON.stringify(reason), reason);
  }

  /** `sentence`: of all such lines of the file, by the values `name` and `lines`. */
  leaveOutLine(sentence: string, { name, line }: LineOfFile): void {
    const key = JSON.stringify([sentence, name]);
    const remark = this.#lines.get(key) ?? { sentence, name, lines: [] };
    if (remark.lines.length <= mostNamed) remark.lines.push(line);
    if (this.#lines.size < mostRemarks) this.#lines.set(key, remark);
  }

  /** Returns what was left out, or is otherwise than in the file. */
  remarks(): Reason[] {
    const names = [...this.#inFiles].slice(0, mostNamed).join(', ');
    const sentence = message('Values in other files are not read; their addresses stay: {names}.');
    return [
      ...this.#remarks.values(),
      ...[...this.#lines.values()].map(reasonOfLines),
      ...(names === '' ? [] : [{ sentence, values: { names } }]),
    ];
  }

  #addTest(
    { description, vars, assert, threshold, prompts, options, metadata, ...rest }: Fields,
    name: string,
  ) {
    const { transform, disableVarExpansion, disableDefaultAsserts, ...kept } = {
      ...this.#usual.options,
      ...cellsOf(options),
    };
    const given = Assertions.safeParse(assert).data;
    const usual = disableDefaultAsserts === true ? [] : this.#usual.assert;
    const checks = [...usual, ...(given ?? [])].map((each) => this.#assertion(each, transform));
    const { own, rest: others } = partedMetadata({ ...this.#usual.metadata, ...cellsOf(metadata) });
    const least = Threshold.safeParse(threshold);
    const unread = {
      ...(assert === undefined || given !== undefined ? {} : { assert }),
      ...(least.success || threshold === undefined || threshold === null ? {} : { threshold }),
    };
    const added = {
      ...(isEmpty(kept) ? {} : { options: kept }),
      ...(isEmpty(others) ? {} : { metadata: others }),
    };
    const test = {
      ...{ enabled: own.enabled, checks: [...checks, ...own.checks] },
      threshold: least.data ?? own.threshold ?? this.#usual.threshold,
      notes: notesWith(own.notes, { ...rest, ...unread, ...added }),
      isCase: given !== undefined || checks.length > 0,
      prompts: Labels.safeParse(prompts).data ?? null,
    };
    const title = shortTitle(typeof description === 'string' ? description : '', limits.caseNameLength);
    const all = { ...this.#usual.vars, ...cellsOf(vars), ...own.values };
    const sets = disableVarExpansion === true ? [all] : combinations(all);
    this.#addEach(sets, { ...test, name: title || name }, own.defaults);
  }

  #addEach(sets: Iterable<Fields>, test: Omit<FoundTest, 'values'>, defaults: FoundTest['values']): void {
    let count = 0;
    for (const values of sets) {
      if (this.tests.length >= limits.casesPerFile) {
        const sentence = message('Of one file at most {count, number} tests are imported.');
        this.leaveOut({ sentence, values: { count: limits.casesPerFile } });
        return;
      }
      count += 1;
      const name =
        count === 1 ? test.name : `${shortTitle(test.name, limits.caseNameLength - 10)} (${count})`;
      this.tests.push({ ...test, name, values: withoutDefaults(this.#texts(values), defaults) });
    }
  }

  #texts(vars: Fields): Record<string, string> {
    const entries = Object.entries(vars).filter(([name, value]) => !isGuard(name, value));
    for (const [name, value] of entries)
      if (typeof value === 'string' && value.startsWith('file://')) this.#inFiles.add(name);
    return Object.fromEntries(entries.map(([name, value]) => [name, unguardedValue(valueText(value))]));
  }

  /**
   * Puts a template in the place of a reference to it. What changes each answer of a test before it is judged becomes a
   * part of the assertion.
   */
  #assertion(raw: JsonValue, transform: unknown): JsonValue {
    const { $ref: ref } = cellsOf(raw) ?? {};
    const name = typeof ref === 'string' ? /^#\/assertionTemplates\/(.+)$/.exec(ref)?.[1] : undefined;
    const template = name !== undefined && Object.hasOwn(this.#templates, name) ? this.#templates[name] : raw;
    const fields = cellsOf(template);
    const isChanged = fields !== null && transform !== undefined && fields.transform === undefined;
    return Json.parse(isChanged ? { ...fields, transform } : template);
  }
}

function reasonOfLines({ sentence, name, lines }: LinesRemark): Reason {
  const named = lines.length > mostNamed ? [...lines.slice(0, mostNamed), '…'] : lines;
  return { sentence, values: { name, lines: named.join(', ') } };
}

function withoutDefaults(values: FoundTest['values'], defaults: FoundTest['values']): FoundTest['values'] {
  const isOwn = ([name, value]: [string, string]) => value !== ownValue(defaults, name);
  return Object.fromEntries(Object.entries(values).filter(isOwn));
}

/** Returns the address of values or tests that are not in this file; null where they are. */
function placeOf({ vars, assert, path }: Fields): string | null {
  if (typeof vars === 'string') return vars;
  if (Array.isArray(vars)) return vars.filter((each) => typeof each === 'string').join(', ');
  return typeof path === 'string' && vars === undefined && assert === undefined ? path : null;
}

function inOtherFile(name: string): Reason {
  return {
    sentence: message('Tests in other files are not imported: {name}.'),
    values: { name: name.slice(0, 300) },
  };
}

function isDeep(value: unknown): boolean {
  return hasMoreLevelsThan(value, mostLevels);
}

/** Yields each combination of the values of lists; the last list changes fastest. */
function* combinations(vars: Fields): Generator<Fields> {
  const lists = Object.entries(vars).map(
    ([name, value]) =>
      [name, Array.isArray(value) && typeof value[0] === 'string' ? value : [value]] as const,
  );
  const count = lists.reduce((product, [, values]) => product * values.length, 1);
  for (let index = 0; index < count; index += 1) {
    let rest = index;
    const chosen = lists.toReversed().map(([name, values]): [string, unknown] => {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      return [name, value];
    });
    yield Object.fromEntries(chosen.toReversed());
  }
}
