import { throttleSuite } from '../throttle-suite.ts';
import { createAttemptThrottle } from './attempt-throttle.ts';

throttleSuite(createAttemptThrottle);
