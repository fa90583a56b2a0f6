/**
 * Finds keys, tokens and passwords in texts by the rules of secretlint (github.com/secretlint/secretlint), in the thread
 * that asks: a page asks a worker, which loads this file.
 *
 * 1. A long text is read in pieces that overlap: the work grows with its length, whatever it holds.
 * 2. Short texts are read together: a call of secretlint costs more than a short text does.
 * 3. A comment in a text switches no rule off, and no file is looked at: rules of both kinds are left out.
 * 4. A place that holds a variable is an example of a secret and not one.
 */
import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { FoundSecret } from '../finding.ts';

const leftOut = /rule-(filter-comments|gcp)$/;
const config = {
  rules: rules
    .filter(({ meta }) => !leftOut.test(meta.id))
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

/** UTF-16 units. The longest secrets are private keys, of some thousand. */
const pieceUnits = 64 * 1024;
const overlapUnits = 8 * 1024;
/** Of one text; more are no longer shown. */
const mostSecrets = 100;
/** Between texts that are read together, so that none goes on in the next one. */
const between = '\n\n';

/**
 * Returns the first hundred secrets of a text, in their order. `pause`: awaited after each 64 KB, where others wait for
 * this thread.
 */
export async function findSecrets(
  text: string,
  { pause }: { pause?: () => Promise<void> } = {},
): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  for (let start = 0; start < text.length && found.length < mostSecrets; start += pieceUnits) {
    const piece = text.slice(start, start + pieceUnits + overlapUnits);
    const isLast = start + piece.length >= text.length;
    for (const each of await secretsIn(piece)) {
      const moved = { ...each, start: each.start + start, end: each.end + start };
      // One that begins in the overlap is whole in the next piece.
      const isOfNext = !isLast && each.start >= pieceUnits;
      if (!isOfNext && moved.start >= (found.at(-1)?.end ?? 0)) found.push(moved);
    }
    if (isLast) break;
    await pause?.();
  }
  return found.slice(0, mostSecrets);
}

/** Returns the secrets of each text, as `findSecrets` does. */
export async function findSecretsInEach(texts: readonly string[]): Promise<FoundSecret[][]> {
  const found: FoundSecret[][] = [];
  for (let at = 0; at < texts.length; ) {
    let units = 0;
    let next = at;
    do {
      units += (texts[next]?.length ?? 0) + between.length;
      next += 1;
    } while (next < texts.length && units + (texts[next]?.length ?? 0) <= pieceUnits);
    found.push(...(await readTogether(texts.slice(at, next))));
    at = next;
  }
  return found;
}

async function readTogether(texts: readonly string[]): Promise<FoundSecret[][]> {
  const joined = texts.length > 1 ? await secretsIn(texts.join(between)) : null;
  // Most texts have none. Where one has, it is read by itself: what is found does not depend on its neighbours.
  if (joined?.length === 0) return texts.map(() => []);
  const found: FoundSecret[][] = [];
  for (const text of texts) found.push(await findSecrets(text));
  return found;
}

async function secretsIn(content: string): Promise<FoundSecret[]> {
  const { messages } = await lintSource({
    source: { content, filePath: 'prompt.md', ext: '.md', contentType: 'text' },
    options: { config, noPhysicFilePath: true },
  });
  const found: FoundSecret[] = [];
  const sorted = messages.toSorted((one, other) => one.range[0] - other.range[0]);
  for (const { ruleId, range } of sorted) {
    const [start, end] = range;
    if (start < (found.at(-1)?.end ?? 0) || isExample(content.slice(start, end))) continue;
    found.push({ start, end, kind: ruleId.replace(/^.*secretlint-rule-/, '') });
  }
  return found;
}

function isExample(secret: string): boolean {
  return /\{\{|\$\{/.test(secret);
}
