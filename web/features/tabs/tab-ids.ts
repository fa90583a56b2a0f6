/** Ties a tab to the panel that it opens. */
export const promptPanelId = 'prompt-panel';

export function tabId(promptId: number): string {
  return `prompt-tab-${promptId}`;
}
