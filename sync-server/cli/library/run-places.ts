/** Finds the way to a server and to a model for the commands that run prompts. */
import { z } from 'zod';
import { httpEndpoint } from '../../models/http-endpoint.ts';
import { RunFailed } from '../run/run-failed.ts';
import type { SendRun } from '../run/run-prompt.ts';
import { runsOnServer, type SendToServer } from '../run/server-prompt.ts';
import { tokenOf, type World, WrongArguments } from '../world.ts';

export const ServerUrl = z.url({
  ...{ protocol: /^https?$/, error: '--url must be an address like https://prompts.example.org' },
});

type Places = { readonly url?: string | undefined; readonly address?: string | undefined };

/** Returns the server that has the prompt, null for a file, and the way to the model. */
export function placesOf(
  world: World,
  { url, address }: Places,
): { server: SendToServer | null; send: SendRun } {
  const server = serverOf(world, url);
  if (address !== undefined) return { server, send: runsAt(address, world) };
  if (server !== null) return { server, send: runsOnServer(server) };
  throw new WrongArguments('Give --url, the address of a server, or --address, that of a model, or both.');
}

/** Returns the way to a server; null where none is named. Throws `WrongArguments` where there is no token for it. */
export function serverOf(world: World, given: string | undefined): SendToServer | null {
  if (given === undefined) return null;
  const token = tokenOf(world);
  const url = given.replace(/\/+$/, '');
  return (path, { headers, ...init }) =>
    fetch(`${url}${path}`, {
      ...{ ...init, redirect: 'error' },
      headers: { ...Object(headers), Authorization: `Bearer ${token}` },
    });
}

/** Returns a way to an address that speaks as OpenAI does. */
function runsAt(address: string, world: World): SendRun {
  return async (body, signal) => {
    const asked = { ...body, stream_options: { include_usage: true } };
    const answer = await httpEndpoint.send({ address, key: keyOf(world) }, asked, signal);
    if (answer.kind === 'unreachable') throw new RunFailed(`Nothing answers at ${address}.`);
    if (answer.kind === 'refused') {
      const { status, message, retryAfterSeconds } = answer;
      const sentence = message === '' ? `The address answered ${status}.` : `${status}: ${message}`;
      throw new RunFailed(sentence, retryAfterSeconds);
    }
    if (!answer.contentType.startsWith('text/event-stream')) {
      throw new RunFailed(`What came from ${address} is no answer of a model; most addresses end with /v1.`);
    }
    return answer.bytes;
  };
}

function keyOf({ variables }: World): string | undefined {
  return variables.PROMPTORY_MODEL_KEY || undefined;
}

/** Some endpoints repeat a key that they refuse. */
export function withoutKey(sentence: string, world: World): string {
  const key = keyOf(world);
  return key === undefined ? sentence : sentence.replaceAll(key, '…');
}
