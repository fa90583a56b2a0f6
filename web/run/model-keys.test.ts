import 'fake-indexeddb/auto';
import { modelKeysSuite } from './model-keys-suite.ts';
import { openedLibrary } from './testing/run-scene.ts';

modelKeysSuite('memory', () => openedLibrary());
