/**
 * Has promptfoo and the product judge the same generated answers by the same checks, and compares whether each passes.
 * Ends with 1 where one differs. promptfoo is asked through its package, as its own evaluation asks it: costs, times and
 * calls are then part of an answer, which no provider but a paid one gives. `--table` writes the
 * table of the tests instead.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { checkOfAssertion } from '../../shared/checks/assertions.ts';
import { judgeAnswer } from '../../shared/checks/judge-answer.ts';
import { type AnswerToCheck, answersToCheck, singleChecks } from './answers-to-check.ts';
import { installTool } from './install-peers.ts';

const Assertions = z.object({
  assertions: z.object({ runAssertions: z.custom<RunAssertions>((value) => typeof value === 'function') }),
});
type RunAssertions = (asked: unknown) => Promise<{ pass: boolean; score: number }>;

const Typed = z.object({ type: z.string() });
/** Of a kind or its `not-` form that pass, and as many that do not. */
const rowsOfEach = 4;
const longestRow = 100;
const tableFile = join(import.meta.dirname, '../../shared/checks/judged-by-promptfoo-samples.ts');
const tableHead = `/** Written by \`npm run promptfoo -- checks --table\`: what promptfoo lets pass. */
import type { JsonValue } from '#shared/model/checks/json.ts';
import type { JudgedAnswer } from './judge-answer.ts';

type Row = readonly [answer: string, assertion: JsonValue, passes: boolean, more?: Partial<JudgedAnswer>];

export const judgedByPromptfoo: readonly Row[] = [`;

const counts = { generated: 1000, seed: 20_261_129 };

/** Returns whether promptfoo lets an answer pass; one that it throws at does not. */
async function peerPasses(run: RunAssertions, asked: AnswerToCheck): Promise<boolean> {
  const { answer, assertions, threshold } = asked;
  const calls = answer.toolCalls.map(({ id, name, arguments: written }) => ({
    ...{ id, type: 'function', function: { name, arguments: written } },
  }));
  const response = {
    output: calls.length === 0 ? answer.text : calls,
    ...(answer.cost === null ? {} : { cost: answer.cost }),
  };
  try {
    const { pass } = await run({
      prompt: '',
      provider: { id: () => 'echo', config: { tools: JSON.parse(answer.tools ?? '[]') } },
      providerResponse: response,
      test: { vars: {}, assert: assertions, ...(threshold === undefined ? {} : { threshold }) },
      ...(answer.milliseconds === null ? {} : { latencyMs: answer.milliseconds }),
    });
    return pass;
  } catch {
    return false;
  }
}

function passesHere({ answer, assertions, threshold }: AnswerToCheck): boolean | null {
  return judgeAnswer(answer, assertions.map(checkOfAssertion), threshold).passed;
}

Object.assign(process.env, {
  PROMPTFOO_CONFIG_DIR: join(tmpdir(), 'promptfoo-checks'),
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
});
const tool = installTool('promptfoo', { nativeOf: 'libsql' });
const peer = createRequire(join(tool, 'package.json'))('promptfoo');
const { runAssertions } = Assertions.parse(peer).assertions;
const [, , option] = process.argv;
if (option === '--table') await writeTable();
else if (!(await compare())) process.exitCode = 1;
// The package keeps its database open.
process.exit();

async function compare(): Promise<boolean> {
  const asked = answersToCheck(counts);
  let different = 0;
  let passed = 0;
  for (const each of asked) {
    const [theirs, ours] = [await peerPasses(runAssertions, each), passesHere(each)];
    if (theirs) passed += 1;
    if (theirs === ours) continue;
    different += 1;
    if (different <= 20) console.error('They differ:', JSON.stringify({ theirs, ours, ...each }));
  }
  console.log(
    `${asked.length - different} of ${asked.length} answers are judged as promptfoo does, which lets ${passed} pass.`,
  );
  return different === 0;
}

/** Writes the table that the tests judge: for each kind some that pass and some that do not. */
async function writeTable(): Promise<void> {
  const rows = new Map<string, { kind: string; row: string }>();
  const chosen = new Map<string, number>();
  for (const each of singleChecks({ generated: 6000, seed: counts.seed })) {
    const { text, cost, milliseconds } = each.answer;
    const { type: kind } = Typed.parse(each.assertions[0]);
    const passes = await peerPasses(runAssertions, each);
    const more = kind.endsWith('cost') ? [{ cost }] : kind.endsWith('latency') ? [{ milliseconds }] : [];
    const row = JSON.stringify([text, each.assertions[0], passes, ...more]);
    const group = `${kind} ${passes}`;
    const count = chosen.get(group) ?? 0;
    if (rows.has(row) || count >= rowsOfEach || row.length > longestRow) continue;
    rows.set(row, { kind, row });
    chosen.set(group, count + 1);
  }
  const sorted = [...rows.values()].toSorted((one, other) => one.kind.localeCompare(other.kind, 'en'));
  const lines = sorted.map(({ row }) => `  ${row},`);
  writeFileSync(tableFile, [tableHead, ...lines, '];', ''].join('\n'));
  console.log(`${lines.length} rows are in ${relative(process.cwd(), tableFile)}.`);
}
