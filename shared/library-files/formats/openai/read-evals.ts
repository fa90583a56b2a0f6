/**
 * Reads a data set of OpenAI's evaluations as lines of JSON (github.com/openai/evals, "Building an eval", and the hosted
 * ones: developers.openai.com/api/docs/guides/evals): a prompt with a case for each line.
 *
 * 1. Messages that every line begins with are the prompt, and the last message of each line is the value of `input`.
 * 2. A line with an `item` has its fields as values of variables; the prompt is these variables.
 */
import { message } from '#shared/language/message.ts';
import { limits } from '#shared/model/limits.ts';
import { bounds } from '../../bounds.ts';
import { type Candidate, promptCandidate, refusedCandidate } from '../../candidate.ts';
import type { InputFile, Reason } from '../../files.ts';
import { stemOf } from '../../paths.ts';
import type { ReadOptions } from '../../read-options.ts';
import { evalsTest, itemOf, messagesOfEvals } from '../cases/evals-items.ts';
import { TestReader } from '../cases/test-reader.ts';
import { TestsOfPrompts } from '../cases/tests-of-prompts.ts';
import { chatText } from '../chat-text.ts';
import { readJsonLines } from '../json-lines.ts';
import { cellsOf } from '../table.ts';

export async function* readEvals(file: InputFile, { project }: ReadOptions): AsyncGenerator<Candidate> {
  const reader = new TestReader();
  const head = new CommonHead();
  const names = new Set<string>();
  for await (const read of readJsonLines(file, bounds.wholeBytes)) {
    const fields = read.ok ? cellsOf(read.value) : null;
    if (!read.ok) {
      yield refusedCandidate(`${file.path}:${read.line}`, read.reason);
      continue;
    }
    const test = fields === null ? null : evalsTest(fields, []);
    if (fields === null || test === null) {
      const sentence = message('This line is no entry of a data set.');
      yield refusedCandidate(`${file.path}:${read.line}`, { sentence });
      continue;
    }
    for (const name of Object.keys(itemOf(fields) ?? {}))
      if (names.size < limits.variablesPerSet) names.add(name);
    head.add(fields);
    reader.add(test);
  }
  const content = textOf(head, [...names]);
  const { testCases, valueSets, lost } = new TestsOfPrompts(reader.tests).of(content, []);
  const more = { sentence: message('{count, number} more tests are not imported.'), values: { count: lost } };
  yield promptCandidate({
    ...{ source: file.path, project, title: stemOf(file.path), content, testCases, valueSets },
    remarks: [
      { sentence: message('This file has test cases alone: the prompt is made of their variables.') },
      ...reader.remarks(),
      ...(lost > 0 ? [more] : []),
      ...(head.lost > 0 ? [ownMessages(head.lost)] : []),
    ],
  });
}

const ownMessages = (count: number): Reason => ({
  sentence: message(
    '{count, plural, one {# line begins with messages of its own, which are} other {# lines begin with messages of their own, which are}} not imported.',
  ),
  values: { count },
});

function textOf(head: CommonHead, names: readonly string[]): string {
  if (names.length > 0) return names.map((name) => `${name}: {{item.${name}}}`).join('\n');
  return head.messages.length === 0
    ? '{{input}}'
    : chatText([...head.messages, { role: 'user', content: '{{input}}' }]);
}

/** Knows the messages that all entries so far begin with, but for their last one. */
class CommonHead {
  messages: readonly { role: string; content: unknown }[] = [];
  #isFirst = true;
  /** Entries with such messages. */
  #begun = 0;

  add(fields: Readonly<Record<string, unknown>>): void {
    const messages = messagesOfEvals(fields)?.slice(0, -1) ?? [];
    if (messages.length > 0) this.#begun += 1;
    const isSame = JSON.stringify(messages) === JSON.stringify(this.messages);
    if (this.#isFirst) this.messages = messages;
    else if (!isSame) this.messages = [];
    this.#isFirst = false;
  }

  /** Counts the entries whose first messages are in no prompt, since others begin differently. */
  get lost(): number {
    return this.messages.length === 0 ? this.#begun : 0;
  }
}
