import type { ExportOffer } from './transfer-messages.ts';

/** Returns a file name that every system takes: `Letters-2026-11-24.zip`. */
export function exportName({ scope, name }: ExportOffer, now: number): string {
  const plain = name
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  const prefix = scope.kind === 'library' ? 'promptory-' : '';
  return `${prefix}${plain || 'export'}-${new Date(now).toISOString().slice(0, 10)}.zip`;
}
