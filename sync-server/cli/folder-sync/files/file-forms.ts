/** How a layout lays out a prompt as a file of its own: where it lies, what its name is, how it is written and read. */
import { AgentNames, agentName, plainAgentName } from '#shared/library-files/layouts/agent-names.ts';
import { type HeadForm, readHeadedFile, writeHeadedFile } from '#shared/library-files/layouts/headed-file.ts';
import { baseOf, folderOf, stemOf } from '#shared/library-files/paths.ts';
import { FileNames } from '#shared/library-files/tree/file-names.ts';
import { type ReadPromptFile, readPromptFile, titleOfPath, writePromptFile } from './prompt-file.ts';
import type { WantedPrompt } from './prompt-files.ts';

/** Returns the first name for a title that is free, without an extension, and takes it. */
export type Names = { take(title: string, id: number): string };

export type FileForm = {
  /** The folder that all lie in; '' for the whole. */
  readonly root: string;
  /** Each prompt has a folder, and what lies in it is the prompt's too. */
  readonly ownsFolder: boolean;
  isPrompt(path: string): boolean;
  /** Returns a path without the name that is the prompt's: what is renamed with it. */
  unitOf(path: string): string;
  /** Returns the path of a file whose unit this is. */
  pathOf(unit: string): string;
  /** Whether prompts may lie in this folder in `root`. */
  enters(folder: string): boolean;
  /** `taken`: what is in the folder. */
  names(taken: readonly string[]): Names;
  plainName(title: string, id: number): string;
  titleOfPath(path: string, id: number | null): string;
  read(path: string, content: string): ReadPromptFile;
  /** `before`: the file that is replaced. */
  write(path: string, wanted: WantedPrompt, before: string | null): string;
};

export const treeForm: FileForm = {
  root: '',
  ownsFolder: false,
  isPrompt: (path) => /\.md$/i.test(path) && !/\.original\.md$/i.test(path),
  unitOf: (path) => path,
  pathOf: (unit) => `${unit}.md`,
  enters: () => true,
  names: (taken) => new FileNames(taken.flatMap((name) => [name, `${name}.md`])),
  plainName: (title, id) => new FileNames().take(title, id),
  titleOfPath,
  read: readPromptFile,
  write(path, wanted, before) {
    const read = before === null ? null : readPromptFile(path, before);
    return writePromptFile(wanted, read?.kind === 'prompt' ? read : null);
  },
};

const noHead = 'Its line "# promptory:" is not what it should be: put it right, or remove it.';

/** Returns the part of a form that all files with front matter have alike. */
function headed(form: HeadForm, nameOf: (path: string) => string) {
  return {
    names: (taken: readonly string[]) => new AgentNames(taken.flatMap((name) => [name, stemOf(name)])),
    plainName: agentName,
    titleOfPath(path: string, id: number | null) {
      const name = nameOf(path).normalize('NFC');
      return id === null ? name : plainAgentName(name, id);
    },
    read(path: string, content: string): ReadPromptFile {
      const read = readHeadedFile(content, { form, name: nameOf(path) });
      return read === null ? { kind: 'refused', sentence: noHead } : { kind: 'prompt', before: '', ...read };
    },
    write: (path: string, wanted: WantedPrompt) => writeHeadedFile(wanted, { form, name: nameOf(path) }),
  };
}

const skillsRoot = '.claude/skills';
const skillFile = 'SKILL.md';

/** A folder of Agent Skills: agentskills.io/specification; code.claude.com/docs/en/skills. */
export const skillsForm: FileForm = {
  root: skillsRoot,
  ownsFolder: true,
  isPrompt: (path) => path.split('/').length === 4 && baseOf(path) === skillFile,
  enters: (folder) => folder.split('/').length <= 3,
  unitOf: folderOf,
  pathOf: (unit) => `${unit}/${skillFile}`,
  ...headed({ isNamed: true, made: (title) => `description: ${JSON.stringify(title)}\n` }, (path) =>
    baseOf(folderOf(path)),
  ),
};

/** Rules of Cursor: cursor.com/docs/context/rules. */
export const cursorForm: FileForm = {
  root: '.cursor/rules',
  ownsFolder: false,
  isPrompt: (path) => /\.mdc$/i.test(path),
  enters: () => true,
  unitOf: (path) => path,
  pathOf: (unit) => `${unit}.mdc`,
  ...headed(
    {
      isNamed: false,
      made: (title) => [`description: ${JSON.stringify(title)}`, 'alwaysApply: true', ''].join('\n'),
    },
    stemOf,
  ),
};
