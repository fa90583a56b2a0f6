import { librarySuite } from '../testing/library-suite.ts';
import { librarySyncSuite } from '../testing/library-sync-suite.ts';

const database = { name: 'the browser', fresh: () => ({ indexedDB }) };

librarySuite(database);
librarySyncSuite(database);
