/** The server cannot start, for a reason a person can do something about: the message is that sentence. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
