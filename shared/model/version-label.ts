import { z } from 'zod';
import { messages } from './messages.ts';

/**
 * The name of a label of versions. `latest` is reserved for the newest version, and digits alone are the number of a
 * version in a reference.
 */
export const VersionLabel = z
  .string()
  .regex(/^[a-z0-9._-]{1,36}$/, messages.versionLabelCharacters)
  .refine((label) => label !== 'latest', messages.versionLabelReserved)
  .refine((label) => !/^\d+$/.test(label), messages.versionLabelNumber);

/** The label of the version that others are compared with by the cases of their prompt. */
export const baselineLabel = 'baseline';
