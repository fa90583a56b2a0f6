import { testSeedsOnNodes } from './seeds-on-nodes.ts';

testSeedsOnNodes({ part: 2, parts: 2 });
