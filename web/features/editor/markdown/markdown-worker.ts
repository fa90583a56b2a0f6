import { parseMarkdown } from './parse-markdown.ts';

addEventListener('message', (event: MessageEvent<string>) => postMessage(parseMarkdown(event.data)));
