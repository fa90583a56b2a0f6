import type { ExportFormat, ExportOffer } from './transfer-messages.ts';

const endings: Readonly<Record<ExportFormat, string>> = {
  markdown: '.zip',
  promptfoo: '-promptfooconfig.yaml',
  dotprompt: '-dotprompt.zip',
  'github-models': '-github-models.zip',
  prompty: '-prompty.zip',
  'open-webui': '-open-webui.json',
  librechat: '-librechat.zip',
  skills: '-skills.zip',
  espanso: '-espanso.yml',
};

/** Returns a file name that every system takes: `Letters-2026-11-24.zip`. */
export function exportName(
  { scope, name }: ExportOffer,
  { format, now }: { format: ExportFormat; now: number },
): string {
  const plain = name
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  const prefix = scope.kind === 'library' ? 'promptory-' : '';
  return `${prefix}${plain || 'export'}-${new Date(now).toISOString().slice(0, 10)}${endings[format]}`;
}
