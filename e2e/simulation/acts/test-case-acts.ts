/** Acts on test cases: values, checks and notes are owed like texts, and the later of two names, thresholds and places stands. */
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import { createCase, deleteCase, moveCase, updateCase } from '../../../web/data/cases/save-case.ts';
import type { Library } from '../../../web/data/database/library.ts';
import { testCasesOf } from '../../../web/data/queries/test-case-items.ts';
import type { Act } from './act.ts';
import { anyPrompt, edit } from './texts.ts';

export type TestCaseActName =
  | 'createCaseAct'
  | 'changeCaseAct'
  | 'writeCaseValue'
  | 'writeCaseCheck'
  | 'noteCase'
  | 'moveCaseAct'
  | 'deleteCaseAct';

export function isTestCaseAct(name: string): name is TestCaseActName {
  return Object.hasOwn(testCaseActs, name);
}

export const testCaseActs: Record<TestCaseActName, (context: Act) => Promise<boolean>> = {
  async createCaseAct(context) {
    const { device, ledger } = context;
    const prompt = await anyPrompt(context);
    if (prompt === undefined) return false;
    const [value, word] = [ledger.coin(), ledger.coin()];
    const made = { name: `Case ${ledger.coin()}`, values: { name: value }, checks: [contains(word)] };
    done(context, 'creates a case', await createCase(device.library, prompt.id, made));
    ledger.edited('', `${value} ${word}`);
    return true;
  },
  async changeCaseAct(context) {
    const { random } = context;
    return onCase(context, (row) =>
      change(
        context,
        row,
        random.pick([
          { name: `Case ${random.below(1000)}` },
          { enabled: !row.enabled },
          { threshold: random.below(5) / 4 },
        ]) ?? {},
      ),
    );
  },
  async writeCaseValue(context) {
    const { random, ledger } = context;
    return onCase(context, async (row) => {
      const name = random.pick(['name', 'topic'] as const) ?? 'name';
      const value = ledger.coin();
      await change(context, row, { values: { ...row.values, [name]: value } });
      ledger.edited(row.values[name] ?? '', value);
    });
  },
  /** Adds a check, puts another one in its place, or takes one out. */
  async writeCaseCheck(context) {
    const { random, ledger } = context;
    return onCase(context, async (row) => {
      const at = random.below(row.checks.length + 1);
      const word = random.chance(0.7) ? [ledger.coin()] : [];
      const checks = row.checks.toSpliced(at, random.below(2), ...word.map(contains));
      await change(context, row, { checks });
      ledger.edited(wordsOf(row.checks), wordsOf(checks));
    });
  },
  async noteCase(context) {
    return onCase(context, async (row) => {
      const notes = edit(context, row.notes);
      await change(context, row, { notes });
      context.ledger.edited(row.notes, notes);
    });
  },
  async moveCaseAct(context) {
    const { device, random } = context;
    return onCase(context, async (row) => {
      const others = (await testCasesOf(device.library, row.promptId)).length - 1;
      done(context, 'moves a case', await moveCase(device.library, row, random.below(others + 1)));
    });
  },
  async deleteCaseAct(context) {
    const { device, ledger } = context;
    return onCase(context, async (row) => {
      done(context, 'deletes a case', await deleteCase(device.library, row));
      ledger.discarded(textsOfCase(row));
    });
  },
};

const contains = (value: string): JsonValue => ({ type: 'contains', value });
const wordsOf = (checks: readonly JsonValue[]) => checks.map((check) => JSON.stringify(check)).join('\n');

async function onCase(context: Act, act: (row: TestCase) => Promise<void>): Promise<boolean> {
  const prompt = await anyPrompt(context);
  if (prompt === undefined) return false;
  const row = context.random.pick(await testCasesOf(context.device.library, prompt.id));
  if (row === undefined) return false;
  await act(row);
  return true;
}

async function change(context: Act, row: TestCase, fields: Parameters<typeof updateCase>[2]): Promise<void> {
  const outcome = await updateCase(context.device.library, row, fields);
  done(context, `changes case ${row.id}: ${JSON.stringify(fields)}`, outcome);
}

function done({ device, tab, log }: Act, what: string, outcome: { ok: boolean; code?: string }): void {
  log.push(`${device.name}#${tab} ${what}`);
  if (!outcome.ok) throw new Error(`${device.name}: ${what} is refused: ${outcome.code}`);
}

/** Returns the texts of the cases of a prompt that are owed to whoever wrote them. */
export async function testCaseTexts(library: Library, promptId: number): Promise<string[]> {
  return (await testCasesOf(library, promptId)).flatMap(textsOfCase);
}

export function textsOfCase({ values, checks, notes }: TestCase): string[] {
  return [...Object.values(values), wordsOf(checks), notes];
}
