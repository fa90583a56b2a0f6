import { useEffect, useState } from 'react';
import { pageClock } from '../../ui/clock.ts';
import type { TokenEncoding } from '../../ui/preferences.ts';
import type { ShownText } from './template-view.ts';
import { type CountedTokens, createTokenCounter, type TokenCounter } from './tokens/token-counter.ts';

const pauseMs = 300;

/** Returns a counter that lasts as long as the component; null before it is on the screen. */
export function useTokenCounter(): TokenCounter | null {
  const [counter, setCounter] = useState<TokenCounter | null>(null);
  useEffect(() => {
    const created = createTokenCounter();
    setCounter(created);
    return () => created.stop();
  }, []);
  return counter;
}

/** Counts the tokens of a text, and again whenever typing in it pauses; null until they are counted. */
export function useTokenCount(
  counter: TokenCounter | null,
  source: ShownText | null,
  encoding: TokenEncoding,
): CountedTokens | null {
  const [counted, setCounted] = useState<{ of: ShownText; by: TokenEncoding; tokens: CountedTokens } | null>(
    null,
  );
  useEffect(() => {
    if (counter === null || source === null) return;
    return follow({ counter, source, encoding }, (tokens) =>
      setCounted({ of: source, by: encoding, tokens }),
    );
  }, [counter, source, encoding]);
  return counted !== null && counted.of === source && counted.by === encoding ? counted.tokens : null;
}

type Followed = {
  readonly counter: TokenCounter;
  readonly source: ShownText;
  readonly encoding: TokenEncoding;
};

function follow(
  { counter, source, encoding }: Followed,
  onCounted: (tokens: CountedTokens) => void,
): () => void {
  const { after } = pageClock(window);
  let callOff = () => {};
  let isCounting = false;
  let isStale = false;
  let isLeft = false;

  async function count(): Promise<void> {
    isStale = isCounting;
    if (isCounting) return;
    isCounting = true;
    const tokens = await counter.count({ text: source.text(), encoding });
    isCounting = false;
    if (isLeft) return;
    onCounted(tokens);
    if (isStale) void count();
  }

  void count();
  const stopListening = source.onText(() => {
    callOff();
    callOff = after(pauseMs, () => void count());
  });
  return () => {
    isLeft = true;
    stopListening();
    callOff();
  };
}
