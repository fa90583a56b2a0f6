/** A sentence for an admin with what to do. A notice needs attention some day; a problem is wrong now. */
export type Finding = { level: 'problem' | 'notice'; sentence: string };
