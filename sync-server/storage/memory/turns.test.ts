import { turnsSuite } from '../ports/turns-suite.ts';
import { createTurns } from './turns.ts';

turnsSuite(createTurns);
