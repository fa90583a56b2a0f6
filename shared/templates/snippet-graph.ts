import type { SnippetMark } from './marks.ts';
import type { SnippetReference } from './snippet-syntax.ts';
import { referencesOf } from './snippets.ts';

/** `key` names the text: the same text has the same key under each of its names, as a version of a prompt has. */
export type Snippet = { readonly key: string; readonly text: string };

/**
 * Returns the text that a reference names, or why there is none. A caller that has to wait for its library resolves
 * with what it has read so far, reads what was missing, and repeats that until nothing new is asked for.
 */
export type SnippetLookup = (reference: SnippetReference) => FoundSnippet;

/** `too-large`: the caller has read as much as it reads. */
export type FoundSnippet = Snippet | 'missing' | 'ambiguous' | 'too-large';

/** A text, or one that it refers to, itself or through others. `key` is null for a text that was passed without one. */
export type SnippetNode = {
  readonly key: string | null;
  readonly text: string;
  readonly references: readonly SnippetMark[];
  /** By the references as they are written. */
  readonly targets: Map<string, SnippetTarget>;
  /** Equal for the texts of one cycle, which all lead to each other. */
  group: number;
};

/** A text that a reference names, or why there is none. */
export type SnippetTarget = {
  readonly reference: SnippetMark;
  readonly node: SnippetNode | 'missing' | 'ambiguous' | 'too-large';
};

/** As many texts are read, with so many UTF-16 units together. */
export type GraphLimits = { readonly mostTexts: number; readonly mostUnits: number };

/**
 * Reads a text and what it refers to, and returns the groups of texts that lead to each other, each after the groups
 * that it refers to; the last one begins with the text itself (Tarjan's algorithm). It recurs `mostTexts` deep at most.
 */
export function snippetGroups(
  root: Snippet | string,
  lookup: SnippetLookup,
  limits: GraphLimits,
): SnippetNode[][] {
  const byKey = new Map<string, SnippetNode>();
  const places = new Map<SnippetNode, number>();
  const open: SnippetNode[] = [];
  const groups: SnippetNode[][] = [];
  let units = 0;

  function nodeOf(key: string | null, text: string): SnippetNode {
    const node: SnippetNode = { key, text, references: referencesOf(text), targets: new Map(), group: -1 };
    if (key !== null) byKey.set(key, node);
    units += text.length;
    return node;
  }

  function targetOf({ project, title, pin }: SnippetReference): SnippetTarget['node'] {
    const found = lookup({ project, title, pin });
    if (typeof found === 'string') return found;
    const known = byKey.get(found.key);
    if (known !== undefined) return known;
    const isTooLarge = byKey.size >= limits.mostTexts || units + found.text.length > limits.mostUnits;
    return isTooLarge ? 'too-large' : nodeOf(found.key, found.text);
  }

  /** Returns the first place among the open texts that this one leads to. */
  function visit(node: SnippetNode): number {
    const place = places.size;
    let first = place;
    places.set(node, place);
    open.push(node);
    for (const reference of node.references) {
      const written = node.text.slice(reference.start, reference.end);
      if (node.targets.has(written)) continue;
      const target = targetOf(reference);
      node.targets.set(written, { reference, node: target });
      if (typeof target === 'string') continue;
      if (!places.has(target)) first = Math.min(first, visit(target));
      else if (target.group < 0) first = Math.min(first, places.get(target) ?? first);
    }
    if (first === place) {
      const group = open.splice(open.indexOf(node));
      for (const member of group) member.group = groups.length;
      groups.push(group);
    }
    return first;
  }

  visit(typeof root === 'string' ? nodeOf(null, root) : nodeOf(root.key, root.text));
  return groups;
}
