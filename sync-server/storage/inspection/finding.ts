/** A sentence for an admin with what to do. A notice needs attention some day; a problem is wrong now. */
export type Finding = { level: 'problem' | 'notice'; sentence: string };

export const problem = (sentence: string): Finding => ({ level: 'problem', sentence });
export const notice = (sentence: string): Finding => ({ level: 'notice', sentence });
