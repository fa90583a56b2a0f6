import type { ReactNode } from 'react';
import { afterEach, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { blobBytes } from '../../data/resources/resources.ts';
import { saveModel } from '../../data/run/models.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { createRunEngine } from '../../run/run-engine.ts';
import { startSchemaWorker } from '../../run/testing/schema-worker-scene.ts';
import { Lent } from '../../session/lent-library-scene.tsx';
import type { RunningSync } from '../../session/running-sync.ts';
import { pageClock } from '../../ui/clock.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { TryItPanel } from './try-it-panel.tsx';

export const promptId = 2;
const now = Date.parse('2026-01-10T12:00:00Z');

export const entry = (id: number, more: Partial<ModelEntry> = {}): ModelEntry => ({
  ...{ id, name: `Model ${id}`, kind: 'openai', server: 'ollama', from: 'device', model: `m${id}` },
  ...{ address: `http://localhost:11434/v${id}`, defaults: {}, price: null, atOnce: 1 },
  ...more,
});

/** The answer of an endpoint, which a test writes part by part. */
export function answering() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const event = (data: object) => controller?.enqueue(encoder.encode(`data: ${JSON.stringify(data)}\n\n`));
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    says: (content: string) => event({ choices: [{ index: 0, delta: { content } }] }),
    thinks: (reasoning_content: string) => event({ choices: [{ index: 0, delta: { reasoning_content } }] }),
    calls(name: string, json: string) {
      const call = { index: 0, id: 'call-1', type: 'function', function: { name, arguments: json } };
      event({ choices: [{ index: 0, delta: { tool_calls: [call] } }] });
    },
    ends(finish_reason = 'stop') {
      event({ choices: [{ index: 0, delta: {}, finish_reason }] });
      event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 } });
      controller?.enqueue(encoder.encode('data: [DONE]\n\n'));
      controller?.close();
    },
  };
}

type Asked = {
  readonly url: string;
  readonly body: { readonly [name: string]: unknown; readonly messages?: unknown };
  readonly signal: AbortSignal | null;
};

type OpenOptions = { readonly entries?: readonly ModelEntry[]; node?(): Promise<Response> };

const noServedModels = () => Response.json({ models: [], today: { tokens: null, cost: null } });

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const answers = page.getByRole('list', { name: 'Answers' }).getByRole('listitem');

/** Has each test of a file begin with a library of its own; returns what draws the panel of a prompt in it. */
export function tryItScene() {
  let drawn: Drawn | undefined;
  let panel: ReactNode = null;
  let library: Library;
  let close = () => {};
  let opened = 0;
  beforeEach(async () => {
    localStorage.clear();
    opened = 0;
    await page.viewport(600, 1000);
    const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
    library = await openLibrary(user, { random: (words) => crypto.getRandomValues(words), now: () => now });
    await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
  });
  afterEach(async () => {
    drawn?.close();
    close();
    await deleteLibraryOf(library);
  });

  async function open(
    content: string,
    answer: (asked: Asked) => Response,
    { entries = [entry(7)], node = async () => noServedModels() }: OpenOptions = {},
  ) {
    await commit(library, 'createPrompt', { id: promptId, title: 'One', content, projectId: 1 });
    for (const each of entries) await saveModel(library, each);
    const asked: Asked[] = [];
    const engine = createRunEngine({
      ...{ library, startSchemaWorker, crypto, browser: {}, base: '', device: 'A test' },
      ...{ clock: pageClock(window), now: () => now },
      page: {
        url: new URL('http://localhost:8787/'),
        ...{ secure: true, isOnline: () => true, localPermission: async () => null, wasRefused: () => false },
      },
      exclusive: (_, task) => task(),
      async fetch(input, init = {}) {
        if (String(input).endsWith('/api/models')) return node();
        const one = { url: String(input), body: JSON.parse(String(init.body)), signal: init.signal ?? null };
        asked.push(one);
        return answer(one);
      },
    });
    close = engine.close;
    const models = { load: async () => engine, stop: () => {} };
    const sync: RunningSync = {
      ...{ syncNow: async () => undefined, rejoin: async () => undefined, resume: async () => undefined },
      files: {
        fetchBlob: async ({ sha256 }) => (await blobBytes(library, sha256)) ?? null,
        ...{ fetchAll: async () => 'done', wake: () => {} },
      },
      stop: () => {},
    };
    panel = (
      <Lent {...{ library, models, sync }} now={() => now}>
        <TryItPanel
          tried={{ promptId, versionId: null, text: () => content }}
          renderMarkdown={(text) => <p>{text}</p>}
          onOpenModels={() => {
            opened += 1;
          }}
          onExpand={() => {}}
          onClose={() => {}}
        />
      </Lent>
    );
    drawn = draw(panel);
    return asked;
  }

  return {
    open,
    library: () => library,
    opened: () => opened,
    /** As another panel in its place does. */
    hide: () => drawn?.show(null),
    show: () => drawn?.show(panel),
  };
}
