/** Timers of the system. A failure of what they run is reported; it does not end the process. */
import type { Outside } from './app.ts';

export function createSystemTimers(reportError: (error: Error) => void): Pick<Outside, 'every' | 'after'> {
  const reporting = (run: () => void | Promise<void>) => async () => {
    try {
      await run();
    } catch (error) {
      reportError(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    every(milliseconds, run) {
      const timer = setInterval(reporting(run), milliseconds);
      return () => clearInterval(timer);
    },
    after(milliseconds, run) {
      const timer = setTimeout(reporting(run), milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
