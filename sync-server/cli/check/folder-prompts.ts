/**
 * Reads the prompts of a folder that are checked, with their test cases: of one that `promptory sync` keeps, of a checkout
 * of one, or of an exported tree. The cases lie beside a prompt's file, as an exported tree has them.
 */
import { join, relative, sep } from 'node:path';
import { t } from '#shared/language/translate.ts';
import type { CandidateVersion, PromptCandidate } from '#shared/library-files/candidate.ts';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { pulledSettings } from '#shared/model/pull.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { promptsAt } from '../files/prompts-on-disk.ts';
import { PromptFolder } from '../run/prompt-folder.ts';
import { RunFailed } from '../run/run-failed.ts';
import { enabledCases, type Labels, nameWith, type PromptToCheck, textToCheck } from './prompt-to-check.ts';

export type FolderPrompts = {
  readonly prompts: readonly PromptToCheck[];
  /** Files that cannot be read, with the reason. */
  readonly refused: readonly string[];
};

type Place = { readonly labels: Labels; readonly cwd: string };

/** `places`: absolute paths of files and folders. Throws `WrongArguments` where there is neither, or no prompt. */
export async function readFolderPrompts(
  places: readonly string[],
  { labels, cwd }: Place,
): Promise<FolderPrompts> {
  const prompts: PromptToCheck[] = [];
  const refused: string[] = [];
  for (const place of places) {
    for await (const { root, candidate } of promptsAt(place)) {
      const source = join(root, candidate.source);
      const name = (relative(cwd, source) || source).replaceAll(sep, '/');
      if (candidate.kind === 'refused') {
        refused.push(`${name}: ${t(candidate.reason.sentence, candidate.reason.values)}`);
      } else prompts.push(...(await promptOf(candidate, { name, source, labels })));
    }
  }
  return { prompts, refused };
}

type Named = { readonly name: string; readonly source: string; readonly labels: Labels };

/** Returns no prompt where none of its cases is enabled. */
async function promptOf(
  candidate: PromptCandidate,
  { name, source, labels: { label, baseline } }: Named,
): Promise<PromptToCheck[]> {
  const cases = enabledCases(casesOf(candidate));
  if (cases.length === 0) return [];
  const folder = await PromptFolder.above(source);
  const key = folder.pathOf(source);
  const textAt = (at: string | undefined) =>
    textToCheck(async () => {
      const { content, settings } = at === undefined ? current(candidate) : versionAt(candidate, at);
      const text = await folder.withSnippets({ key, text: content });
      return { read: readPrompt(text), settings: settingsOf(settings, name) };
    });
  return [
    {
      ...{ name: nameWith(name, label), cases },
      text: await textAt(label),
      baseline: baseline === undefined ? null : await textAt(baseline),
    },
  ];
}

/** A tree has the id and the time of each case. */
function casesOf({ id: promptId, testCases }: PromptCandidate): TestCase[] {
  return testCases.flatMap(({ id, createdAt, ...row }) =>
    id === null || createdAt === null ? [] : [{ ...row, id, createdAt, promptId: promptId ?? 0 }],
  );
}

const current = ({ content, attributes }: PromptCandidate) => ({ content, settings: attributes.settings });

/** Throws `RunFailed` where no version here has the label. */
function versionAt(candidate: PromptCandidate, label: string): CandidateVersion {
  const { versions, attributes, labels } = candidate;
  const id = attributes.labels?.find((each) => each.label === label)?.versionId ?? null;
  const number = labels.find((each) => each.label === label)?.version;
  const found =
    label === 'latest'
      ? versions.at(-1)
      : versions.find(({ version, ...each }) => (id !== null && each.id === id) || version === number);
  if (found === undefined) throw new RunFailed(`No version with the label ${label} lies beside this file.`);
  return found;
}

function settingsOf(settings: PromptSettings | null | undefined, name: string) {
  try {
    return pulledSettings(settings ?? {});
  } catch {
    throw new RunFailed(`The settings in ${name} are not what they should be.`);
  }
}
