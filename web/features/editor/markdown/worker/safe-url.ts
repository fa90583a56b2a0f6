/** Allows a link of a rendered prompt only safe protocols. Any other, `javascript:` above all, leads nowhere. */
const schemes: ReadonlySet<string> = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp']);

/**
 * The address, or '' where its scheme is not one of the six. What has no scheme is relative. A scheme ends at the
 * first colon, unless a slash, a question mark or a hash comes before it (RFC 3986, 4.2). Browsers drop blanks and
 * control characters around and within a scheme, so an address that has any before its colon is refused.
 */
export function safeUrl(url: string): string {
  const colon = url.indexOf(':');
  if (colon === -1) return url;
  const before = url.slice(0, colon);
  if (/[/?#]/.test(before)) return url;
  return schemes.has(before.toLowerCase()) ? url : '';
}
