import { partOf, testSeeds } from './seed-tests.ts';

testSeeds({ seeds: partOf(1, 3), replays: true });
