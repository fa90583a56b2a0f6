import { testSeeds } from './seed-tests.ts';

testSeeds({ part: 1, parts: 2 });
