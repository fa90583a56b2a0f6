import type { OutlineProject } from '../../data/rows/outline.ts';

/** A question about rows that are selected together; `onAgree` is called with the answer. */
export type BulkRequest =
  | {
      readonly kind: 'move';
      readonly count: number;
      readonly projects: readonly OutlineProject[];
      onAgree(project: OutlineProject): void;
    }
  | {
      readonly kind: 'tags';
      readonly count: number;
      /** Those that some of the rows have, and those that other prompts have. */
      readonly tags: readonly string[];
      readonly others: readonly string[];
      onAgree(tags: { readonly add: readonly string[]; readonly remove: readonly string[] }): void;
    }
  | { readonly kind: 'label'; readonly count: number; onAgree(label: string): void }
  | {
      readonly kind: 'delete';
      readonly of: 'prompt' | 'resource';
      readonly count: number;
      onAgree(): void;
      focusAfterwards(): HTMLElement | null;
    };
