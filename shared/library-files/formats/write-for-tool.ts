import type { OutputFile } from '../files.ts';
import { writeSkills } from './agents/write-skills.ts';
import { writeOpenWebui } from './chat-apps/open-webui.ts';
import { writePresets } from './chat-apps/write-presets.ts';
import { writeDotprompts } from './dotprompt/write-dotprompt.ts';
import { writeEspanso } from './espanso/espanso.ts';
import type { ExportedPrompt } from './exported-prompt.ts';
import { writeGithubPrompts } from './github-models/write-prompt-files.ts';
import { writePromptfoo } from './promptfoo/write-promptfoo.ts';
import { writePrompties } from './prompty/write-prompty.ts';
import type { ToolFormat } from './tool-formats.ts';

/** A folder of files, or one file. */
export type ToolFiles =
  | { readonly kind: 'folder'; readonly files: AsyncGenerator<OutputFile> }
  | { readonly kind: 'file'; readonly file: OutputFile };

/** Writes prompts in the format of a tool. `modified`: an ISO time, for a file of all prompts. */
export async function writeForTool(
  format: ToolFormat,
  prompts: AsyncIterable<ExportedPrompt>,
  { modified }: { modified: string },
): Promise<ToolFiles> {
  switch (format) {
    case 'dotprompt':
      return { kind: 'folder', files: writeDotprompts(prompts) };
    case 'github-models':
      return { kind: 'folder', files: writeGithubPrompts(prompts) };
    case 'prompty':
      return { kind: 'folder', files: writePrompties(prompts) };
    case 'librechat':
      return { kind: 'folder', files: writePresets(prompts) };
    case 'skills':
      return { kind: 'folder', files: writeSkills(prompts) };
    case 'promptfoo':
      return { kind: 'file', file: await writePromptfoo(prompts, { modified }) };
    case 'open-webui':
      return { kind: 'file', file: await writeOpenWebui(prompts, { modified }) };
    case 'espanso':
      return { kind: 'file', file: await writeEspanso(prompts, { modified }) };
  }
}
