/**
 * Reads a prompt from its file as it stands there, without a server: the folder is one that `promptory sync` keeps, or a
 * checkout of one. Its snippets are the prompts of the same folder.
 */
import { dirname, relative, sep } from 'node:path';
import { readFrontMatter } from '#shared/library-files/front-matter.ts';
import { PromptHead } from '#shared/library-files/tree/tree-rows.ts';
import { type PulledSettings, pulledSettings } from '#shared/model/pull.ts';
import { fillMessages, fillPrompt, missingOf, readPrompt } from '#shared/templates/prompt-parts.ts';
import { resolveSnippets } from '#shared/templates/resolve-snippets.ts';
import type { FoundSnippet, Snippet } from '#shared/templates/snippet-graph.ts';
import { formatReference, type SnippetReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { normalName } from '#shared/templates/variable-syntax.ts';
import { FolderFiles, type FoundPrompt } from '../folder-sync/folder-files.ts';
import { readOwnState } from '../folder-sync/folder-state.ts';
import { titleOf } from '../folder-sync/round.ts';
import { WrongArguments } from '../world.ts';
import { RunFailed } from './run-failed.ts';
import type { FilledPrompt } from './run-prompt.ts';

/** `path` is absolute. Throws `WrongArguments` where there is no prompt, `RunFailed` where it cannot be filled. */
export async function readFilePrompt(
  path: string,
  given: Readonly<Record<string, string>>,
): Promise<FilledPrompt> {
  const folder = await folderOf(path);
  const files = new FolderFiles(folder.root);
  const looked = await files.look(relative(folder.root, path).replaceAll(sep, '/'));
  if (looked.kind === 'refused') throw new WrongArguments(`${path} cannot be read. ${looked.sentence}`);
  if (looked.kind === 'other') throw new WrongArguments(`There is no file of a prompt at ${path}.`);
  const { text, before } = await files.read(looked.prompt);
  const root = { key: looked.prompt.path, text };
  const read = readPrompt(hasReferences(text) ? await withSnippets(root, folder, files) : text);
  const values = new Map(Object.entries(given).map(([name, value]) => [normalName(name), value]));
  const missing = missingOf(read, values);
  if (missing.length > 0) {
    throw new RunFailed(`These variables have neither a value nor a default: ${missing.join(', ')}.`);
  }
  const messages = fillMessages(read, values) ?? [
    { role: 'user' as const, content: fillPrompt(read, values).text },
  ];
  return { messages, settings: settingsOf(before, path) };
}

type Folder = { readonly root: string; readonly own: Awaited<ReturnType<typeof readOwnState>> };

/** Returns the folder above a file that is kept equal with a project; without one the folder that the file is in. */
async function folderOf(path: string): Promise<Folder> {
  for (let root = dirname(path); ; root = dirname(root)) {
    const own = await readOwnState(root);
    if (own !== null) return { root, own };
    if (root === dirname(root)) return { root: dirname(path), own: null };
  }
}

/** The settings that an exported file has; `promptory sync` writes none, and leaves them. */
function settingsOf(before: string, path: string): PulledSettings {
  const read = readFrontMatter(before);
  if (read.kind !== 'found') return {};
  try {
    return pulledSettings(PromptHead.pick({ settings: true }).parse(read.fields).settings ?? {});
  } catch {
    throw new RunFailed(`The settings in ${path} are not what they should be.`);
  }
}

/** Reads a level of references after the other, until none is new. Throws `RunFailed` where one stays. */
async function withSnippets(root: Snippet, { own }: Folder, files: FolderFiles): Promise<string> {
  const { prompts } = await files.find();
  const projectName = own?.projectName ?? null;
  const named = Map.groupBy(prompts, (found) => titleOf(found, own?.prompts.get(found.id ?? 0)));
  const texts = new Map<string, Snippet>();
  const filesOf = ({ project, title, pin }: SnippetReference) =>
    pin === null && project === projectName ? (named.get(title) ?? []) : [];
  for (;;) {
    const wanted: FoundPrompt[] = [];
    const { text, problems } = resolveSnippets(root, (reference): FoundSnippet => {
      const [found, another] = filesOf(reference);
      if (found === undefined) return 'missing';
      if (another !== undefined) return 'ambiguous';
      if (found.path === root.key) return root;
      const known = texts.get(found.path);
      if (known === undefined) wanted.push(found);
      return known ?? 'missing';
    });
    if (wanted.length === 0) {
      if (problems.length === 0) return text;
      throw new RunFailed(unresolvedSentence(problems, projectName));
    }
    for (const found of wanted)
      texts.set(found.path, { key: found.path, text: (await files.read(found)).text });
  }
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
