import { testSeedsOnNodes } from './seeds-on-nodes.ts';

testSeedsOnNodes({ part: 1, parts: 2 });
