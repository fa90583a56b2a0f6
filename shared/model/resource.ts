import { z } from 'zod';
import { safeFileName, visibleLine } from './file-name.ts';
import { Id } from './ids.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { storableText } from './text.ts';

/** The name that a person gives the file: one line, trimmed. */
export const ResourceName = storableText
  .transform(visibleLine)
  .pipe(
    z.string().min(1, messages.resourceNameRequired).max(limits.fileNameLength, messages.resourceNameTooLong),
  );

/** The name that the file came with, made safe; see `safeFileName`. */
export const OriginalFilename = z.string().transform(safeFileName);

export const ResourceDescription = storableText
  .trim()
  .max(limits.resourceDescriptionLength, messages.resourceDescriptionTooLong);

/** Bytes. */
export const FileSize = z.int().nonnegative().max(limits.maxUploadBytes, messages.fileTooLarge);

/** The lower-case hexadecimal SHA-256 of a file: what its bytes are found by. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const Resource = z.looseObject({
  id: Id,
  projectId: Id,
  name: z.string(),
  originalFilename: z.string(),
  description: z.string(),
  /** One of `fileTypes`; a plain string, so that a later type is kept by a client that does not know it. */
  fileType: z.string(),
  fileSize: z.int().nonnegative(),
  sha256: z.string(),
  createdAt: z.iso.datetime(),
  /** Whether the server has the bytes. */
  available: z.boolean(),
});
export type Resource = z.infer<typeof Resource>;
