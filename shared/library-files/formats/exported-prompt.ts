import type { CaseFields, TestCase } from '#shared/model/checks/test-case.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { variableMarks } from '#shared/templates/variables.ts';
import { casesInOrder } from '#shared/text/order/cases-in-order.ts';
import { utf8 } from '../bytes.ts';
import type { OutputFile } from '../files.ts';
import { FileNames } from '../tree/file-names.ts';
import type { LibrarySource } from '../tree/library-source.ts';

/** A prompt that leaves for another tool. */
export type ExportedPrompt = {
  readonly id: number;
  readonly project: string;
  readonly title: string;
  /** With its snippets inserted; a reference that is left is plain text there. */
  readonly text: string;
  readonly valueSets: readonly Pick<ValueSet, 'name' | 'values'>[];
  /** In their order. */
  readonly testCases?: readonly CaseFields[] | undefined;
  readonly settings?: PromptSettings | undefined;
  /** An ISO time. */
  readonly modified: string;
};

/** A prompt in a file of its own. `project`: where the folder of the file has another name. */
export type WrittenPrompt = Pick<ExportedPrompt, 'title' | 'text' | 'valueSets' | 'settings'> & {
  readonly project?: string;
};

/** Returns the cases of a prompt as they are written. */
export async function casesOf({ testCases }: LibrarySource, prompt: Prompt): Promise<TestCase[]> {
  const rows: TestCase[] = [];
  for await (const row of testCases(prompt)) rows.push(row);
  return casesInOrder(rows);
}

type Prompts = AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>;

/** Yields a file for each prompt, in a folder for each project. */
export async function* promptFiles(
  prompts: Prompts,
  { extension, contentOf }: { extension: string; contentOf(prompt: WrittenPrompt): string },
): AsyncGenerator<OutputFile> {
  const folders = new FileNames();
  const projects = new Map<string, { folder: string; names: FileNames }>();
  for await (const prompt of prompts) {
    const known = projects.get(prompt.project) ?? {
      folder: folders.take(prompt.project, projects.size + 1),
      names: new FileNames(),
    };
    projects.set(prompt.project, known);
    const path = `${known.folder}/${known.names.take(prompt.title, prompt.id, extension)}`;
    const project = known.folder === prompt.project ? {} : { project: prompt.project };
    const { title, text, valueSets, settings, modified } = prompt;
    yield { path, modified, content: utf8(contentOf({ title, text, valueSets, settings, ...project })) };
  }
}

export type TextPiece = { readonly kind: 'literal' | 'variable'; readonly text: string };

/** Returns a text as what stands in it and the variables between, in their order; no literal is empty. */
export function textPiecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { start, end: next, name } of variableMarks(text)) {
    if (start > end) pieces.push({ kind: 'literal', text: text.slice(end, start) });
    pieces.push({ kind: 'variable', text: name });
    end = next;
  }
  if (end < text.length) pieces.push({ kind: 'literal', text: text.slice(end) });
  return pieces;
}
