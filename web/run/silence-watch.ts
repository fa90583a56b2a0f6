/** Measures how long nothing has come, and notifies of it. */
export type Silence = 'slow' | 'tooLong';

export type SilenceTimes = {
  /** Milliseconds of silence after which it is shown. */
  readonly slowMs: number;
  /** Until the first part: a large model is loaded, and a long text read, in minutes. */
  readonly firstMs: number;
  /** Between two parts. */
  readonly pauseMs: number;
};

export const silenceTimes: SilenceTimes = { slowMs: 5_000, firstMs: 15 * 60_000, pauseMs: 3 * 60_000 };

export function watchSilence(
  after: (milliseconds: number, run: () => void) => () => void,
  { slowMs, firstMs, pauseMs }: SilenceTimes,
  onSilence: (silence: Silence) => void,
): { partCame(): void; stop(): void } {
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const wait = (longest: number) => {
    stop();
    stops = [after(slowMs, () => onSilence('slow')), after(longest, () => onSilence('tooLong'))];
  };
  wait(firstMs);
  return { partCame: () => wait(pauseMs), stop };
}
