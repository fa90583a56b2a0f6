/** Returns the tags of a list, or of a text with commas, semicolons or bars between them; what is no text is none. */
export function tagsOf(value: unknown): string[] {
  const tags = Array.isArray(value) ? value.map(textOf) : textOf(value).split(/[,;|]/);
  return [...new Set(tags.map((tag) => tag.replaceAll(',', ' ').trim()).filter((tag) => tag !== ''))];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
