/** A model's endpoint on this machine, as OpenAI's API has it, which answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type AskedModel = {
  body: Record<string, unknown>;
  authorization: string | undefined;
  /** Resolves when the connection of the request has ended. */
  closed: Promise<void>;
};

type Answers = (answer: ServerResponse, asked: AskedModel) => void | Promise<void>;

export type ModelServer = {
  address: string;
  asked: AskedModel[];
  /** Sets how it answers from now on. */
  answer(answers: Answers): void;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function modelServer(): Promise<ModelServer> {
  let answers: Answers = (answer) => void answer.writeHead(404).end();
  const asked: AskedModel[] = [];
  const server = createServer(async (request, answer) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    answer.on('close', resolve);
    const one = { body: await bodyOf(request), authorization: request.headers.authorization, closed };
    asked.push(one);
    await answers(answer, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    asked,
    answer(next) {
      answers = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return JSON.parse(text);
}

/** Answers a stream of these words, and what they used. */
export function streamOf(words: readonly string[], usage?: { in: number; out: number }): Answers {
  return (answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const content of words) answer.write(event({ choices: [{ index: 0, delta: { content } }] }));
    if (usage !== undefined) {
      answer.write(event({ choices: [], usage: { prompt_tokens: usage.in, completion_tokens: usage.out } }));
    }
    answer.end('data: [DONE]\n\n');
  };
}

export function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
