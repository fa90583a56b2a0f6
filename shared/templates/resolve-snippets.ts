import type { Range } from './code-spans.ts';
import type { SnippetMark } from './marks.ts';
import {
  type Snippet,
  type SnippetLookup,
  type SnippetNode,
  type SnippetTarget,
  snippetGroups,
} from './snippet-graph.ts';
import type { SnippetName, SnippetReference } from './snippet-syntax.ts';

/**
 * A reference that stays in the text as it is written. `within` is the key of the text that has it at this range, null
 * in the text that was passed. `path` has the names along a cycle, from the reference back to it.
 */
export type SnippetProblem = Range & {
  readonly within: string | null;
  readonly reference: SnippetReference;
} & (
    | { readonly kind: 'missing' | 'ambiguous' | 'too-deep' | 'too-large' }
    | { readonly kind: 'cycle'; readonly path: readonly SnippetName[] }
  );

/** The text of a snippet as it stands in a resolved text, at a range of that. */
export type InsertedSnippet = Range & { readonly reference: SnippetReference };

export type ResolvedText = {
  readonly text: string;
  /** The first two thousand; each is before those that stand inside of it. */
  readonly inserted: readonly InsertedSnippet[];
  /** The first hundred, in their order; a reference that a text has several times counts once. */
  readonly problems: readonly SnippetProblem[];
};

/** Returns a text in which nothing is inserted. */
export function asWritten(text: string): ResolvedText {
  return { text, inserted: [], problems: [] };
}

/** `mostUnits`: of the whole result, in UTF-16 units. `mostLevels`: of snippets in snippets. */
export type ResolveLimits = { readonly mostUnits: number; readonly mostLevels: number };

const defaultLimits: ResolveLimits = { mostUnits: 5 * 1024 * 1024, mostLevels: 20 };
/** So many texts, and so many of their units, are read for one text. */
export const snippetLimits = { mostTexts: 1000, mostUnitsRead: 2 * defaultLimits.mostUnits };
const mostProblems = 100;
/** Snippets that are inserted twice in each other are ever more places, also where their texts are empty. */
const mostInserted = 2000;

type Kept = { readonly reference: SnippetMark; readonly kind: SnippetProblem['kind'] };

type Inserted = { readonly node: SnippetNode; readonly reference: SnippetReference; readonly at: number };

/** `inserted` are the texts that stand in this one in place of references, in their order, and where they begin. */
type Expansion = {
  readonly text: string;
  readonly levels: number;
  readonly kept: readonly Kept[];
  readonly inserted: readonly Inserted[];
};

/**
 * Returns a text with snippets in place of the references to them, and the references that have to stay.
 *
 * 1. Every byte outside references that are replaced stays, in this text and in each snippet.
 * 2. A snippet becomes the same text wherever it is inserted, and is expanded once: whether a reference stays depends
 *    on the text that has it and on its target, never on the way that led there. So no reference between two texts of
 *    one cycle is replaced, and levels are counted from the innermost snippet. The exception is a text that leads to
 *    more than a thousand others, or to twice the largest size: references beyond these stay as too large.
 * 3. No expanded text is larger than the limit, unless it was before: the references that still fit are replaced.
 *
 * Pass the text with its key, so that a snippet which leads back to it counts as a cycle.
 */
export function resolveSnippets(
  root: Snippet | string,
  lookup: SnippetLookup,
  limits: ResolveLimits = defaultLimits,
): ResolvedText {
  const groups = snippetGroups(root, lookup, {
    mostTexts: snippetLimits.mostTexts,
    mostUnits: 2 * limits.mostUnits,
  });
  const expansions = new Map<SnippetNode, Expansion>();
  for (const group of groups) {
    for (const node of group) expansions.set(node, expand(node, expansions, limits));
  }
  const first = groups.at(-1)?.[0];
  if (first === undefined) throw new Error('A text is in no group of its own graph.');
  return {
    text: expansions.get(first)?.text ?? first.text,
    inserted: insertedIn(first, expansions),
    problems: problemsOf(first, expansions),
  };
}

function expand(
  node: SnippetNode,
  expansions: ReadonlyMap<SnippetNode, Expansion>,
  { mostUnits, mostLevels }: ResolveLimits,
): Expansion {
  const kept = new Map<string, Kept>();
  const inserted: Inserted[] = [];
  let text = '';
  let end = 0;
  let levels = 0;
  let units = node.text.length;
  for (const reference of node.references) {
    const written = node.text.slice(reference.start, reference.end);
    const target = node.targets.get(written)?.node ?? 'missing';
    const keep = (kind: Kept['kind']) => kept.has(written) || kept.set(written, { reference, kind });
    if (typeof target === 'string') {
      keep(target);
      continue;
    }
    const expansion = target.group === node.group ? undefined : expansions.get(target);
    if (expansion === undefined) {
      keep('cycle');
      continue;
    }
    levels = Math.max(levels, expansion.levels + 1);
    const grown = units + expansion.text.length - (reference.end - reference.start);
    if (expansion.levels >= mostLevels) keep('too-deep');
    else if (grown > mostUnits) keep('too-large');
    else {
      // Strings joined by + share their parts: however often a snippet is inserted, its text is in memory once.
      text += node.text.slice(end, reference.start);
      inserted.push({ node: target, reference, at: text.length });
      text += expansion.text;
      end = reference.end;
      units = grown;
    }
  }
  return { text: text + node.text.slice(end), levels, kept: [...kept.values()], inserted };
}

function insertedIn(root: SnippetNode, expansions: ReadonlyMap<SnippetNode, Expansion>): InsertedSnippet[] {
  const places: InsertedSnippet[] = [];

  // No text is inserted deeper than the limit of levels.
  function collect(node: SnippetNode, from: number): void {
    for (const { node: target, reference, at } of expansions.get(node)?.inserted ?? []) {
      if (places.length >= mostInserted) return;
      const { project, title, pin } = reference;
      const start = from + at;
      const end = start + (expansions.get(target)?.text.length ?? 0);
      places.push({ start, end, reference: { project, title, pin } });
      collect(target, start);
    }
  }

  collect(root, 0);
  return places;
}

function problemsOf(root: SnippetNode, expansions: ReadonlyMap<SnippetNode, Expansion>): SnippetProblem[] {
  const problems: SnippetProblem[] = [];
  const seen = new Set<SnippetNode>();

  // No text is inserted deeper than the limit of levels.
  function collect(node: SnippetNode): void {
    if (seen.has(node) || problems.length >= mostProblems) return;
    seen.add(node);
    const expansion = expansions.get(node);
    for (const { reference, kind } of expansion?.kept ?? []) {
      if (problems.length >= mostProblems) return;
      problems.push(problemAt(node, reference, kind));
    }
    for (const { node: target } of expansion?.inserted ?? []) collect(target);
  }

  collect(root);
  return problems;
}

function problemAt(node: SnippetNode, mark: SnippetMark, kind: Kept['kind']): SnippetProblem {
  const { start, end, project, title, pin } = mark;
  const place = { start, end, within: node.key, reference: { project, title, pin } };
  return kind === 'cycle' ? { ...place, kind, path: cycleFrom(node, mark) } : { ...place, kind };
}

/** Returns the names along the shortest way from a reference through its group back to the text that has it. */
function cycleFrom(node: SnippetNode, mark: SnippetMark): SnippetName[] {
  const ways = new Map<SnippetNode, { name: SnippetName; before: SnippetNode | null }>();
  const go = (target: SnippetTarget | undefined, before: SnippetNode | null) => {
    if (target === undefined || typeof target.node === 'string') return;
    if (target.node.group !== node.group || ways.has(target.node)) return;
    const { project, title } = target.reference;
    ways.set(target.node, { name: { project, title }, before });
  };
  go(node.targets.get(node.text.slice(mark.start, mark.end)), null);
  for (const at of ways.keys()) {
    if (at === node) break;
    for (const target of at.targets.values()) go(target, at);
  }
  const path: SnippetName[] = [];
  for (
    let way = ways.get(node);
    way !== undefined;
    way = way.before === null ? undefined : ways.get(way.before)
  ) {
    path.unshift(way.name);
  }
  return path;
}
