/** Computes what the texts of a prompt weigh: UTF-8 bytes, which SQLite reads from the head of the record. */
export const promptBytes =
  'octet_length(content) + octet_length(notes) + coalesce(octet_length(attributes), 0)';
