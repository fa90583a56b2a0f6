/**
 * Reads JSON lines `{"title": …, "versions": [texts]}`: the last text is the current one, the earlier ones are versions.
 *
 * 1. Texts arrive byte for byte.
 * 2. A line comes in once: read again it adds nothing, even where a person has changed or deleted what came of it. One
 *    that stands twice in a file is two prompts.
 */
import { z } from 'zod';
import { PromptContent } from '#shared/model/prompt.ts';
import { storableText } from '#shared/model/text.ts';
import { bounds } from '../bounds.ts';
import { type Candidate, candidateVersion, promptCandidate, refusedCandidate } from '../candidate.ts';
import type { InputFile, Reason } from '../files.ts';
import type { ReadOptions } from '../read-options.ts';
import { wrongFields } from '../tree/tree-yaml.ts';
import { readJsonLines } from './json-lines.ts';

const PromptLine = z.object({
  title: storableText.trim().min(1),
  versions: z.array(PromptContent).min(1),
});

/** Returns whether a line is meant to be such a prompt. */
export function isPromptLine(value: unknown): boolean {
  return z.looseObject({ title: z.unknown(), versions: z.array(z.unknown()) }).safeParse(value).success;
}

export async function* readPromptLines(
  file: InputFile,
  { project }: Pick<ReadOptions, 'project'>,
): AsyncGenerator<Candidate> {
  for await (const read of readJsonLines(file, bounds.tableBytes)) {
    const source = `${file.path}:${read.line}`;
    const parsed = PromptLine.safeParse(read.ok ? read.value : undefined);
    if (!read.ok) yield refusedCandidate(source, read.reason);
    else if (!parsed.success) {
      yield refusedCandidate(source, whyNot(parsed.error));
    } else {
      const { title, versions } = parsed.data;
      yield promptCandidate({
        ...{ source, project, title, content: versions.at(-1) ?? '', once: JSON.stringify(parsed.data) },
        versions: versions
          .slice(0, -1)
          .map((content) => candidateVersion({ content, description: 'Imported' })),
      });
    }
  }
}

/** The rules of texts have sentences of their own. */
function whyNot(error: z.ZodError): Reason {
  const [issue] = error.issues;
  return issue?.code === 'custom' ? { sentence: issue.message } : wrongFields(error);
}
