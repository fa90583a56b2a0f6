import type { ProblemCode } from './problem.ts';
import type { InvitationState } from './registration.ts';

/** Every sentence a person reads because something was wrong with what they entered. */
export const messages = {
  projectNameRequired: 'Project name is required',
  projectNameTooLong: 'Project name cannot exceed 50 characters',
  promptTitleRequired: 'Prompt title is required',
  promptTitleTooLong: 'Prompt title cannot exceed 50 characters',
  projectRequired: 'Project is required',
  usernameRequired: 'Username is required',
  usernameTooShort: 'Username must be at least 3 characters',
  usernameUnseen: 'Username has a character that cannot be seen',
  passwordIsCommon: 'This password is among the most common ones',
  passwordIsUsername: 'Password must not be the username',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password is too long',
  displayNameRequired: 'Full name is required',
  confirmPasswordRequired: 'Please confirm your password',
  codeRequired: 'Please enter the code',
  wrongCode: 'That is not the code that the server printed when it last started',
  invitationUnknown: 'This invitation does not exist or was withdrawn. Ask for a new one.',
  invitationUsed: 'This invitation was already used. Ask for a new one.',
  invitationExpired: 'This invitation has expired. Ask for a new one.',
  invitationNeeded: 'To create an account here, open the link of an invitation from the admin.',
  tooManyRequests: 'This account sends more requests than the server takes. They go on in a moment.',
  tooManyStreams:
    'This account is open in too many browsers at once. This one asks for changes every 30 seconds.',
  tooManyStreamsInAll: 'The server notifies no further browser. This one asks for changes every 30 seconds.',
  tooManyInvitations: 'There are too many invitations. Remove some that nobody needs.',
  passwordsDiffer: 'Passwords do not match',
  halfPair: 'The text holds half of a character pair, which cannot be stored.',
  nullCharacter:
    'The text holds the character U+0000, which cannot be stored. Put another character in its place.',
  charactersReplaced:
    'Some characters cannot be stored. A replacement character (U+FFFD) stands in their place.',
  emptyTextNotSaved: 'Empty text is not saved',
  fileRequired: 'Please select a file to upload',
  fileTooLarge: 'File size exceeds the maximum limit of 10MB',
  invalidFileType:
    'Invalid file type. Only documents (PDF, DOCX, TXT, MD, JSON) and images (PNG, JPG, SVG) are allowed.',
  resourceNameRequired: 'Name is required',
  resourceNameTooLong: 'Name cannot exceed 255 characters',
  resourceDescriptionTooLong: 'Description cannot exceed 2000 characters',
  cannotDeleteAllVersions: 'You must keep at least one version',
  serverUnreachable: 'The server cannot be reached. Check the connection and try again.',
  needsServer: 'This needs the server, and it cannot be reached right now.',
  creationIsNeeded: 'Other changes wait for this prompt. Retry it, or discard it with them.',
  answerUnreadable: 'The server gave an answer that this version of Promptory does not understand.',
  otherAccount: 'That is another account than the one whose prompts are open here.',
  accountIsThere: 'The server knows this account. Sign in with its password.',
  fileUnreadable: 'This file could not be read.',
  deviceFull: 'There is no room left for this file on this device.',
  fileNotKept: 'The browser could not keep this file on this device. Nothing was added.',
  changeNotWritten: 'The browser could not write to this device. Nothing was changed.',
  entryNotWritten: 'The browser could not save this on your device. What you entered is still here.',
  serverCannotWrite:
    'The server cannot write to its disk. Your changes stay on this device and are sent once it can.',
  addressNotSecure: 'This address is not secure (http): Promptory works and syncs, but cannot start offline.',
  anotherTabLeads: 'Another tab of this browser is syncing.',
  deviceRefuses: 'This browser does not let Promptory keep anything on this device.',
} as const;

/** Lists why an invitation admits nobody. */
export const invitationMessages: Readonly<Record<Exclude<InvitationState, 'usable'>, string>> = {
  unknown: messages.invitationUnknown,
  used: messages.invitationUsed,
  expired: messages.invitationExpired,
};

/** Lists the sentence that a person reads for each code of a problem. */
export const problemMessages: Readonly<Record<ProblemCode, string>> = {
  invalid_request: 'The server could not read this change.',
  invalid_fields: 'Some of what was entered is not valid.',
  signed_out: 'You are signed out. Sign in again to go on.',
  wrong_credentials: 'Incorrect username or password.',
  wrong_password: 'That is not your current password.',
  wrong_code: 'That is not the code that the server printed when it last started.',
  invitation_ended: 'This invitation cannot be used. Ask for a new one.',
  registration_closed: 'This server does not take new accounts.',
  admins_only: 'Only an admin of this server can do that.',
  username_taken: 'That username is already taken.',
  forbidden_origin: 'This request did not come from Promptory itself.',
  not_found: 'This no longer exists. It may have been deleted.',
  method_not_allowed: 'That is not possible here.',
  unsupported_media_type: 'The server expects another kind of content here.',
  too_large: 'This is larger than the server accepts.',
  proxy_too_large: 'A proxy in front of the server does not take this much at once.',
  file_too_large: messages.fileTooLarge,
  invalid_file_type: messages.invalidFileType,
  offset_differs: 'The server has more or less of this file than was said.',
  bytes_differ: 'What arrived is not the file that was announced.',
  bytes_missing: 'This file has not reached the server yet.',
  range_not_there: 'The file has no such part.',
  server_full: "The server's disk is full. Your changes stay on this device and are sent once there is room.",
  storage_full: 'Your storage on the server is full.',
  account_full:
    'Your account on this server is full: it takes no more prompts, versions or texts. What you delete makes room after 30 days.',
  id_taken: 'Something with this id exists already.',
  changed_since: 'This was changed on another device in the meantime, so it was kept.',
  last_version: 'You must keep at least one version',
  key_reused: 'This change was numbered twice. It is kept on this device.',
  key_acknowledged: 'The answer to this change was already given.',
  base_text_missing: 'The server has another text than the one that this change was made from.',
  cursor_reset: 'The server was reset or restored.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  busy: 'The server is busy. Please try again in a moment.',
  update_needed: 'This version of Promptory is too old for the server. Please update.',
  internal: 'Something went wrong on the server. Nothing was lost.',
  server_failed:
    'The server failed on this change each time, while it took others. It is kept on this device.',
};

/** The same for what this device itself refuses: a commit while the person is being signed out. */
export const refusalMessages: Readonly<Record<ProblemCode | 'signing_out', string>> = {
  ...problemMessages,
  signing_out: 'You are being signed out on this device, so nothing was changed.',
};
