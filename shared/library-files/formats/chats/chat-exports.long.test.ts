/** Reads ten thousand chat exports that something has gone wrong with. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLibraryFiles } from '../../read-library-files.ts';
import { all, inputFile } from '../../testing/memory-library.ts';
import { claudeConversation, gptConversation } from './chat-exports-scene.ts';

const whole = JSON.stringify([
  gptConversation('Bread', [
    ['user', 'Explain the “hydration” of dough\r\n'],
    ['assistant', 'A ratio: {"water": 7, "flour": 10}'],
  ]),
  claudeConversation('Garden', [['human', 'Plan a garden [for shade] \\"here\\" 🌿']]),
]);

const place = fc.nat(whole.length);
const mistake = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: place, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, length: fc.nat(60) }),
  fc.record({ kind: fc.constant('twice' as const), at: place, length: fc.nat(200) }),
  fc.record({ kind: fc.constant('end' as const), at: place }),
);

type Mistake = typeof mistake extends fc.Arbitrary<infer Kind> ? Kind : never;

function withMistakes(mistakes: readonly Mistake[]) {
  let bytes = Array.from(new TextEncoder().encode(whole));
  for (const each of mistakes) {
    switch (each.kind) {
      case 'byte':
        bytes[each.at % Math.max(1, bytes.length)] = each.byte;
        break;
      case 'cut':
        bytes.splice(each.at, each.length);
        break;
      case 'twice':
        bytes.splice(each.at, 0, ...bytes.slice(each.at, each.at + each.length));
        break;
      case 'end':
        bytes = bytes.slice(0, each.at);
    }
  }
  return Uint8Array.from(bytes);
}

test('a mutated chat export ends with prompts and reasons, and never with a failure', async () => {
  const seen = { prompts: 0, reasons: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(mistake, { minLength: 1, maxLength: 4 }), async (mistakes) => {
      const found = await all(
        readLibraryFiles([inputFile('conversations.json', withMistakes(mistakes))], {
          project: { id: null, name: 'Imported' },
          chats: { kind: 'matching', query: 'a', drawId: () => 7, onRead: () => {} },
        }),
      );
      for (const { kind } of found) seen[kind === 'refused' ? 'reasons' : 'prompts'] += 1;
    }),
    { numRuns: 10_000 },
  );
  expect(seen.prompts).toBeGreaterThan(1_000);
  expect(seen.reasons).toBeGreaterThan(1_000);
}, 600_000);
