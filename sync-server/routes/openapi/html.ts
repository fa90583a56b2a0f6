/** HTML made of parts: a text among them is escaped, and only HTML that was made here is not. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const joined = texts.map((text, index) => text + textOf(parts[index] ?? ''));
  return new Html(joined.join(''));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');
  return part.map(({ text }) => text).join('');
}
