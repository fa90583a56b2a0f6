/**
 * The folder that a prompt's file is in, which has the snippets of its text: one that `promptory sync` keeps equal with a
 * project, or a project of an exported tree. Anywhere else no snippet is known.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { projectFile } from '#shared/library-files/tree/tree-files.ts';
import { ProjectHead } from '#shared/library-files/tree/tree-rows.ts';
import { readYaml } from '#shared/library-files/yaml.ts';
import { asWritten, type ResolvedText, resolveSnippets } from '#shared/templates/resolve-snippets.ts';
import type { FoundSnippet, Snippet } from '#shared/templates/snippet-graph.ts';
import { formatReference, type SnippetReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { FolderFiles } from '../folder-sync/files/folder-files.ts';
import type { FoundPrompt } from '../folder-sync/files/prompt-files.ts';
import type { Known } from '../folder-sync/folder-state.ts';
import { isMissing, readOwnState } from '../folder-sync/folder-state.ts';
import { titleOf } from '../folder-sync/round.ts';
import { RunFailed } from './run-failed.ts';

/** The name that references to its prompts have, and the prompts as the last sync knew them. */
type FolderProject = { readonly name: string | null; readonly prompts: ReadonlyMap<number, Known> };

export class PromptFolder {
  readonly #root: string;
  readonly #project: FolderProject | null;
  readonly files: FolderFiles;
  #named: Promise<Map<string, FoundPrompt[]>> | undefined;

  private constructor(root: string, project: FolderProject | null) {
    this.#root = root;
    this.#project = project;
    this.files = new FolderFiles(root);
  }

  /** Returns the folder of a project above an absolute path; without one the folder that the file is in. */
  static async above(path: string): Promise<PromptFolder> {
    for (let root = dirname(path); ; root = dirname(root)) {
      const project = await projectOf(root);
      if (project !== null) return new PromptFolder(root, project);
      if (root === dirname(root)) return new PromptFolder(dirname(path), null);
    }
  }

  /** Returns the path in this folder. */
  pathOf(path: string): string {
    return relative(this.#root, path).replaceAll(sep, '/');
  }

  /** Throws `RunFailed` where a reference stays as it is written. */
  async withSnippets(root: Snippet): Promise<string> {
    const { text, problems } = await this.resolve(root);
    if (problems.length === 0) return text;
    throw new RunFailed(unresolvedSentence(problems, this.projectName));
  }

  /** Reads a level of references after the other, until none is new. */
  async resolve(root: Snippet): Promise<ResolvedText> {
    if (!hasReferences(root.text)) return asWritten(root.text);
    const named = await this.#allNamed();
    const { projectName } = this;
    const texts = new Map<string, Snippet>();
    const filesOf = ({ project, title, pin }: SnippetReference) =>
      pin === null && project === projectName ? (named.get(title) ?? []) : [];
    for (;;) {
      const wanted: FoundPrompt[] = [];
      const resolved = resolveSnippets(root, (reference): FoundSnippet => {
        const [found, another] = filesOf(reference);
        if (found === undefined) return 'missing';
        if (another !== undefined) return 'ambiguous';
        if (found.path === root.key) return root;
        const known = texts.get(found.path);
        if (known === undefined) wanted.push(found);
        return known ?? 'missing';
      });
      if (wanted.length === 0) return resolved;
      for (const found of wanted)
        texts.set(found.path, { key: found.path, text: (await this.files.read(found)).text });
    }
  }

  /** The name that references to its prompts have; null where it is not known. */
  get projectName(): string | null {
    return this.#project?.name ?? null;
  }

  /** Returns the titles of its prompts. */
  async titles(): Promise<string[]> {
    return [...(await this.#allNamed()).keys()];
  }

  #allNamed(): Promise<Map<string, FoundPrompt[]>> {
    this.#named ??= this.#findNamed();
    return this.#named;
  }

  async #findNamed(): Promise<Map<string, FoundPrompt[]>> {
    const { prompts } = await this.files.find();
    return Map.groupBy(prompts, (found) =>
      titleOf(this.files, found, this.#project?.prompts.get(found.id ?? 0)),
    );
  }
}

async function projectOf(root: string): Promise<FolderProject | null> {
  const synced = await readOwnState(root);
  if (synced !== null) return { name: synced.projectName, prompts: synced.prompts };
  const yaml = await readFile(join(root, projectFile), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (yaml === null) return null;
  const read = readYaml(yaml);
  const head = ProjectHead.safeParse(read.ok ? read.value : null);
  return head.success ? { name: head.data.name, prompts: new Map() } : null;
}

function unresolvedSentence(
  problems: readonly { readonly reference: SnippetReference }[],
  projectName: string | null,
): string {
  const names = problems.map(({ reference }) => formatReference(reference)).join(', ');
  if (projectName === null) {
    return `These snippets are not known here: ${names}. "promptory sync" of the folder names the project that it is.`;
  }
  return `These snippets are not among the current texts of the folder: ${names}.`;
}
