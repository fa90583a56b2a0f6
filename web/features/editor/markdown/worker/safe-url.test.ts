import { expect, test } from 'vitest';
import { safeUrl } from './safe-url.ts';

test.each([
  'http://example.org/a?b=c#d',
  'https://example.org',
  'HTTPS://EXAMPLE.ORG',
  'irc://irc.example.org/room',
  'ircs://irc.example.org/room',
  'mailto:ada@example.org',
  'xmpp:ada@example.org',
  '/relative',
  'relative/file.md',
  '../up',
  '#part',
  '?q=a:b',
  './a:b',
  '//example.org/without-scheme',
  '',
])('%j is followed', (url) => {
  expect(safeUrl(url)).toBe(url);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;x:',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'ftp://example.org',
  'tel:123',
  'ht\ttp://example.org',
  ':',
])('%j leads nowhere', (url) => {
  expect(safeUrl(url)).toBe('');
});
