import { problemMessages } from './messages.ts';

const kilobyte = 1024;
const megabyte = kilobyte * kilobyte;

/**
 * Returns the sentence about somebody between here and the server who takes requests up to a size only. `passed` and
 * `refused`: the largest that went through and the smallest that did not, in bytes; `passed` is 0 where none did.
 */
export function proxyLimit(limit: { passed: number; refused: number } | undefined): string {
  if (limit === undefined) return problemMessages.proxy_too_large;
  const { passed, refused } = limit;
  // With nothing near it that went through, the line may be anywhere below.
  if (refused > passed * 4) {
    return `A proxy in front of the server does not take ${shortSize(refused)} at once.`;
  }
  const usual = [megabyte, 10 * megabyte, 100 * kilobyte, 10 * kilobyte];
  const line = usual.find((size) => passed <= size && size <= refused) ?? Math.sqrt(passed * refused);
  return `A proxy in front of the server takes at most about ${shortSize(line)}.`;
}

/** "1 MB", "1.4 MB", "300 KB": two digits that mean something. */
function shortSize(bytes: number): string {
  const [amount, unit] = bytes < megabyte ? [bytes / kilobyte, 'KB'] : [bytes / megabyte, 'MB'];
  return `${Number(amount.toPrecision(2))} ${unit}`;
}
