import { z } from 'zod';
import { storedAtom } from '../../stored-atom.ts';

/** Remembers the widths, in rem, that a person gave to panels on this device. */
export const panelWidthsAtom = storedAtom(
  'panel-widths',
  z.object({
    review: z.number().optional(),
    variables: z.number().optional(),
    settings: z.number().optional(),
    tryIt: z.number().optional(),
    notes: z.number().optional(),
    versions: z.number().optional(),
  }),
  {},
);
