/** The prompts that lie in a folder as skills and rules, each as a person sees and edits it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSections } from '#shared/library-files/layouts/sectioned-file.ts';
import { cursorForm, type FileForm, skillsForm } from '../cli/folder-sync/files/file-forms.ts';
import type { FolderOfTest } from './folder-sync-scene.ts';

export type LaidOutFile = {
  readonly path: string;
  readonly tag: 'skill' | 'cursor' | 'agents' | 'copilot';
  readonly id: number | null;
  readonly text: string;
  /** Puts another text in its place. */
  edit(text: string): void;
  remove(): void;
};

const forms: [FileForm, 'skill' | 'cursor'][] = [
  [skillsForm, 'skill'],
  [cursorForm, 'cursor'],
];
export const sectionedFiles = { agents: 'AGENTS.md', copilot: '.github/copilot-instructions.md' } as const;

export function laidOutFiles(folder: FolderOfTest): LaidOutFile[] {
  const paths = folder.files();
  return [
    ...forms.flatMap(([form, tag]) =>
      paths
        .filter((path) => path.startsWith(form.root) && form.isPrompt(path))
        .flatMap((path): LaidOutFile[] => {
          const content = folder.read(path);
          const read = form.read(path, content);
          if (read.kind !== 'prompt') return [];
          const { id, text } = read;
          return [
            {
              ...{ path, tag, id, text },
              edit: (next) => folder.write(path, replaced(content, text, next)),
              remove: () => rmSync(join(folder.path, path)),
            },
          ];
        }),
    ),
    ...(['agents', 'copilot'] as const).flatMap((tag) => sectionsIn(folder, tag, paths)),
  ];
}

function sectionsIn(
  folder: FolderOfTest,
  tag: 'agents' | 'copilot',
  paths: readonly string[],
): LaidOutFile[] {
  const path = sectionedFiles[tag];
  if (!paths.includes(path)) return [];
  const content = folder.read(path);
  return readSections(content).sections.map(({ id, text, raw }) => ({
    ...{ path, tag, id, text },
    edit: (next) => folder.write(path, replaced(content, raw, replaced(raw, text, next))),
    remove: () => folder.write(path, replaced(content, raw, '')),
  }));
}

function replaced(whole: string, part: string, next: string): string {
  const at = whole.lastIndexOf(part);
  return whole.slice(0, at) + next + whole.slice(at + part.length);
}
