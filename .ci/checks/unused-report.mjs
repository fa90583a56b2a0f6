/** A reporter of knip: writes how many files it read, and what it found, as one line of JSON. */
export default function report({ issues, counters, configurationHints = [] }) {
  const found = Object.entries(issues).flatMap(([kind, files]) =>
    kind.startsWith('_')
      ? []
      : Object.values(files).flatMap((symbols) =>
          Object.values(symbols).map(({ filePath, symbol }) => ({ kind, file: filePath, symbol })),
        ),
  );
  const hints = [...configurationHints].map(({ type, identifier }) => `${type}: ${identifier}`);
  console.log(JSON.stringify({ files: counters.processed, total: counters.total, found, hints }));
}
