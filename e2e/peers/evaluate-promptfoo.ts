/**
 * Fills the real server with prompts, exports them by the command line tool, lets promptfoo evaluate the file with its
 * echo provider, and compares each output with the prompt as it is filled in here. Ends with 1 where one differs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { messagesOf } from '../../shared/templates/chat.ts';
import { fillIn } from '../../shared/templates/variables.ts';
import { spawnPromptory } from '../../sync-server/testing/run-promptory.ts';
import { startRealServer } from '../stage/real-server.ts';
import { accountOn, username } from './account-on-server.ts';
import { installTool } from './install-peers.ts';
import { generatedPrompts, type PromptToEvaluate, promptsOf } from './prompts-to-evaluate.ts';

const Results = z.object({
  results: z.object({
    results: z.array(
      z.object({
        testCase: z.object({ description: z.string() }),
        response: z.object({ output: z.unknown() }).optional(),
      }),
    ),
  }),
});

const portion = 200;

/** Makes a project of the prompts, each with a value set of its title. */
async function fill(origin: string, prompts: readonly PromptToEvaluate[]): Promise<void> {
  const { send } = await accountOn(origin);
  await send('POST', '/api/projects', { id: 1, name: 'Evaluated' });
  for (let first = 0; first < prompts.length; first += portion) {
    const mutations = prompts.slice(first, first + portion).flatMap(({ title, text, values }, index) => {
      const id = first + index + 2;
      const set = { id: id + 1_000_000, name: title, values };
      return [
        { method: 'POST', path: '/api/prompts', body: { id, title, content: text, projectId: 1 } },
        { method: 'PATCH', path: `/api/prompts/${id}/attributes`, body: { valueSets: [set] } },
      ];
    });
    const numbered = mutations.map((mutation, index) => ({
      key: `fill:${2 * first + index + 1}`,
      ...mutation,
    }));
    await send('POST', '/api/sync/push', { mutations: numbered });
  }
}

function evaluate(
  tool: string,
  { config, folder }: { config: string; folder: string },
): z.infer<typeof Results> {
  const out = join(folder, 'results.json');
  const program = join(tool, 'node_modules', 'promptfoo', 'dist', 'src', 'main.js');
  const args = ['eval', '-c', config, '-o', out, '--no-cache', '--no-table', '--no-progress-bar'];
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, PROMPTFOO_CONFIG_DIR: join(folder, 'promptfoo') },
    ...{ PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1' },
  };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const ended = spawnSync(process.execPath, [program, ...args], { env, stdio: [...stdio], cwd: folder });
  if (ended.status !== 0) throw new Error(`promptfoo ended with ${ended.status}.`);
  return Results.parse(JSON.parse(readFileSync(out, 'utf8')));
}

/** Returns a text or, of a chat, its messages, as the echo provider is expected to answer it. */
function expectedOf({ text, values }: PromptToEvaluate): unknown {
  const filled = (part: string) => fillIn(part, new Map(Object.entries(values))).text;
  const messages = messagesOf(text);
  return messages === null
    ? filled(text)
    : messages.map(({ role, content }) => ({ role, content: filled(content) }));
}

function isExpected(prompt: PromptToEvaluate, output: unknown): boolean {
  const expected = expectedOf(prompt);
  if (typeof expected === 'string') return output === expected;
  const read = typeof output === 'string' ? JSON.parse(output) : output;
  return JSON.stringify(read) === JSON.stringify(expected);
}

const [, , file] = process.argv;
const from = process.env.INIT_CWD ?? process.cwd();
const prompts = file === undefined ? generatedPrompts() : promptsOf(resolve(from, file));
// Its database has native code.
const tool = installTool('promptfoo', { nativeOf: 'libsql' });
await using server = await startRealServer({ MAX_REQUESTS_PER_SECOND: '1000000' });
await fill(server.origin, prompts);
const config = join(server.folder, 'promptfooconfig.yaml');
const exported = await spawnPromptory({ DATA_DIR: server.folder, INIT_CWD: server.folder }, [
  ...['export', '--user', username, '--format', 'promptfoo', config],
]);
if (exported.code !== 0) throw new Error(`The export failed: ${exported.err}`);
const started = performance.now();
const { results } = evaluate(tool, { config, folder: server.folder }).results;
const outputs = new Map(results.map((one) => [one.testCase.description, one.response?.output]));
const different = prompts.filter((prompt) => !isExpected(prompt, outputs.get(prompt.title)));
for (const prompt of different.slice(0, 20)) {
  console.error(`${prompt.title} differs:`, {
    expected: expectedOf(prompt),
    output: outputs.get(prompt.title),
  });
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `promptfoo answered ${prompts.length - different.length} of ${prompts.length} prompts in ${seconds} s.`,
);
if (different.length > 0) process.exitCode = 1;
