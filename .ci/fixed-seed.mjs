/** Gives every property test the seed of the run: the gate tries the same values each time. */
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('propertySeed') });
