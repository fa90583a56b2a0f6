/**
 * The layouts of a folder: how its prompts lie in it, and which prompts of the project it holds.
 *
 * A layout is a line of this table, or several that lie in one folder. Each line is kept equal with the project by
 * itself, with a state of its own, as a folder of its own would be: a prompt with two of the tags is in two places.
 */
import { FilesBeside } from './beside/files-beside.ts';
import { cursorForm, type FileForm, skillsForm, treeForm } from './files/file-forms.ts';
import { FolderFiles } from './files/folder-files.ts';
import { isPassedOver, type PromptFiles } from './files/prompt-files.ts';
import { SectionedFiles } from './files/sectioned-files.ts';

export type Layout = {
  readonly name: string;
  /** The prompts that it holds have this tag, and new files get it; null: all are held. */
  readonly tag: string | null;
  /** The file or folder in which its prompts lie; '' for the whole folder. */
  readonly place: string;
  files(root: string): PromptFiles;
  /** The files that lie beside its prompts; null: it has none. */
  beside(root: string): FilesBeside | null;
};

const ownFiles = (form: FileForm) => ({
  place: form.root,
  files: (root: string) => new FolderFiles(root, form),
  beside: (root: string) => (form.ownsFolder ? new FilesBeside(root, form) : null),
});
const sectionsOf = (place: string) => ({
  place,
  files: (root: string) => new SectionedFiles(root, place),
  beside: () => null,
});

const tree: Layout = { name: 'tree', tag: null, ...ownFiles(treeForm) };
const skills: Layout = { name: 'skills', tag: 'skill', ...ownFiles(skillsForm) };
/** The instructions that many tools read: agents.md. */
const agents: Layout = { name: 'agents', tag: 'agents', ...sectionsOf('AGENTS.md') };
const cursor: Layout = { name: 'cursor', tag: 'cursor', ...ownFiles(cursorForm) };
/** Repository-wide instructions of GitHub Copilot: docs.github.com, "repository custom instructions". */
const copilot: Layout = { name: 'copilot', tag: 'copilot', ...sectionsOf('.github/copilot-instructions.md') };

const byName = new Map<string, readonly Layout[]>([
  ['tree', [tree]],
  ['skills', [skills]],
  ['rules', [agents, cursor, copilot]],
]);

export const layoutNames: readonly string[] = [...byName.keys()];

/** Returns the lines of layouts by their names, as `skills,rules`; null where they are none, or the tree with others. */
export function layoutsOf(names: string): { name: string; layouts: readonly Layout[] } | null {
  const given = [...new Set(names.split(',').map((name) => name.trim()))].sort();
  const isKnown = given.every((name) => byName.has(name));
  if (!isKnown || (given.length > 1 && given.includes('tree'))) return null;
  return { name: given.join(','), layouts: given.flatMap((name) => byName.get(name) ?? []) };
}

/** Returns whether a path is one of these layouts, lies in one, or leads to one. */
export function concerns(layouts: readonly Layout[], path: string): boolean {
  return layouts.some(({ place }) => {
    if (place === '') return !path.split('/').some(isPassedOver);
    return path === place || path.startsWith(`${place}/`) || place.startsWith(`${path}/`);
  });
}
