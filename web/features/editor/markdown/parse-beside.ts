import type { MarkdownBlocks } from './parse-markdown.ts';

/** Reads a long text in a thread of its own: a megabyte takes seconds, and typing elsewhere goes on. Returns how to stop. */
export function parseBeside(text: string, done: (blocks: MarkdownBlocks) => void): () => void {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<MarkdownBlocks>) => {
    done(event.data);
    worker.terminate();
  });
  worker.postMessage(text);
  return () => worker.terminate();
}
