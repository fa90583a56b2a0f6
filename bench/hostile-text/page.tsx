/** The rendered view alone, and `window.show`, which draws a text in it and says when it is drawn. */
import { ChakraProvider } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { MarkdownView } from '../../web/features/editor/markdown/markdown-view.tsx';
import { system } from '../../web/ui/theme/system.ts';

declare global {
  interface Window {
    /** Resolves once nothing has changed in the view for a while; says whether some of it is shown as it is. */
    show?: (text: string, turn: number) => Promise<{ isPlain: boolean; elements: number }>;
  }
}

const place = document.getElementById('view');
if (place === null) throw new Error('The page has no place for the view.');
const root = createRoot(place);
const quietMs = 60;

window.show = (text, turn) =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new MutationObserver(waitForQuiet);
    function waitForQuiet(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (place?.querySelector('.markdown-waiting') !== null) return waitForQuiet();
        watch.disconnect();
        const isPlain = place.querySelector('.markdown-plain') !== null;
        resolve({ isPlain, elements: place.querySelectorAll('*').length });
      }, quietMs);
    }
    watch.observe(place ?? document.body, { childList: true, subtree: true });
    root.render(
      <ChakraProvider value={system}>
        <MarkdownView key={turn} text={text} waiting="Rendering the rest..." />
      </ChakraProvider>,
    );
    waitForQuiet();
  });
