/** The table of cases of a prompt "Greet {{name}}" with one model, whose endpoint greets, and judges by rubrics. */
import { createStore, Provider } from 'jotai';
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import type { JsonValue } from '#shared/model/checks/json.ts';
import { createCase } from '../../../data/cases/save-case.ts';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { testCasesOf } from '../../../data/queries/test-case-items.ts';
import { saveModel } from '../../../data/run/models.ts';
import { deleteLibraryOf } from '../../../data/testing/deleted-library-scene.ts';
import { createRunEngine } from '../../../run/run-engine.ts';
import { startSchemaWorker } from '../../../run/testing/schema-worker-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { pageClock } from '../../../ui/clock.ts';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { CasesDialog } from './cases-dialog.tsx';

export const promptId = 2;

export const button = (name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
export const contains = (value: string): JsonValue => ({ type: 'contains', value });

const greeting = (text: string) => (text.includes('Bob') ? 'No.' : `Hello ${text.slice('Greet '.length)}`);

/** Finds kind what greets. */
const verdictOn = (text: string) =>
  JSON.stringify({ reason: 'I looked at it.', pass: text.includes('<answer>\nHello') });

/** Opens a library before each test, and deletes it afterwards. */
export function casesScene() {
  let drawn: Drawn | undefined;
  let library: Library;
  let close = () => {};
  /** The texts that the endpoint was asked with. */
  let asked: string[] = [];

  beforeEach(async () => {
    localStorage.clear();
    asked = [];
    await page.viewport(1200, 900);
    const user = { id: 1, username: `ada-${crypto.randomUUID()}`, displayName: 'Ada' };
    library = await openLibrary(user, {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.now(),
    });
    await commit(library, 'createProject', { id: 1, name: 'Letters', color: 'teal' });
    await commit(library, 'createPrompt', {
      id: promptId,
      title: 'One',
      content: 'Greet {{name}}',
      projectId: 1,
    });
    await saveModel(library, {
      ...{ id: 7, name: 'Local', kind: 'openai', server: 'ollama', from: 'device', model: 'm7' },
      ...{ address: 'http://localhost:11434/v1', defaults: {}, price: null, atOnce: 2 },
    });
  });
  afterEach(async () => {
    drawn?.close();
    close();
    await deleteLibraryOf(library);
  });

  /** Answers a greeting, or judges one by a rubric. */
  async function endpoint(_input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (init?.method !== 'POST') return Response.json({ models: [], today: { tokens: null, cost: null } });
    const body: { messages: { content: string }[] } = JSON.parse(String(init.body));
    const text = body.messages.at(-1)?.content ?? '';
    asked.push(text);
    const content = text.includes('<rubric>') ? verdictOn(text) : greeting(text);
    const part = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: '1', created: 1, model: 'm7', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const stream = `${part({ role: 'assistant', content }, null)}${part({}, 'stop')}data: [DONE]\n\n`;
    return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  async function open(): Promise<void> {
    drawn?.close();
    close();
    const engine = createRunEngine({
      startSchemaWorker,
      ...{
        library,
        crypto,
        browser: {},
        base: '',
        device: 'A test',
        clock: pageClock(window),
        now: () => Date.now(),
      },
      page: {
        url: new URL('http://localhost:8787/'),
        ...{ secure: true, isOnline: () => true, localPermission: async () => null, wasRefused: () => false },
      },
      exclusive: (_, task) => task(),
      fetch: endpoint,
    });
    close = engine.close;
    const models = { load: async () => engine, stop: () => {} };
    drawn = draw(
      <Provider store={createStore()}>
        <Lent {...{ library, models }} now={() => Date.now()}>
          <CasesDialog request={{ promptId }} open onClose={() => {}} projectId={null} />
        </Lent>
      </Provider>,
    );
    await expect.element(page.getByRole('dialog', { name: 'Cases' })).toBeVisible();
  }

  async function haveCases(...names: string[]): Promise<void> {
    for (const name of names) {
      await createCase(library, promptId, { name, values: { name }, checks: [contains('Hello {{name}}')] });
    }
  }

  return {
    open,
    haveCases,
    library: () => library,
    cases: () => testCasesOf(library, promptId),
    /** The texts that the endpoint was asked with. */
    asked: () => asked,
    /** The notices, the oldest first. */
    toasts: () => drawn?.toasts,
  };
}
