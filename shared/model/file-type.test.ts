import { describe, expect, test } from 'vitest';
import { acceptedFiles, decideFileType, FileType, fileTypes, isPreviewable } from './file-type.ts';
import { messages } from './messages.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const zip = (first: string) =>
  latin1(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(first.length)}\0\0\0${first}PK`);
const png = latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01');
const svg = utf8('<svg xmlns="http://www.w3.org/2000/svg"/>');

test.each([
  ['a PDF', 'application/pdf', 'a.pdf', latin1('%PDF-1.7\n%\xe2\xe3'), 'application/pdf'],
  ['a DOCX', docx, 'a.docx', zip('[Content_Types].xml'), docx],
  ['a DOCX of another word processor', docx, 'a.docx', zip('word/document.xml'), docx],
  ['plain text', 'text/plain', 'a.txt', utf8('Zwölf'), 'text/plain'],
  ['plain text with a charset', 'Text/Plain; charset=utf-8', 'a.txt', utf8('a'), 'text/plain'],
  ['text in UTF-16', 'text/plain', 'a.txt', latin1('\xff\xfea\0b\0'), 'text/plain'],
  ['text in an old encoding', 'text/plain', 'a.txt', latin1('Zw\xf6lf'), 'text/plain'],
  ['HTML that is said to be text', 'text/plain', 'a.txt', utf8('<script>alert(1)</script>'), 'text/plain'],
  ['an empty text', 'text/plain', 'a.txt', utf8(''), 'text/plain'],
  ['Markdown', 'text/markdown', 'a.md', utf8('# A'), 'text/markdown'],
  ['Markdown by its older name', 'text/x-markdown', 'a.text', utf8('# A'), 'text/markdown'],
  ['a .md file that a browser calls plain text', 'text/plain', 'a.MD', utf8('# A'), 'text/markdown'],
  ['a .markdown file of an unknown type', 'application/x-who', 'a.markdown', utf8('# A'), 'text/markdown'],
  ['JSON', 'application/json', 'a.json', utf8('\ufeff {"a": 1}'), 'application/json'],
  ['JSON that is one word', 'application/json', 'a.json', utf8('true'), 'application/json'],
  ['a PNG', 'image/png', 'a.png', png, 'image/png'],
  ['a JPEG', 'image/jpeg', 'a.jpg', latin1('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['a JPEG by its wrong name', 'image/jpg', 'a.jpg', latin1('\xff\xd8\xff\xdb'), 'image/jpeg'],
  ['an SVG', 'image/svg+xml', 'a.svg', svg, 'image/svg+xml'],
  [
    'an SVG with a prolog',
    'image/svg+xml',
    'a.svg',
    utf8(
      `\ufeff<?xml version="1.0"?>\n<!-- by -- > hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY ns "a]>b">]>\n<svg:svg>`,
    ),
    'image/svg+xml',
  ],
  ['a PNG without a claim', '', 'a.png', png, 'image/png'],
  ['a PNG of which nothing is known but its name', 'application/octet-stream', 'A.PNG', png, 'image/png'],
])('%s is accepted', (_, claim, fileName, head, fileType) => {
  expect(decideFileType({ claim, fileName, head })).toEqual({ ok: true, fileType });
});

test.each([
  ['HTML', 'text/html', 'a.html', utf8('<html>')],
  ['HTML that is named like text', 'text/html', 'a.txt', utf8('<html>')],
  ['a type that nobody named, with an unknown extension', '', 'a.exe', utf8('MZ')],
  ['a GIF', 'image/gif', 'a.gif', latin1('GIF89a')],
  ['HTML that is said to be a PNG', 'image/png', 'a.png', utf8('<html>')],
  ['HTML that is said to be an SVG', 'image/svg+xml', 'a.svg', utf8('<html><svg/></html>')],
  ['an SVG whose prolog never ends', 'image/svg+xml', 'a.svg', utf8(`<!--${' '.repeat(20_000)}--><svg/>`)],
  ['a program that is said to be text', 'text/plain', 'a.txt', latin1('MZ\x90\0\x03\0')],
  ['a program named .md', '', 'a.md', latin1('\x7fELF\x02\x01')],
  ['a PDF that is said to be text', 'text/plain', 'a.txt', latin1('%PDF-1.4\n1 0 obj')],
  ['a PNG that is said to be a JPEG', 'image/jpeg', 'a.jpg', png],
  ['a PNG that ends after its signature', 'image/png', 'a.png', latin1('\x89PNG\r\n\x1a\n')],
  ['a JAR that is said to be a DOCX', docx, 'a.docx', zip('META-INF/MANIFEST.MF')],
  ['text that is said to be JSON', 'application/json', 'a.json', utf8('hello')],
  ['an empty PNG', 'image/png', 'a.png', utf8('')],
  ['a claim that names a property of every object', 'constructor', 'a.constructor', utf8('a')],
])('%s is refused with the sentence of the product', (_, claim, fileName, head) => {
  expect(decideFileType({ claim, fileName, head })).toEqual({ ok: false, message: messages.invalidFileType });
});

describe('the lists', () => {
  test('a type in a request is stored under its one name', () => {
    expect(FileType.parse('image/jpg')).toBe('image/jpeg');
    expect(FileType.safeParse('text/html').error?.issues[0]?.message).toBe(messages.invalidFileType);
  });

  test('what a chooser offers, and what can be previewed', () => {
    expect(acceptedFiles).toContain('.markdown');
    expect(fileTypes.filter((type) => !isPreviewable(type))).toEqual(['application/pdf', docx]);
  });
});
