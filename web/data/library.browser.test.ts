import { librarySuite } from './library-suite.ts';

librarySuite({ name: 'the browser', fresh: () => ({ indexedDB }) });
