import { turnsSuite } from '../turns-suite.ts';
import { createTurns } from './turns.ts';

turnsSuite(createTurns);
