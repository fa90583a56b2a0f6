/** How passwords are kept. Hashing is slow on purpose: callers bound how many run at a time. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** With `undefined` it does the same work and answers false: an unknown name costs what a known one does. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
};
