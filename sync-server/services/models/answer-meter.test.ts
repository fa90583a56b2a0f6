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

/** A chunk as OpenAI sends it: what stands around a word is dozens of times as long. */
const chunk = (delta: object) =>
  event({
    ...{
      id: 'chatcmpl-CkqP1x8rZt2hVbQy7LmN4sWdUfGo9',
      object: 'chat.completion.chunk',
      created: 1_764_000_000,
    },
    ...{ model: 'gpt-5-mini-2025-08-07', service_tier: 'default', system_fingerprint: 'fp_5d58a6052a' },
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    ...{ usage: null, obfuscation: 'hT3kQ9' },
  });

test.each([
  ['of an answer that is stopped', chunk({ content: ' and' }).repeat(494), 494],
  ['of letters beyond ASCII', chunk({ content: 'Füße' }) + chunk({ content: ' 😀!' }), 3],
  ['of thoughts', chunk({ reasoning_content: 'Hm. ' }) + chunk({ reasoning: 'So. ', content: null }), 2],
  ['of a thought that comes under both names', chunk({ reasoning_content: 'Hm. ', reasoning: 'Hm. ' }), 1],
  [
    'of a call of a tool',
    chunk({
      tool_calls: [{ index: 0, id: 'call_vB3nXk2Q', type: 'function', function: { arguments: '' } }],
    }) + chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":"Rom"}' } }] }),
    4,
  ],
  ['of a refusal', chunk({ role: 'assistant', refusal: 'I do not.' }), 3],
  [
    'of content in parts',
    chunk({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm. ' }], signature: 'x'.repeat(80) },
        { type: 'text', text: 'Yes.' },
      ],
    }),
    2,
  ],
  ['of a message in place of a part', event({ choices: [{ message: { content: 'Good morning' } }] }), 3],
  ['of a bare text', event({ choices: [{ text: 'Good morning' }] }), 3],
  ['of several choices', event({ choices: ['one ', 'two '].map((content) => ({ delta: { content } })) }), 2],
  ['that has the word usage', word('"usage": {'), 3],
  ['with lines that end as on Windows', word('Good morning').replaceAll('\n', '\r\n'), 3],
  ['that ends without an end of its line', word('Good morning').trimEnd(), 3],
  [
    'between lines that hold none',
    `: PROCESSING\n\nid: 1\nevent: chunk\nretry: 10\n${word('Good morning')}data: [DONE]\n\n`,
    3,
  ],
])('without a usage four bytes of the text %s count as a token', (_name, answer, out) => {
  expect(metered(answer, 40)).toEqual({ bytes: encoder.encode(answer).length, in: 10, out });
});

test.each([
  ['a stream of something else', 'x'.repeat(80)],
  ['events of something else', event({ word: 'x'.repeat(61) })],
  ['a usage that is none', event({ usage: 'x'.repeat(60) })],
  ['an event that is not intact', `data: ${'{'.repeat(73)}\n`],
  ['a whole answer', JSON.stringify({ word: 'x'.repeat(69) })],
])('of %s four bytes count as a token', (_name, answer) => {
  expect(metered(answer, 40)).toEqual({ bytes: 80, in: 10, out: 20 });
});

test('of a line that is cut off only what is longer than the words around a text counts', () => {
  const whole = chunk({ content: ' and' });
  for (const length of [1, 10, whole.length / 2, whole.length - 2]) {
    expect(metered(whole + whole.slice(0, length)).out).toBeLessThanOrEqual(2);
  }
  expect(metered(whole + chunk({ content: 'x'.repeat(4000) }).slice(0, -80)).out).toBeGreaterThan(900);
});

test('an endpoint may nest as deeply as it likes', () => {
  const deep = `data: {"choices":[{"delta":{"content":${'['.repeat(5000)}"Yes."${']'.repeat(5000)}}}]}\n\n`;
  expect(metered(deep).out).toBe(1);
});

test.each([
  ['a usage', event(usage(11, 12)), { in: 11, out: 12 }],
  ['none', '', { in: 0, out: 5 }],
])('it counts the same however an answer with %s is cut into parts', (_name, end, used) => {
  const answer = encoder.encode(word('Füße 😀') + word('"usage"') + end);
  fc.assert(
    fc.property(fc.array(fc.nat(answer.length)), (cuts) => {
      const meter = new AnswerMeter({ sentBytes: 0, isStream: true });
      const places = [0, ...cuts.sort((a, b) => a - b), answer.length];
      for (const [index, end] of places.slice(1).entries()) meter.add(answer.subarray(places[index], end));
      expect([meter.bytes, meter.used()]).toEqual([answer.length, used]);
    }),
  );
});
