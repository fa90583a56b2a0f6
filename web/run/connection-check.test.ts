// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import type { WireName } from './testing/endpoint-wires.ts';
import { engineOf, entryOf, openedLibrary } from './testing/run-scene.ts';
import { startScriptedEndpoint } from './testing/scripted-endpoint.ts';

async function scene() {
  const endpoint = await startScriptedEndpoint();
  onTestFinished(() => endpoint.close());
  return { endpoint, engine: engineOf(await openedLibrary()) };
}

const resultsOf = ({ steps }: { steps: readonly { result: string }[] }) => steps.map(({ result }) => result);

test.each(['openai', 'anthropic', 'google'] satisfies WireName[])(
  '%s: an endpoint lists its models',
  async (kind) => {
    const { endpoint, engine } = await scene();
    const listed = await engine.listModels(entryOf(endpoint, kind), 'the-key');
    expect(listed.kind === 'listed' && listed.models).toContain('tool-call');
    expect(await engine.test(entryOf(endpoint, kind), 'the-key')).toEqual({
      steps: [
        { step: 'answers', result: 'ok' },
        { step: 'allowed', result: 'ok' },
        { step: 'model', result: 'ok' },
      ],
      problem: null,
    });
  },
);

test('a model that the endpoint does not have fails the third step alone', async () => {
  const { endpoint, engine } = await scene();
  const check = await engine.test(entryOf(endpoint, 'openai', { model: 'llama3.2', server: 'ollama' }));
  expect(resultsOf(check)).toEqual(['ok', 'ok', 'failed']);
  expect(check.problem).toEqual({ kind: 'noSuchModel', model: 'llama3.2', server: 'ollama' });
});

test('an endpoint that lists no models leaves two steps open', async () => {
  const { endpoint, engine } = await scene();
  const check = await engine.test(entryOf(endpoint, 'openai', { address: `${endpoint.origin}/elsewhere` }));
  expect(resultsOf(check)).toEqual(['ok', 'unknown', 'unknown']);
  expect(check.problem).toMatchObject({ kind: 'noSuchPath' });
});

test('where nobody listens the first step fails', async () => {
  const { endpoint, engine } = await scene();
  const address = endpoint.address('openai');
  await endpoint.close();
  const check = await engine.test(entryOf(endpoint, 'openai', { address }));
  expect(resultsOf(check)).toEqual(['failed', 'skipped', 'skipped']);
});

test('a price is found by address and model, and none is invented', async () => {
  const engine = engineOf(await openedLibrary());
  const at = (kind: 'openai' | 'anthropic', address: string, model: string) =>
    engine.priceOf({ kind, address, model });
  expect(await at('openai', 'https://api.openai.com/v1', 'gpt-4o')).toEqual({ in: 2.5, out: 10 });
  expect(await at('anthropic', 'https://api.anthropic.com/v1', 'claude-sonnet-4-5')).toEqual({
    in: 3,
    out: 15,
  });
  expect(await at('openai', 'http://localhost:11434/v1', 'llama3.2')).toBeNull();
  expect(await at('openai', 'https://api.openai.com/v1', 'of-tomorrow')).toBeNull();
});
