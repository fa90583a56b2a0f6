/**
 * The place of files that is not the disk of this machine does not answer (`unreachable`, which passes by itself), or
 * answers that it is set up otherwise than this server (`refused`, which a person has to see to).
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly kind: 'unreachable' | 'refused';

  constructor(kind: 'unreachable' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}
