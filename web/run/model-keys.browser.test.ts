import { librarySuiteScene } from '../data/testing/library-suite-scene.ts';
import { modelKeysSuite } from './model-keys-suite.ts';

const scene = librarySuiteScene({ name: 'the browser', fresh: () => ({ indexedDB }) });

modelKeysSuite('the browser', () => scene.open());
