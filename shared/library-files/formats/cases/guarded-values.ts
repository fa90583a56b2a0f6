const emptyVariable = 'promptory_empty';
/** Is replaced by the value of that variable, after files were read. */
const emptyValue = `{{ ${emptyVariable} }}`;

/** Returns values for promptfoo, which puts what is in a file or package in the place of a value that begins like its address. */
export function guardedValues(values: Iterable<readonly [string, string]>): Record<string, string> {
  const guarded = Array.from(values, ([name, value]): [string, string] => [name, guardedValue(value)]);
  const isUsed = guarded.some(([, value]) => value.startsWith(emptyValue));
  return Object.fromEntries(isUsed ? [...guarded, [emptyVariable, '']] : guarded);
}

function guardedValue(value: string): string {
  return /^(file|package):/.test(value) ? `${emptyValue}${value}` : value;
}

export function unguardedValue(value: string): string {
  return value.startsWith(emptyValue) ? value.slice(emptyValue.length) : value;
}

/** True for the variable that guards others. */
export function isGuard(name: string, value: unknown): boolean {
  return name === emptyVariable && value === '';
}
