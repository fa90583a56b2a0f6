/**
 * Reads a prompt from its file as it stands there, without a server: the folder is one that `promptory sync` keeps, or a
 * checkout of one. Its snippets are the prompts of the same folder.
 */
import { readFrontMatter } from '#shared/library-files/front-matter.ts';
import { PromptHead } from '#shared/library-files/tree/tree-rows.ts';
import { type PulledSettings, pulledSettings } from '#shared/model/pull.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { WrongArguments } from '../world.ts';
import { filledMessages } from './fill-text.ts';
import { PromptFolder } from './prompt-folder.ts';
import { RunFailed } from './run-failed.ts';
import type { FilledPrompt } from './run-prompt.ts';

/** `path` is absolute. Throws `WrongArguments` where there is no prompt, `RunFailed` where it cannot be filled. */
export async function readFilePrompt(
  path: string,
  values: Readonly<Record<string, string>>,
): Promise<FilledPrompt> {
  const folder = await PromptFolder.above(path);
  const looked = await folder.files.look(folder.pathOf(path));
  if (looked.kind === 'refused') throw new WrongArguments(`${path} cannot be read. ${looked.sentence}`);
  if (looked.kind === 'other') throw new WrongArguments(`There is no file of a prompt at ${path}.`);
  const { text, before } = await folder.files.read(looked.prompt);
  const read = readPrompt(await folder.withSnippets({ key: looked.prompt.path, text }));
  return { messages: filledMessages(read, values), settings: settingsOf(before, path) };
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
