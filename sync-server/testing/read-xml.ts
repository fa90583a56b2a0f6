/** Reads the XML that a test expects; throws where it is not well-formed. Knows no comments, and no types of documents. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
};

const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const token =
  /<(?<close>\/?)(?<name>[a-z]+)(?<attributes>(?: [a-z]+="[^"<]*")*)(?<empty>\/?)>|(?<text>[^<]+)/gy;

export function readXml(xml: string): XmlElement {
  if (notXml.test(xml)) throw new Error('A character that XML does not have.');
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let end = 0;
  for (const found of body.matchAll(token)) {
    end = found.index + found[0].length;
    const { close, name = '', attributes = '', empty, text } = found.groups ?? {};
    const parent = open.at(-1);
    if (parent === undefined) throw new Error('An end without a beginning.');
    if (text !== undefined) parent.text += unescaped(text);
    else if (close === '/') {
      if (open.pop()?.name !== name) throw new Error(`An end of ${name} in its wrong place.`);
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [top, ...more] = root.children;
  if (end !== body.length || open.length !== 1 || top === undefined || more.length > 0) {
    throw new Error(`Not well-formed at ${end}.`);
  }
  return top;
}

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/ ([a-z]+)="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+);)?/g, (_all, code: string | undefined) => {
    if (code === undefined) throw new Error('An ampersand that begins no reference.');
    return String.fromCodePoint(Number(code));
  });
}
