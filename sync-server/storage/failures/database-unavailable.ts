/** Says that the database was not reached for some seconds, which passes by itself. What has a key is sent once more. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
