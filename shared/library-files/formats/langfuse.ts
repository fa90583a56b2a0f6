/**
 * Reads prompts as Langfuse's public API gives them: `GET /api/public/v2/prompts/{name}` has one version of one prompt,
 * and an export is a list of such versions.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { limits } from '#shared/model/limits.ts';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import { VersionLabel } from '#shared/model/version-label.ts';
import { shortTitle } from '#shared/text/short-title.ts';
import {
  type Candidate,
  type CandidateLabel,
  candidateVersion,
  promptCandidate,
  refusedCandidate,
} from '../candidate.ts';
import type { Reason } from '../files.ts';
import type { ReadOptions } from '../read-options.ts';
import { chatText, placeRemarks } from './chat-text.ts';
import { valueFormat } from './format.ts';
import { asAttribute, settingsOfParameters } from './parameters.ts';

const LangfusePrompt = z.looseObject({
  name: z.string().min(1),
  version: z.int().positive(),
  prompt: z.union([z.string(), z.array(z.unknown())]),
  labels: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  commitMessage: z.string().nullish(),
  config: z.unknown(),
});
type LangfusePrompt = z.infer<typeof LangfusePrompt>;

/** The list of names, which has no texts. */
const LangfuseName = z.looseObject({
  name: z.string(),
  versions: z.array(z.int()),
  labels: z.array(z.string()),
});
const LangfusePage = z.looseObject({ data: z.array(z.unknown()), meta: z.looseObject({ page: z.int() }) });

export const langfuseFormat = valueFormat({
  name: 'Langfuse',
  find: langfuseEntries,
  read: (entries, { file, options }) => readLangfuse(file.path, entries, options),
});

/** Returns the entries if a value is what Langfuse gives, one of them or a list; null if it is anything else. */
function langfuseEntries(value: unknown): unknown[] | null {
  const page = LangfusePage.safeParse(value);
  const entries = page.success ? page.data.data : Array.isArray(value) ? value : [value];
  return entries.length > 0 && isLangfuse(entries[0]) ? entries : null;
}

export function isLangfuse(entry: unknown): boolean {
  return LangfusePrompt.safeParse(entry).success || LangfuseName.safeParse(entry).success;
}

/** Yields a prompt for each name, with all its versions. */
export function* readLangfuse(
  path: string,
  entries: readonly unknown[],
  options: ReadOptions,
): Generator<Candidate> {
  const byName = new Map<string, LangfusePrompt[]>();
  for (const [index, entry] of entries.entries()) {
    const parsed = LangfusePrompt.safeParse(entry);
    if (!parsed.success) {
      const isName = LangfuseName.safeParse(entry).success;
      yield refusedCandidate(`${path}:${index + 1}`, {
        sentence: isName
          ? message('This list has the names of prompts only. Export each prompt with its text.')
          : message('This entry is not a prompt of Langfuse.'),
      });
      continue;
    }
    const { name } = parsed.data;
    byName.set(name, [...(byName.get(name) ?? []), parsed.data]);
  }
  for (const [name, versions] of byName) yield promptOf(`${path}: ${name}`, name, { versions, options });
}

function promptOf(
  source: string,
  name: string,
  { versions, options }: { versions: readonly LangfusePrompt[]; options: ReadOptions },
): Candidate {
  const inOrder = versions.toSorted((a, b) => a.version - b.version);
  const slash = name.lastIndexOf('/');
  const newest = inOrder.at(-1);
  const texts = inOrder.map(({ version, prompt, commitMessage, config }) =>
    candidateVersion({
      settings: settingsOf(config),
      ...{ version, content: textOf(prompt) },
      description: shortTitle(commitMessage ?? '', limits.descriptionLength) || `Imported version ${version}`,
    }),
  );
  const labels = inOrder.flatMap((each) =>
    each.labels.map((label): CandidateLabel => ({ label, version: each.version })),
  );
  const placed = labels.filter(({ label }) => VersionLabel.safeParse(label).success);
  const tags = [...new Set(newest?.tags.map((tag) => tag.replaceAll(',', ' ').trim()) ?? [])];
  const settings = settingsOf(newest?.config);
  return promptCandidate({
    source,
    project: slash < 0 ? options.project : { id: null, name: name.slice(0, slash) },
    title: name.slice(slash + 1),
    content: texts.at(-1)?.content ?? '',
    notes: settings === null ? configNote(newest?.config) : '',
    attributes: { ...(tags.length === 0 ? {} : { tags }), ...asAttribute(settings) },
    ...{ versions: texts, labels: placed },
    remarks: [...remarksOf(labels, placed), ...placeRemarks(newest?.prompt)],
  });
}

function textOf(prompt: LangfusePrompt['prompt']): string {
  return typeof prompt === 'string' ? prompt : chatText(prompt);
}

function remarksOf(labels: readonly CandidateLabel[], placed: readonly CandidateLabel[]): Reason[] {
  const kept = new Set(placed);
  // The newest version has it by itself.
  const lost = labels.filter((each) => !kept.has(each) && each.label !== 'latest').map(({ label }) => label);
  if (lost.length === 0) return [];
  return [
    { sentence: message('Labels that are not imported: {labels}.'), values: { labels: lost.join(', ') } },
  ];
}

const Config = z.record(z.string(), z.unknown());

/** Null: there are none, or more than a prompt can have. */
function settingsOf(config: unknown): PromptSettings | null {
  const parameters = Config.safeParse(config).data ?? {};
  return Object.keys(parameters).length === 0 ? null : settingsOfParameters(parameters);
}

/** A configuration that cannot be settings stands in a note. */
function configNote(config: unknown): string {
  const isEmpty = typeof config !== 'object' || config === null || Object.keys(config).length === 0;
  if (isEmpty) return '';
  const content = `config: ${JSON.stringify(config, null, 2)}`;
  return JSON.stringify([{ id: 'langfuse-config', content, createdAt: '' }]);
}
