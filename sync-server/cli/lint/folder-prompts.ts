/** Reads the prompts of files and folders that are looked at, with their cases, value sets, settings and snippets. */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { t } from '#shared/language/translate.ts';
import type { PromptCandidate } from '#shared/library-files/candidate.ts';
import { readFrontMatter } from '#shared/library-files/front-matter.ts';
import type { LintSubject } from '#shared/lint/finding.ts';
import { linesOf } from '#shared/templates/lines.ts';
import { formatReference } from '#shared/templates/snippet-syntax.ts';
import { hasReferences } from '#shared/templates/snippets.ts';
import { promptsAt } from '../files/prompts-on-disk.ts';
import { PromptFolder } from '../run/prompt-folder.ts';
import type { PromptToLint } from './prompt-to-lint.ts';

export type ReadForLint = PromptToLint | { readonly refused: string };

/** `places`: absolute paths. Throws `WrongArguments` where there is neither a file of a prompt nor a folder. */
export async function* folderPrompts(places: readonly string[], cwd: string): AsyncGenerator<ReadForLint> {
  const folders = new Map<string, Promise<PromptFolder>>();
  for (const place of places) {
    for await (const { root, candidate } of promptsAt(place)) {
      const source = join(root, candidate.source);
      const name = (relative(cwd, source) || source).replaceAll(sep, '/');
      if (candidate.kind === 'refused') {
        yield { refused: `${name}: ${t(candidate.reason.sentence, candidate.reason.values)}` };
        continue;
      }
      const folder = folders.get(dirname(source)) ?? PromptFolder.above(source);
      folders.set(dirname(source), folder);
      yield {
        name,
        subject: await subjectOf(candidate, source, await folder),
        linesBefore: await linesBefore(source, candidate.content),
      };
    }
  }
}

async function subjectOf(
  { content, attributes, valueSets, testCases }: PromptCandidate,
  source: string,
  folder: PromptFolder,
): Promise<PromptToLint['subject']> {
  const key = folder.pathOf(source);
  const { text, problems } = await folder.resolve({ key, text: content });
  // A problem of a snippet is one of the prompt that it is.
  const own = problems.filter(({ within }) => within === key);
  return {
    text: content,
    resolved: text,
    broken: own.map(({ reference, kind }) => ({ written: formatReference(reference), reason: kind })),
    references: hasReferences(content) ? await referencesIn(folder) : [],
    settings: attributes.settings ?? {},
    valueSets: [...(attributes.valueSets ?? []), ...valueSets],
    cases: testCases,
  };
}

async function referencesIn(folder: PromptFolder): Promise<LintSubject['references']> {
  const project = folder.projectName;
  if (project === null) return [];
  return (await folder.titles()).map((title) => formatReference({ project, title, pin: null }));
}

/** A file begins with its front matter, and an editor counts its lines. */
async function linesBefore(source: string, content: string): Promise<number> {
  const file = (await readFile(source, 'utf8')).replace(/^\ufeff/, '');
  if (readFrontMatter(file).kind !== 'found' || !file.endsWith(content)) return 0;
  return [...linesOf(file.slice(0, file.length - content.length))].length - 1;
}
