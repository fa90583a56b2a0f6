import { librarySuite } from '../testing/library-suite.ts';

librarySuite({ name: 'the browser', fresh: () => ({ indexedDB }) });
