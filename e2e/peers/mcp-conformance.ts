/**
 * Runs the conformance tool of the Model Context Protocol against `/mcp` of the real server, scenario by scenario, with a
 * library of what the scenarios ask for. Ends with 1 where one that must pass fails, or the tool has one that is not listed
 * in `mcp-scenarios.ts`.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { multipart } from '../../sync-server/testing/upload-requests.ts';
import { startRealServer } from '../stage/real-server.ts';
import { type Account, accountOn } from './account-on-server.ts';
import { installTool } from './install-peers.ts';
import { goBetween } from './mcp-go-between.ts';
import { fixtures, notApplying, passing, withNamesHere } from './mcp-scenarios.ts';

const Made = z.looseObject({ id: z.int() });
const Message = z.looseObject({ method: z.unknown(), params: z.record(z.string(), z.unknown()).optional() });

/** Milliseconds; a scenario takes a second or two. */
const timeout = 60_000;

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function makeLibrary({ send }: Account): Promise<{ token: string; text: number; picture: number }> {
  await send('POST', '/api/projects', fixtures.project);
  for (const prompt of fixtures.prompts) await send('POST', '/api/prompts', prompt);
  const upload = async (file: Parameters<typeof multipart>[0]) => {
    const { body, headers } = multipart(file);
    const made = await send('POST', `/api/projects/${fixtures.project.id}/resources`, { body, headers });
    return Made.parse(made).id;
  };
  // The scenario of the template looks for the number that it asks for.
  const text = await upload({ bytes: '{"id": "123"}', fileName: 'data.json', type: 'application/json' });
  const bytes = new Uint8Array(Buffer.from(pixel, 'base64'));
  const picture = await upload({ bytes, fileName: 'pixel.png', type: 'image/png' });
  const request = { name: 'conformance', scope: 'write', projectId: null, expiresAt: null };
  const { token } = z.looseObject({ token: z.string() }).parse(await send('POST', '/api/tokens', request));
  return { token, text, picture };
}

/** In a process of its own, while this one passes on its requests. */
function runTool(args: readonly string[], cwd: string): Promise<{ code: number | null; out: string }> {
  const program = join(tool, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { cwd, timeout }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, out: `${stdout}${stderr}` }),
    );
  });
}

const tool = installTool('conformance');
await using server = await startRealServer({ MAX_REQUESTS_PER_SECOND: '1000000' });
const { token, ...files } = await makeLibrary(await accountOn(server.origin));
using between = await goBetween(server.origin, {
  token,
  translate: (message) => {
    const read = Message.safeParse(message);
    return read.success ? withNamesHere(read.data, files) : message;
  },
});
const listed = [...(await runTool(['list', '--server'], server.folder)).out.matchAll(/^ {2}- (\S+)/gm)];
const scenarios = listed.flatMap(([, name]) => (name === undefined ? [] : [name]));
const asked = process.argv.slice(2);
const failed = scenarios.filter((name) => !passing.includes(name) && !(name in notApplying));
for (const name of failed) console.error(`${name} is not listed in mcp-scenarios.ts`);
const missing = passing.filter((name) => !scenarios.includes(name));
if (missing.length > 0) throw new Error(`The tool has no ${missing.join(', ')}.`);
for (const name of asked.length > 0 ? asked : passing) {
  const { code, out } = await runTool(
    ['server', '--url', between.url, '--scenario', name, '--verbose'],
    server.folder,
  );
  const isPassed = code === 0;
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${name}`);
  if (isPassed && asked.length === 0) continue;
  if (!isPassed) failed.push(name);
  console.log(out);
}
for (const [name, reason] of Object.entries(notApplying)) console.log(`  —     ${name}: ${reason}`);
if (failed.length > 0) process.exitCode = 1;
