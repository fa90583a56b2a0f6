/** Writes words that stand nowhere else into texts, so that a test finds out which of them are lost. */
export class WorldOfWords {
  readonly words = new Set<string>();
  protected count = 0;

  protected word(): string {
    this.count += 1;
    const word = `w${this.count}x`;
    this.words.add(word);
    return word;
  }

  /** Returns a text with a new word at the end of a line, or on a line of its own before it. */
  protected edited(text: string, { line, isOwnLine = false }: { line: number; isOwnLine?: boolean }): string {
    const lines = text.split('\n');
    const place = line % lines.length;
    if (isOwnLine) lines.splice(place, 0, this.word());
    else lines[place] = `${lines[place] ?? ''} ${this.word()}`;
    return lines.join('\n');
  }
}
