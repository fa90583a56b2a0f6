/** A thread of its own for reading Markdown: whatever a text is, the page goes on. */
import type { ReadRequest } from '../markdown-parts.ts';
import { coloringSource } from './coloring-source.ts';
import { sectionReader } from './read-sections.ts';

function markdownThread(): (request: ReadRequest) => Promise<void> {
  const read = sectionReader();
  const coloring = coloringSource(async () => {
    const { codeColoring } = await import('./color-code.ts');
    return codeColoring(() => performance.now());
  });
  let latest = 0;
  return async (request) => {
    latest = request.job;
    const colors = await coloring.forText(request.source.text);
    if (latest !== request.job) return;
    for (const report of read(request, colors)) {
      postMessage(report);
      // A later request comes in here, and takes the place of this one.
      if (report.kind === 'parts') await new Promise((resolve) => setTimeout(resolve, 0));
      if (latest !== request.job) return;
    }
  };
}

const read = markdownThread();
addEventListener('message', (event: MessageEvent<ReadRequest>) => void read(event.data));
