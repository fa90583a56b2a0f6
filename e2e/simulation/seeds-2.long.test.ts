import { partOf, testSeeds } from './seed-tests.ts';

testSeeds({ seeds: partOf(3, 3) });
