/** UTF-16 units: written and compressed in some ten milliseconds. */
const partLength = 128 * 1024;

/**
 * Yields the JSON of an object in parts, of which each is a little longer than 128 K units, or has one item of a list
 * that is longer: a library as one text holds up the page for a second.
 */
export function* jsonParts(value: object): Generator<string> {
  let part = '{';
  let separator = '';
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined) continue;
    part += `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (!Array.isArray(each)) {
      part += JSON.stringify(each);
      continue;
    }
    part += '[';
    for (const [index, item] of each.entries()) {
      part += `${index === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`;
      if (part.length < partLength) continue;
      yield part;
      part = '';
    }
    part += ']';
  }
  yield `${part}}`;
}
