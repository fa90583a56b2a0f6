import type { Data, Processor } from 'unified';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    tagLine: 'tagLine';
  }
}

type Syntax = NonNullable<Data['micromarkExtensions']>[number];
type Building = Extract<NonNullable<Data['fromMarkdownExtensions']>[number], { enter?: unknown }>;
type Construct = Extract<NonNullable<NonNullable<Syntax['flow']>[number]>, { tokenize: unknown }>;

const tagAlone = /^<\/?[\p{L}_][\p{L}\p{N}_.:-]*(?:\s[^<>]*)?>\s*$/u;
const lessThan = 60;

/**
 * Prompts are full of tags that are meant to be seen. So HTML is not read as HTML: a tag is text, and what stands
 * between two tags is Markdown. A tag that is alone on its line is a block of its own, which ends the paragraph or the
 * list before it: `</rules>` right under a list would otherwise count as more of its last item.
 */
export function tagLines(this: Processor): void {
  const given = this.data();
  const syntax: Syntax = { flow: { [lessThan]: tagLine }, disable: { null: ['htmlFlow', 'htmlText'] } };
  given.micromarkExtensions = [...(given.micromarkExtensions ?? []), syntax];
  given.fromMarkdownExtensions = [...(given.fromMarkdownExtensions ?? []), building];
}

const tagLine: Construct = {
  name: 'tagLine',
  concrete: true,
  tokenize(effects, ok, nok) {
    let line = '';
    return (first) => {
      effects.enter('tagLine');
      return rest(first);
    };
    function rest(code: Parameters<typeof ok>[0]): ReturnType<typeof ok> {
      // Below zero are line ends and tabs; a character beyond the first plane comes as one code.
      if (code !== null && (code >= 0 || code === -1 || code === -2)) {
        line += code < 0 ? ' ' : String.fromCodePoint(code);
        effects.consume(code);
        return rest;
      }
      effects.exit('tagLine');
      return tagAlone.test(line) ? ok(code) : nok(code);
    }
  },
};

const building: Building = {
  enter: {
    tagLine(token) {
      // No `p`: in a list without blank lines those are taken away, and the tag would stand in the middle of a line.
      const data = { hName: 'div', hProperties: { className: ['markdown-tag'] } };
      this.enter({ type: 'paragraph', children: [], data }, token);
      this.enter({ type: 'text', value: this.sliceSerialize(token).trimEnd() }, token);
    },
  },
  exit: {
    tagLine(token) {
      this.exit(token);
      this.exit(token);
    },
  },
};
