import type { Resource } from '#shared/model/resource.ts';

/** A request for a dialog about resources. It carries what the dialog shows, which may be gone when it closes. */
export type ResourceRequest =
  | { readonly kind: 'upload' | 'offline'; readonly projectId: number; readonly projectName: string }
  | { readonly kind: 'edit' | 'delete' | 'preview'; readonly resource: Resource };
