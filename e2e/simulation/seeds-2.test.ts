import { testSeeds } from './seed-tests.ts';

testSeeds({ part: 2, parts: 2 });
