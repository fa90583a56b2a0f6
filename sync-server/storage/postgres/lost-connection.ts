/** Tells by an error of the driver whether a connection, or the database, is gone. */

/** It left nothing behind, and may be done the next time. */
export function isPassing(error: unknown): boolean {
  return /^(40001|40P01|25P03)$/.test(codeOf(error)) || isLost(error);
}

/** The connection is lost, or there is none to be had. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (
    /^(08\w{3}|57P0[1-5]|53300|ECONN\w+|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
      code,
    )
  )
    return true;
  return (
    error instanceof Error &&
    code === '' &&
    /connection terminated|connection error|not queryable|timeout exceeded|timeout expired/i.test(
      error.message,
    )
  );
}

/** The connection was known to be lost before the statement, and with it those after it, would have been sent. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && /not queryable/i.test(error.message);
}

/** A statement before it has failed, and says why. */
export function isAfterFailure(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** Others have had a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
