/** A question of the page to its worker, which answers with a `Comparison`. */
export type ComparisonRequest = {
  readonly before: string;
  readonly after: string;
  readonly ignoreWhitespace: boolean;
};
