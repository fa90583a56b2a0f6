import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { librarySuite } from '../testing/library-suite.ts';
import { librarySyncSuite } from '../testing/library-sync-suite.ts';

const database = { name: 'memory', fresh: () => ({ indexedDB: new IDBFactory(), IDBKeyRange }) };

librarySuite(database);
librarySyncSuite(database);
