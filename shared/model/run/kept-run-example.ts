import type { KeptRun, RunContent } from './kept-run.ts';

/** Returns what a run sent and what came, for tests. */
export function exampleRun(changes: Partial<RunContent> = {}): RunContent {
  return {
    ...{ device: 'Laptop', from: 'device', model: { name: 'Local', kind: 'openai', model: 'qwen' } },
    ...{
      textHash: 'a'.repeat(64),
      messages: [{ role: 'user', content: 'Greet Ada' }],
      values: { name: 'Ada' },
    },
    ...{ settings: { temperature: 0.5 }, attachments: [], state: 'done', answer: 'Hello Ada', reasoning: '' },
    ...{ toolCalls: [], problems: [], cost: null, firstMs: 120, totalMs: 900 },
    usage: { inputTokens: 3, cachedTokens: null, outputTokens: 2, reasoningTokens: null },
    ...changes,
  };
}

/** Returns a kept run of prompt 2, for tests. */
export function exampleKeptRun(changes: Partial<KeptRun> = {}): KeptRun {
  return {
    ...{ id: 31, promptId: 2, versionId: null, createdAt: '2026-01-01T00:00:00.000Z', run: exampleRun() },
    ...{ verdict: null, stars: null, note: '' },
    ...changes,
  };
}
