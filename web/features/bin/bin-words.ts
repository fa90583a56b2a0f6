/** The words of the bin. */
import { t } from '#shared/language/translate.ts';
import { foldText } from '#shared/text/fold-text.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { fullDate, relativeTime } from '#shared/text/relative-time.ts';
import type { BinContents } from '../../data/bin/bin-items.ts';
import type { BinItem } from '../../data/database/library-db.ts';

/**
 * Returns the name of an item as a sentence has it: a version goes by its number and its prompt, a kept run by its model, a test
 * case by its prompt too.
 */
export function itemName({ type, name, version = 0, place }: BinItem): string {
  const prompt = place.prompt?.title;
  if (type === 'keptRun') return keptRunName(isolatedName(name), prompt);
  if (type === 'testCase') return testCaseName(isolatedName(name), prompt);
  if (type !== 'version') return isolatedName(name);
  return prompt === undefined
    ? t('Version {number}', { number: version })
    : t('Version {number} of {name}', { number: version, name: isolatedName(prompt) });
}

function keptRunName(model: string, prompt: string | undefined): string {
  return prompt === undefined
    ? t('Kept run with {model}', { model })
    : t('Kept run of {name} with {model}', { name: isolatedName(prompt), model });
}

function testCaseName(name: string, prompt: string | undefined): string {
  return prompt === undefined
    ? t('Test case "{name}"', { name })
    : t('Test case "{name}" of {prompt}', { name, prompt: isolatedName(prompt) });
}

/** Returns where it was, and what went with it; the numbers are there a moment later. */
export function placeWords(item: BinItem, contents: BinContents | undefined): string {
  const inside = contents === undefined ? '' : insideWords(contents);
  if (item.isBack === true) return t('Restored. Still in the bin: {rest}', { rest: inside });
  return [whereWords(item), inside].filter((words) => words !== '').join(' · ');
}

function whereWords({ type, name, place, ranAt = '' }: BinItem): string {
  const project = isolatedName(place.project?.name ?? '');
  switch (type) {
    case 'project':
      return t('Project');
    case 'prompt':
      return project === '' ? t('Prompt') : t('Prompt in {project}', { project });
    case 'resource':
      return project === '' ? t('File') : t('File in {project}', { project });
    case 'version':
      return isolatedName(name);
    case 'keptRun':
      return fullDate(ranAt, {});
    case 'testCase':
      return project;
  }
}

function insideWords({ prompts, resources, versions, keptRuns, testCases }: BinContents): string {
  return [
    prompts > 0 && t('{count, plural, one {# prompt} other {# prompts}}', { count: prompts }),
    resources > 0 && t('{count, plural, one {# file} other {# files}}', { count: resources }),
    versions > 0 && t('{count, plural, one {# version} other {# versions}}', { count: versions }),
    keptRuns > 0 && t('{count, plural, one {# kept run} other {# kept runs}}', { count: keptRuns }),
    testCases > 0 && t('{count, plural, one {# test case} other {# test cases}}', { count: testCases }),
  ]
    .filter((words) => words !== false)
    .join(', ');
}

/** Returns when it was deleted, and on which device where that is another one and known. */
export function deletedWords({ at, device }: BinItem, now: number): string {
  const when = relativeTime(new Date(at).toISOString(), { now });
  return device === null || device === '' ? when : `${when} · ${isolatedName(device)}`;
}

/** Returns what is to be known of a file's content; null if it is on this device. */
export function contentWords(item: BinItem, contents: BinContents | undefined): string | null {
  if (item.type !== 'resource' || contents === undefined || contents.here) return null;
  return item.available === true
    ? t('Its content is on the server and comes back from there.')
    : t('Only its name is left: its content never reached this device or the server.');
}

export function canRestore(item: BinItem, contents: BinContents | undefined): boolean {
  return item.type !== 'resource' || contents === undefined || contents.here || item.available === true;
}

/** Returns the items whose name or place has all the words that were typed. */
export function foundItems(items: readonly BinItem[], query: string): readonly BinItem[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter(({ name, place }) => {
    const text = foldText(`${name} ${place.project?.name ?? ''} ${place.prompt?.title ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
