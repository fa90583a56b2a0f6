/** The run could not be made, or did not end as it should. The message is for a person. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** It may go well after so many seconds; null: nobody has named a time. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
