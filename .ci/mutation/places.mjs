/** Returns everything that a run of mutation testing writes, relative to the project and ignored by git. */
export function placesOf(/** @type {string} */ run) {
  const name = `.cache/mutation/${run.replaceAll('/', '-')}`;
  return {
    sandbox: `${name}-sandbox`,
    incremental: `${name}.incremental.json`,
    report: `${name}.json`,
    page: `${name}.html`,
  };
}
