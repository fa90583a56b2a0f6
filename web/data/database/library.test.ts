import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { librarySuite } from '../testing/library-suite.ts';

librarySuite({ name: 'memory', fresh: () => ({ indexedDB: new IDBFactory(), IDBKeyRange }) });
