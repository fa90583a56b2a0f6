/** Everything that mutation testing writes, relative to the project and ignored by git. */
export function placesOf(/** @type {string} */ area) {
  const name = `.cache/mutation/${area.replaceAll('/', '-')}`;
  return {
    sandbox: `${name}-sandbox`,
    incremental: `${name}.incremental.json`,
    report: `${name}.json`,
    page: `${name}.html`,
  };
}
