import type { Send } from '../cli/folder-sync/library-client.ts';

/** Ends a round at a request, counted from one, before the server does it or after. */
export function crashingSend(send: Send, request: number, isDone: boolean): Send {
  let left = request;
  return async (path, init) => {
    left -= 1;
    if (left > 0) return send(path, init);
    if (left === 0 && isDone) await send(path, init);
    throw new Error('crash');
  };
}
