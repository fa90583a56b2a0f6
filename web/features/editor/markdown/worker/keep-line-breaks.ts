import type { Nodes, PhrasingContent, Root } from 'mdast';

/** Makes each single line break in the texts of a tree one that is drawn. */
export function keepLineBreaks(tree: Root): void {
  // Without recursion: the tree is as deep as somebody wrote it.
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.type) {
      case 'paragraph':
      case 'heading':
      case 'emphasis':
      case 'strong':
      case 'delete':
      case 'link':
      case 'linkReference':
        node.children = node.children.flatMap(withBreaks);
    }
    if ('children' in node) open.push(...node.children);
  }
}

function withBreaks(node: PhrasingContent): PhrasingContent[] {
  if (node.type !== 'text') return [node];
  return node.value
    .split(/\r\n|\r|\n/)
    .flatMap((value, line): PhrasingContent[] => [
      ...(line > 0 ? ([{ type: 'break' }] as const) : []),
      ...(value === '' ? [] : ([{ type: 'text', value }] as const)),
    ]);
}
