import { z } from 'zod';
import type { PlacedLabels } from '../ports/library-port.ts';

const StoredLabels = z.array(z.looseObject({ label: z.string(), versionId: z.int().nullable() }));

/** Reads the labels of a prompt's attributes; those that are on no version are left out. */
export function labelsIn(json: string | null): PlacedLabels {
  if (json === null) return [];
  const labels = StoredLabels.parse(JSON.parse(json));
  return labels.flatMap(({ label, versionId }) => (versionId === null ? [] : [{ label, versionId }]));
}
