/** `lint PLACE…`: looks at prompts without a model, in files and folders or on a server. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { lintRules } from '#shared/lint/lint-rules.ts';
import { addAction, type Commands } from '../add-command.ts';
import { folderPrompts, type ReadForLint } from '../lint/folder-prompts.ts';
import { type LintOptions, lintOne } from '../lint/lint-prompts.ts';
import { lineOf, type ReportedFinding, reportedFindings } from '../lint/report.ts';
import { serverPrompts } from '../lint/server-prompts.ts';
import { RunFailed } from '../run/run-failed.ts';
import { type Outcome, type World, WrongArguments } from '../world.ts';
import { ServerUrl, serverOf } from './run-places.ts';

const ruleNames = lintRules.map(({ name }) => name);
const RuleNames = z.array(z.enum(ruleNames, `A rule is one of ${ruleNames.join(', ')}`)).default([]);
const tokens = '--context must be a number of tokens';

const Arguments = z.object({
  url: ServerUrl.optional(),
  rule: RuleNames,
  off: RuleNames,
  context: z.coerce.number(tokens).int(tokens).positive(tokens).optional(),
  format: z.enum(['text', 'json'], '--format must be text or json').default('text'),
  args: z.array(z.string().min(1)),
});
type Given = z.infer<typeof Arguments>;

export function addLintCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('lint')
      .description(
        'looks at prompts without a model: secrets, variables and values that do not fit each other, snippets that are ' +
          'missing, lines that contradict the settings, texts too long for their model. Nothing is changed, nothing is ' +
          `sent anywhere, and no secret is printed. Rules: ${ruleNames.join(', ')}. ` +
          'Exit code 0: nothing was found. 1: something was, or a file cannot be read. 2: it could not run',
      )
      .argument(
        '[place...]',
        'a file or folder of "promptory sync" or of an exported tree, by default this one; with --url PROJECT or ' +
          'PROJECT/PROMPT, by names or ids, by default the whole library',
      )
      .option('--url <address>', 'of a server, which PROMPTORY_TOKEN opens')
      .option('--rule <name>', 'ask this rule alone; may be repeated', collected)
      .option('--off <name>', 'leave this rule out; may be repeated', collected)
      .option(
        '--context <tokens>',
        'what every model takes, with its answer; by default as the catalogue has it',
      )
      .option('--format <name>', 'text, a line for each finding, or json'),
    Arguments,
    (given) => lint(world, given),
  );
}

function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

async function lint(world: World, given: Given): Promise<Outcome> {
  const findings: ReportedFinding[] = [];
  const refused: string[] = [];
  let count = 0;
  try {
    for await (const read of promptsOf(world, given)) {
      if ('refused' in read) {
        refused.push(read.refused);
        continue;
      }
      count += 1;
      findings.push(...reportedFindings(read, await lintOne(read, optionsOf(given))));
    }
  } catch (error) {
    // 2, since no prompt was looked at.
    if (error instanceof RunFailed) throw new WrongArguments(error.message);
    throw error;
  }
  if (count === 0 && refused.length === 0) throw new WrongArguments('There is no prompt to look at.');
  const json = { prompts: count, findings, refused };
  return {
    lines: given.format === 'json' ? [JSON.stringify(json)] : textOf(findings, count),
    ...{ json, complaints: refused, failed: findings.length > 0 || refused.length > 0 },
  };
}

function promptsOf(world: World, { url, args }: Given): AsyncIterable<ReadForLint> {
  const server = serverOf(world, url);
  if (server !== null) return serverPrompts(args, server);
  const places = args.length === 0 ? ['.'] : args;
  return folderPrompts(
    places.map((place) => resolve(world.cwd, place)),
    world.cwd,
  );
}

function optionsOf({ rule, off, context }: Given): LintOptions {
  const all = new Set<string>(off);
  if (rule.length > 0) for (const name of ruleNames) if (!rule.includes(name)) all.add(name);
  return { off: all, context };
}

function textOf(findings: readonly ReportedFinding[], count: number): string[] {
  const prompts = count === 1 ? '1 prompt' : `${count} prompts`;
  const found = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return [...findings.map(lineOf), `${found} in ${prompts}.`];
}
