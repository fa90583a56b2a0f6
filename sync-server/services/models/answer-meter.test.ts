import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerMeter } from './answer-meter.ts';

const encoder = new TextEncoder();
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const word = (content: string) => event({ choices: [{ delta: { content } }] });
const usage = (prompt_tokens: number, completion_tokens: number) => ({
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
});

function metered(answer: string, sentBytes = 40) {
  const meter = new AnswerMeter({ sentBytes, isStream: !answer.startsWith('{') });
  meter.add(encoder.encode(answer));
  return { bytes: meter.bytes, ...meter.used() };
}

test.each([
  [
    'a stream with its usage',
    `${word('a')}${event({ choices: [], ...usage(7, 3) })}data: [DONE]\n\n`,
    [7, 3],
  ],
  [
    'a usage that grows',
    event({ choices: [], ...usage(7, 1) }) + event({ choices: [], ...usage(7, 9) }),
    [7, 9],
  ],
  ['a whole answer', JSON.stringify({ choices: [], ...usage(2, 5) }), [2, 5]],
  ['a whole answer of many lines', JSON.stringify({ choices: [], ...usage(2, 5) }, null, 2), [2, 5]],
  ['lines that end as on Windows', event(usage(4, 4)).replaceAll('\n', '\r\n'), [4, 4]],
  ['a usage that is null, as before the end', event({ usage: null }) + event(usage(1, 1)), [1, 1]],
])('%s is counted as the endpoint says', (_name, answer, used) => {
  const { in: sent, out } = metered(answer);
  expect([sent, out]).toEqual(used);
});

test.each([
  ['no usage', 'x'.repeat(80)],
  ['a usage that is none', event({ usage: 'much' }).padEnd(80, ' ')],
  ['a word in a text', word('"usage": {').padEnd(80, ' ')],
])('with %s, four bytes count as a token', (_name, answer) => {
  expect(metered(answer, 40)).toEqual({ bytes: 80, in: 10, out: 20 });
});

test('it counts the same however the answer is cut into parts', () => {
  const answer = encoder.encode(word('Füße 😀') + word('"usage"') + event(usage(11, 12)));
  fc.assert(
    fc.property(fc.array(fc.nat(answer.length)), (cuts) => {
      const meter = new AnswerMeter({ sentBytes: 0, isStream: true });
      const places = [0, ...cuts.sort((a, b) => a - b), answer.length];
      for (const [index, end] of places.slice(1).entries()) meter.add(answer.subarray(places[index], end));
      expect([meter.bytes, meter.used()]).toEqual([answer.length, { in: 11, out: 12 }]);
    }),
  );
});
