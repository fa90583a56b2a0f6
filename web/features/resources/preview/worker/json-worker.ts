/** Parses what it is sent in a thread of its own, and answers whether it is JSON. Says first that it is ready. */
import '#shared/model/zod-without-eval.ts';
import { z } from 'zod';
import { isJson } from './is-json.ts';

addEventListener('message', (event: MessageEvent<unknown>) => {
  postMessage(isJson(z.string().parse(event.data)));
});
postMessage('ready');
