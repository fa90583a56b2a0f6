import { throttleSuite } from '../ports/throttle-suite.ts';
import { createAttemptThrottle } from './attempt-throttle.ts';

throttleSuite(createAttemptThrottle);
