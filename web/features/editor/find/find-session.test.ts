import { expect, test } from 'vitest';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import { answerFind } from './answer-find.ts';
import { createFindSession } from './find-session.ts';
import type { FindSurface, Span } from './find-surface.ts';
import type { FindThread } from './find-thread.ts';

const query = { text: 'cat', matchCase: false, wholeWords: false, isPattern: false };

/** A text that the test changes, and a thread that answers its newest request once the test lets it. */
function started({ isDrawnLater }: { isDrawnLater: boolean }) {
  const clock = manualClock();
  let text = '';
  let selected: Span = { from: 0, to: 0 };
  let onText = () => {};
  let answer = () => {};
  const surface: FindSurface = {
    ...{ text: () => text, isDrawnLater, selection: () => selected },
    onText(listener) {
      onText = listener;
      return () => undefined;
    },
    reveal(match) {
      selected = match;
    },
    ...{ show: () => {}, focus: () => {}, replace: () => false, replaceAll: () => false },
  };
  const thread: FindThread = {
    ask(request, onAnswer) {
      answer = () => onAnswer(answerFind(request));
    },
    stop() {
      answer = () => {};
    },
    close: () => {},
  };
  return {
    ...{ clock, session: createFindSession({ surface, thread, clock }) },
    answer: () => answer(),
    become(next: string): void {
      text = next;
      onText();
    },
  };
}

for (const isDrawnLater of [true, false]) {
  const kind = isDrawnLater ? 'that is drawn' : 'that is written';
  test(`a text ${kind} while its first match is looked for is shown at it all the same`, () => {
    const { clock, session, answer, become } = started({ isDrawnLater });
    become('a cat');
    session.search(query, false);
    session.searchFirst(query);
    become('It is a cat.');
    clock.pass(200);
    answer();
    expect(session.result()).toMatchObject({ count: 1, current: 1 });
  });
}

test('a step is made in the text that has changed meanwhile', () => {
  const { clock, session, answer, become } = started({ isDrawnLater: false });
  become('a cat');
  session.search(query, false);
  session.step(1);
  become('It is a cat.');
  clock.pass(200);
  answer();
  expect(session.result()).toMatchObject({ count: 1, current: 1 });
});

test('a text in which nobody asked for a match is marked anew after a change, and nothing is selected', () => {
  const { clock, session, answer, become } = started({ isDrawnLater: false });
  become('a cat');
  session.search(query, false);
  answer();
  become('It is a cat, cat.');
  clock.pass(200);
  answer();
  expect(session.result()).toMatchObject({ count: 2, current: 0 });
});
