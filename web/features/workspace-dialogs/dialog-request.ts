import type { Renaming } from '../../data/commit/update-references.ts';

/** A request for a dialog. It carries the names that the dialog shows, whose rows may be gone when it closes. */
export type DialogRequest =
  | { readonly kind: 'createProject' }
  | { readonly kind: 'createPrompt'; readonly projectId: number | null }
  | { readonly kind: 'renameProject'; readonly id: number; readonly name: string }
  | { readonly kind: 'renamePrompt'; readonly id: number; readonly title: string }
  | { readonly kind: 'deleteProject'; readonly id: number; readonly name: string }
  | { readonly kind: 'deletePrompt'; readonly id: number; readonly title: string }
  | { readonly kind: 'movePrompt'; readonly id: number; readonly title: string }
  | { readonly kind: 'editTags'; readonly id: number; readonly title: string }
  | { readonly kind: 'usedIn'; readonly id: number; readonly title: string }
  | { readonly kind: 'updateReferences'; readonly renaming: Renaming };
