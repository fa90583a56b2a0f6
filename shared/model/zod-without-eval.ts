/**
 * Import it first in whatever runs in a browser, page or worker: zod probes for `eval` while the first schema is built,
 * which the content policy forbids and reports. The server has no such policy and keeps the faster compiled parsers.
 */
import { config } from 'zod';

config({ jitless: true });
