/** One text of a prompt: the current one (`versionId` is null), or that of an old version. */
export type TextRef = { readonly promptId: number; readonly versionId: number | null };

export function textKey({ promptId, versionId }: TextRef): string {
  return versionId === null ? `${promptId}` : `${promptId}.${versionId}`;
}
