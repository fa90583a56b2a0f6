/**
 * The page that a link to read opens: a text as it is written, without a script.
 *
 * 1. Whatever a text holds is text there: `html` writes its characters, and the content policy of the page loads and
 *    runs nothing but the styles below.
 * 2. No search engine lists it, no cache keeps it, and where a link in the text leads does not learn its address.
 */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { PulledPrompt } from '#shared/model/pull.ts';
import { messagesOf } from '#shared/templates/chat.ts';

const styles = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem 1rem 3rem; background: light-dark(#fff, #111113); color: light-dark(#18181b, #ececef); }
main { max-width: 48rem; margin: 0 auto; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .5rem; font-size: .875rem; font-weight: 600; }
p, li { margin: .25rem 0; font-size: .875rem; color: light-dark(#52525b, #a1a1aa); overflow-wrap: anywhere; }
pre { margin: 0; padding: 1rem; border: 1px solid light-dark(#e4e4e7, #2e2e33); border-radius: .5rem;
  background: light-dark(#fafafa, #18181b); font: .875rem/1.6 ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; }
a { color: light-dark(#1d4ed8, #93c5fd); }
.act { display: inline-block; min-height: 2.75rem; line-height: 2.75rem; }
header { margin-bottom: 1.5rem; }
footer { margin-top: 1.5rem; border-top: 1px solid light-dark(#e4e4e7, #2e2e33); padding-top: .5rem; }
`;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** Of every answer to a link, whatever its form. */
export const linkHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
};

type Html = ReturnType<typeof html>;

export type Shown = { prompt: PulledPrompt; expiresAt: number | null };

export async function sharedPage({ prompt, expiresAt }: Shown): Promise<Response> {
  const { title, text, version, variables, unresolved } = prompt;
  const body = html`<header>
<h1 dir="auto">${title}</h1>
<p>${version === null ? 'The text as it is now.' : `Version ${version}, which stays as it is.`}${
    expiresAt === null ? '' : ` This link works until ${new Date(expiresAt).toUTCString()}.`
  }</p>
</header>
${textOf(text)}
${listOf(
  'Variables',
  variables.map(({ name, default: value }) => (value === null ? name : `${name}: ${value}`)),
)}
${listOf(
  'Snippets that are not there',
  unresolved.map(({ reference }) => reference),
)}
<footer><a class="act" href="?as=text">The text alone</a></footer>`;
  return page({ title, body, status: 200 });
}

export function notShownPage(kind: 'held' | 'gone'): Promise<Response> {
  const [title, sentence, status] =
    kind === 'held'
      ? ([
          'This text is held back',
          'It holds what looks like a key or a password. Whoever shared it can look at it, and share it once more.',
          403,
        ] as const)
      : ([
          'There is nothing at this link',
          'It was revoked, has ended, or what it led to was deleted. Ask whoever sent it for a new one.',
          404,
        ] as const);
  return page({ title, body: html`<h1>${title}</h1><p>${sentence}</p>`, status });
}

async function page({
  title,
  body,
  status,
}: {
  title: string;
  body: Html;
  status: number;
}): Promise<Response> {
  const written = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
  return new Response(String(written), { status, headers: { ...linkHeaders, ...headers } });
}

/** A chat message by message; the first line break within `pre` would be left out. */
function textOf(text: string): Html | Html[] {
  const pre = (content: string) => html`<pre dir="auto" tabindex="0">${'\n'}${content}</pre>`;
  const messages = messagesOf(text);
  if (messages === null) return pre(text);
  return messages.map(
    ({ role, content }) => html`<section><h2>${nameOf(role)}</h2>${pre(content)}</section>`,
  );
}

function nameOf(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}

function listOf(heading: string, items: readonly string[]): Html | '' {
  if (items.length === 0) return '';
  return html`<section><h2>${heading}</h2><ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul></section>`;
}
