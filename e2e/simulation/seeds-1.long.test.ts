import { partOf, testSeeds } from './seed-tests.ts';

testSeeds({ seeds: partOf(2, 3) });
