/** `check PLACE…`: runs the test cases of prompts and judges the answers. */
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { EndpointAddress } from '#shared/model/run/model-entry.ts';
import { addAction, type Commands } from '../add-command.ts';
import { type Checked, checkPrompts } from '../check/check-prompts.ts';
import { readFolderPrompts } from '../check/folder-prompts.ts';
import { junitOf } from '../check/junit.ts';
import type { PromptToCheck } from '../check/prompt-to-check.ts';
import { openRecordedAnswers, type RecordedAnswers } from '../check/recorded-answers.ts';
import {
  comparedOf,
  isUndecided,
  jsonOf,
  linesOf,
  type Suite,
  shareOf,
  suitesOf,
  totalsOf,
} from '../check/report.ts';
import { readPrices, readServerPrompts } from '../check/server-prompts.ts';
import { writeWhole } from '../files/files-on-disk.ts';
import { createProgress } from '../progress.ts';
import { RunFailed } from '../run/run-failed.ts';
import type { SendToServer } from '../run/server-prompt.ts';
import { type Outcome, type World, WrongArguments } from '../world.ts';
import { placesOf, ServerUrl, serverOf, withoutKey } from './run-places.ts';

const share = '--threshold must be a share from 0 to 1';
const atOnce = '--concurrency must be a number from 1 to 64';

const Arguments = z
  .object({
    model: z.array(z.string().min(1)).transform((names) => [...new Set(names)]),
    url: ServerUrl.optional(),
    address: EndpointAddress.optional(),
    label: z.string().min(1).optional(),
    baseline: z.string().min(1).optional(),
    threshold: z.coerce.number(share).min(0, share).max(1, share).default(1),
    concurrency: z.coerce.number(atOnce).int(atOnce).min(1, atOnce).max(64, atOnce).optional(),
    judge: z.string().min(1).optional(),
    record: z.string().min(1).optional(),
    replay: z.string().min(1).optional(),
    junit: z.string().min(1).optional(),
    json: z.boolean().default(false),
    args: z.array(z.string().min(1)).min(1, 'PLACE must name what is checked'),
  })
  .refine(({ url, args }) => url === undefined || args.every((place) => /^[^/]+(\/[^/]+)?$/.test(place)), {
    error: 'With --url, PLACE must be like PROJECT, PROJECT/PROMPT or PROJECT/PROMPT@LABEL',
  })
  .refine(({ record, replay }) => record === undefined || replay === undefined, {
    error: 'Either --record or --replay: the one adds answers to a file, the other asks for none',
  });
type Given = z.infer<typeof Arguments>;

export function addCheckCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('check')
      .description(
        'runs the test cases of prompts on models, and judges the answers by their checks. With --url the prompts are ' +
          'those of a server, without it files; with --address the models are there, without it they are those that the ' +
          'server offers; with --replay none is asked. PROMPTORY_TOKEN is a token of the account with the scope run, or ' +
          'read where no model of the server is asked, PROMPTORY_MODEL_KEY the key of the address, if it needs one. ' +
          'Exit code 0: everything that is decided holds. 1: something does not, or is worse than the baseline, or ' +
          'nothing is decided. 2: the arguments are wrong, or there is nothing to check',
      )
      .argument(
        '<place...>',
        'PROJECT or PROJECT/PROMPT, by names or ids, with @LABEL for a version; or a file or folder of "promptory sync" ' +
          'or of an exported tree',
      )
      .requiredOption('--model <name>', 'as the server or the address names it; may be repeated', collected)
      .option('--url <address>', 'of the server')
      .option('--address <address>', 'of the models, in the way of OpenAI: http://localhost:11434/v1')
      .option('--label <label>', 'check the versions with this label, not the current texts')
      .option(
        '--baseline <label>',
        'also run the versions with this label; 1 where a case held there and does not now',
      )
      .option('--threshold <share>', 'of the decided cases that must hold, from 0 to 1; 1 by default')
      .option('--concurrency <number>', 'of runs at once; 4 by default, 1 at an address')
      .option(
        '--judge <name>',
        'the model that judges by rubrics (llm-rubric); without it such checks stay open. Small models judge badly',
      )
      .option('--record <file>', 'add the answers to this file, and ask for none that it has')
      .option('--replay <file>', 'take the answers from this file alone, without a model')
      .option('--junit <file>', "write the result as JUnit's XML, too"),
    Arguments,
    (given) => check(world, given),
  );
}

function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

async function check(world: World, given: Given): Promise<Outcome> {
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGINT', end);
  try {
    return await checked(world, given, ending.signal);
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    return { lines: [], json: { error: error.message }, complaints: [error.message], failed: true };
  } finally {
    process.off('SIGINT', end);
  }
}

/** More are a mistake, or would be paid for by nobody. */
const mostCells = 20_000;

async function checked(world: World, given: Given, signal: AbortSignal): Promise<Outcome> {
  const { url, address, model: models, replay } = given;
  const server = serverOf(world, url);
  const send = replay === undefined ? placesOf(world, { url, address }).send : null;
  const { prompts, refused } = await promptsOf(world, given, server);
  const count = prompts.reduce((sum, { cases }) => sum + cases.length, 0) * models.length;
  if (count === 0) {
    throw new WrongArguments(
      ['There is nothing to check: no test case is enabled there.', ...refused].join(' '),
    );
  }
  if (count > mostCells) throw new WrongArguments(`At most ${mostCells} runs at a time; these are ${count}.`);
  const recorded = await recordedOf(world, given);
  const isServed = server !== null && send !== null && address === undefined;
  const prices = isServed ? await readPrices(server) : new Map();
  const progress = createProgress(world, 'Checking', 'runs');
  const done = await checkPrompts(prompts, {
    rubricModel: given.judge ?? null,
    ...{ models, send, recorded, prices, signal, now: world.now, onProgress: progress },
    atOnce: given.concurrency ?? (address === undefined ? 4 : 1),
    pause: (milliseconds, stopped) => setTimeout(milliseconds, undefined, { signal: stopped }),
    hide: (sentence) => withoutKey(sentence, world),
  }).finally(progress.end);
  return outcomeOf(done, { world, given, refused });
}

async function promptsOf(
  { cwd }: World,
  { args, label, baseline }: Given,
  server: SendToServer | null,
): Promise<{ prompts: readonly PromptToCheck[]; refused: readonly string[] }> {
  const labels = { label, baseline };
  if (server !== null) return { prompts: await readServerPrompts(args, labels, server), refused: [] };
  return readFolderPrompts(
    args.map((place) => resolve(cwd, place)),
    { labels, cwd },
  );
}

async function recordedOf({ cwd }: World, { record, replay }: Given): Promise<RecordedAnswers | null> {
  const file = record ?? replay;
  if (file === undefined) return null;
  return openRecordedAnswers(resolve(cwd, file), { isNew: record !== undefined });
}

type About = { readonly world: World; readonly given: Given; readonly refused: readonly string[] };

async function outcomeOf({ cells, left }: Checked, { world, given, refused }: About): Promise<Outcome> {
  const { baseline, threshold } = given;
  const suites = suitesOf(cells);
  const totals = totalsOf(cells);
  const complaints = [
    ...refused,
    ...(isUndecided(totals) ? [undecided(given)] : []),
    ...(left > 0 ? [`Stopped: ${left} runs were not made.`] : []),
    ...(await writeJunit(world, given, suites)),
  ];
  const isMissing = cells.some(({ result }) => result.state === 'error' && result.isMissing);
  const isEnough = shareOf(totals) >= threshold && comparedOf(cells).worse === 0 && !isMissing;
  const failed = !isEnough || complaints.length > 0;
  return {
    lines: linesOf(suites, baseline),
    json: { passed: !failed, threshold, ...jsonOf(suites, baseline !== undefined), left, refused },
    ...{ complaints, failed },
  };
}

/** Without this complaint a check whose cases are all open could never fail. */
function undecided({ judge }: Given): string {
  const hint = judge === undefined ? '; with --judge NAME a model judges by rubrics' : '';
  return `Nothing was decided: all cases are open. Ratings by hand and checks of other tools are not judged here${hint}.`;
}

/** Returns the complaint where it cannot be written: what was paid for is printed all the same. */
async function writeJunit(
  { cwd }: World,
  { junit, baseline }: Given,
  suites: readonly Suite[],
): Promise<string[]> {
  if (junit === undefined) return [];
  try {
    await writeWhole(
      resolve(cwd, junit),
      (async function* () {
        yield junitOf(suites, baseline);
      })(),
    );
    return [];
  } catch (error) {
    return [`${junit} could not be written: ${error instanceof Error ? error.message : String(error)}.`];
  }
}
