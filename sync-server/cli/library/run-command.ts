/** `run PROJECT/PROMPT[@LABEL]`: runs a prompt of a server on a model that it offers. */
import { z } from 'zod';
import { addAction, type Commands } from '../add-command.ts';
import { RunFailed, type RunOfPrompt, runPrompt } from '../run/run-prompt.ts';
import { type Outcome, tokenOf, type World } from '../world.ts';

const Arguments = z.object({
  model: z.string().min(1, '--model must name a model'),
  url: z.url({ protocol: /^https?$/, error: '--url must be an address like https://prompts.example.org' }),
  var: z.array(z.string().regex(/^[^=]+=/, '--var must be like name=value')).default([]),
  json: z.boolean().default(false),
  args: z.tuple([
    z.string().regex(/^[^/]+\/[^/]+$/, 'PROMPT must be like PROJECT/PROMPT or PROJECT/PROMPT@LABEL'),
  ]),
});
type Given = z.infer<typeof Arguments>;

export function addRunCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('run')
      .description(
        'runs a prompt on a model that the server offers, and prints the answer as it comes. PROMPTORY_TOKEN is a token ' +
          'of the account with the scope run',
      )
      .argument('<prompt>', 'PROJECT/PROMPT, by names or ids, with @LABEL for a version')
      .requiredOption('--model <name>', 'as the server names it')
      .requiredOption('--url <address>', 'of the server')
      .option('--var <name=value>', 'the value of a variable; may be repeated', collected),
    Arguments,
    (given) => run(world, given),
  );
}

function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

async function run(world: World, given: Given): Promise<Outcome> {
  const token = tokenOf(world);
  const url = given.url.replace(/\/+$/, '');
  try {
    const { answer, toolCalls, tokens, milliseconds } = await runPrompt(promptOf(given), {
      now: world.now,
      send: (path, { headers, ...init }) =>
        fetch(`${url}${path}`, {
          ...{ ...init, redirect: 'error' },
          headers: { ...Object(headers), Authorization: `Bearer ${token}` },
        }),
      onText: (text) => {
        if (!given.json) world.write(text);
      },
    });
    if (!given.json && !answer.endsWith('\n')) world.write('\n');
    const calls = toolCalls.map((call) => `Calls ${call.name}: ${call.arguments}`);
    return { lines: calls, json: { answer, toolCalls, tokens, milliseconds } };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    return { lines: [], json: { error: error.message }, complaints: [error.message], failed: true };
  }
}

function promptOf({ args: [place], var: values, model }: Given): RunOfPrompt {
  const [project = '', named = ''] = place.split('/');
  const [prompt = '', label] = named.split('@');
  const pairs = values.map((pair): [string, string] => {
    const end = pair.indexOf('=');
    return [pair.slice(0, end), pair.slice(end + 1)];
  });
  return { project, prompt, label, model, values: Object.fromEntries(pairs) };
}
