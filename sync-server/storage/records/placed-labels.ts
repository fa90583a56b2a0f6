import { z } from 'zod';
import { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import type { PlacedLabels } from '../ports/library-port.ts';

const StoredLabels = z.array(z.looseObject({ label: z.string(), versionId: z.int().nullable() }));

/** Reads the labels of a prompt's attributes; those that are on no version are left out. */
export function labelsIn(json: string | null): PlacedLabels {
  if (json === null) return [];
  const labels = StoredLabels.parse(JSON.parse(json));
  return labels.flatMap(({ label, versionId, ...rest }) => {
    if (versionId === null) return [];
    if (rest.asks === undefined) return [{ label, versionId }];
    // One that this release cannot read proves nothing.
    const read = PlacedLabel.safeParse({ label, versionId, ...rest });
    return [{ label, versionId, asking: read.data ?? { label, versionId, moves: [] } }];
  });
}
