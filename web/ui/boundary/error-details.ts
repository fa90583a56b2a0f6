/** Returns everything that helps to find a fault, to be copied. Prompt texts are not looked up for it. */
export function errorDetails(error: unknown, componentStack?: string): string {
  const errorText =
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  const named =
    error instanceof Error && !errorText.includes(error.message)
      ? `${error.name}: ${error.message}\n${errorText}`
      : errorText;
  return [named, componentStack && `Components:${componentStack}`, `Browser: ${navigator.userAgent}`]
    .filter(Boolean)
    .join('\n\n');
}
