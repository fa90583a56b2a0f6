/** Names the formats of other tools in which prompts leave (`write-for-tool.ts`), for who offers them before it is loaded. */
export const toolFormats = [
  ...(['promptfoo', 'dotprompt', 'github-models', 'prompty'] as const),
  ...(['open-webui', 'librechat', 'skills', 'espanso'] as const),
] as const;
export type ToolFormat = (typeof toolFormats)[number];
