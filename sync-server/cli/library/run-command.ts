/**
 * `run PROMPT`: runs a prompt of a server, or the one in a file, on a model that the server offers, or at an address.
 *
 * With `--url` the prompt is one of the server, without it a file. With `--address` the model is there, without it one of
 * the server's. So a file and an address need no server.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { EndpointAddress } from '#shared/model/run/model-entry.ts';
import { addAction, type Commands } from '../add-command.ts';
import { readFilePrompt } from '../run/file-prompt.ts';
import { RunFailed } from '../run/run-failed.ts';
import { type FilledPrompt, runPrompt } from '../run/run-prompt.ts';
import { namedBy, pullPrompt, type SendToServer } from '../run/server-prompt.ts';
import type { Outcome, World } from '../world.ts';
import { placesOf, ServerUrl, withoutKey } from './run-places.ts';

const Arguments = z
  .object({
    model: z.string().min(1, '--model must name a model'),
    url: ServerUrl.optional(),
    address: EndpointAddress.optional(),
    var: z.array(z.string().regex(/^[^=]+=/, '--var must be like name=value')).default([]),
    json: z.boolean().default(false),
    args: z.tuple([z.string().min(1, 'PROMPT must name a prompt')]),
  })
  .refine(
    ({ url, args: [place] }) => url === undefined || /^[^/]+\/[^/]+$/.test(place),
    'PROMPT must be like PROJECT/PROMPT or PROJECT/PROMPT@LABEL',
  );
type Given = z.infer<typeof Arguments>;

export function addRunCommand(commands: Commands): void {
  const { program, world } = commands;
  addAction(
    commands,
    program
      .command('run')
      .description(
        'runs a prompt on a model, and prints the answer as it comes. With --url the prompt is one of a server, without ' +
          'it a file; with --address the model is there, without it one that the server offers. PROMPTORY_TOKEN is a ' +
          'token of the account with the scope run, PROMPTORY_MODEL_KEY the key of the address, if it needs one',
      )
      .argument(
        '<prompt>',
        'PROJECT/PROMPT, by names or ids, with @LABEL for a version; or a file of "promptory sync"',
      )
      .requiredOption('--model <name>', 'as the server or the address names it')
      .option('--url <address>', 'of the server')
      .option('--address <address>', 'of a model, in the way of OpenAI: http://localhost:11434/v1')
      .option('--var <name=value>', 'the value of a variable; may be repeated', collected),
    Arguments,
    (given) => run(world, given),
  );
}

function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

async function run(world: World, given: Given): Promise<Outcome> {
  const { server, send } = placesOf(world, given);
  const onText = (text: string) => {
    if (!given.json) world.write(text);
  };
  try {
    const prompt = await promptOf(world, given, server);
    const { isCut, ...answered } = await runPrompt(
      { prompt, model: given.model, send },
      { now: world.now, onText },
    );
    if (!given.json && !answered.answer.endsWith('\n')) world.write('\n');
    const calls = answered.toolCalls.map((call) => `Calls ${call.name}: ${call.arguments}`);
    const complaints = isCut ? ['The answer ends where its tokens were used up.'] : [];
    return { lines: calls, json: answered, complaints };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const sentence = withoutKey(error.message, world);
    return { lines: [], json: { error: sentence }, complaints: [sentence], failed: true };
  }
}

function promptOf(world: World, given: Given, server: SendToServer | null): Promise<FilledPrompt> {
  const { args, var: pairs } = given;
  const [place] = args;
  const values = Object.fromEntries(
    pairs.map((pair): [string, string] => {
      const end = pair.indexOf('=');
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
  if (server === null) return readFilePrompt(resolve(world.cwd, place), values);
  return pullPrompt(namedBy(place), values, server);
}
