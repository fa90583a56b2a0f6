/**
 * Lets V8 collect garbage early rather than take more memory. Import this first: a heap that has grown stays large.
 * By default its new space grows to 32 MB and its old space by up to four times between two collections, which a busy
 * server fills with garbage: 60 MB more after 10,000 pushed prompts, for a few hundredths of CPU time less.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=50');
// A young space of one megabyte is collected sooner by one thread than several have shared it out.
setFlagsFromString('--no-parallel-scavenge');
