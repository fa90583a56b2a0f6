/**
 * Returns the texts of a list that is written with commas between them, or null if a quote is not closed or the text
 * goes on behind its end. Spaces around a text do not count, nor do commas with nothing between them. A text in double
 * quotes may have commas; a quote in it is doubled or follows a backslash.
 */
export function listedTexts(list: string): string[] | null {
  const texts: string[] = [];
  const between = /[\s,]*/y;
  const field = /"((?:\\["\\]|""|[^"\\]|\\(?!["\\]))*)"\s*(?=,|$)|([^",][^,]*)/y;
  for (;;) {
    between.lastIndex = field.lastIndex;
    between.exec(list);
    if (between.lastIndex >= list.length) return texts;
    field.lastIndex = between.lastIndex;
    const read = field.exec(list);
    if (read === null) return null;
    const [, quoted, bare = ''] = read;
    texts.push(
      quoted === undefined ? bare.trim() : quoted.replaceAll(/\\(["\\])|""/g, (_, kept) => kept ?? '"'),
    );
  }
}
