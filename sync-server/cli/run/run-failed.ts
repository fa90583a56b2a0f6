/** The run could not be made, or did not end as it should. The message is for a person. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}
