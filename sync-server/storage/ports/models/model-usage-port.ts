/**
 * Counts what each person's runs of the server's models used, by the day. Every node of one database adds to the same
 * counts. `model-usage-suite.ts` is what every implementation passes.
 */
export type ModelUsage = {
  /** Of prompts and answers together. */
  tokens: number;
  /** A whole number of millionths of the currency in which the admin gave prices. */
  cost: number;
};

export type ModelUsageStorage = {
  /** `day`: as `2026-01-31`, in UTC. */
  usageOn(userId: number, day: string): Promise<ModelUsage>;
  addUsage(userId: number, day: string, used: ModelUsage): Promise<void>;
};
