import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { librarySuite } from './library-suite.ts';

librarySuite({ name: 'memory', fresh: () => ({ indexedDB: new IDBFactory(), IDBKeyRange }) });
