import type { ProblemCode } from './problem.ts';

/** Every sentence a person reads because something was wrong with what they entered. */
export const messages = {
  projectNameRequired: 'Project name is required',
  projectNameTooLong: 'Project name cannot exceed 50 characters',
  promptTitleRequired: 'Prompt title is required',
  promptTitleTooLong: 'Prompt title cannot exceed 50 characters',
  projectRequired: 'Project is required',
  usernameRequired: 'Username is required',
  usernameTooShort: 'Username must be at least 3 characters',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  passwordTooLong: 'Password is too long',
  displayNameRequired: 'Full name is required',
  confirmPasswordRequired: 'Please confirm your password',
  passwordsDiffer: 'Passwords do not match',
  emptyTextNotSaved: 'Empty text is not saved',
  cannotDeleteAllVersions: 'You must keep at least one version',
  serverUnreachable: 'The server cannot be reached. Check the connection and try again.',
  answerUnreadable: 'The server gave an answer that this version of Promptory does not understand.',
  otherAccount: 'That is another account than the one whose prompts are open here.',
  deviceRefuses: 'This browser does not let Promptory keep anything on this device.',
} as const;

/** What a problem means to the person it stopped, by its code. */
export const problemMessages: Readonly<Record<ProblemCode, string>> = {
  invalid_request: 'The server could not read this change.',
  invalid_fields: 'Some of what was entered is not valid.',
  signed_out: 'You are signed out. Sign in again to go on.',
  wrong_credentials: 'Incorrect username or password.',
  username_taken: 'That username is already taken.',
  forbidden_origin: 'This request did not come from Promptory itself.',
  not_found: 'This no longer exists. It may have been deleted.',
  method_not_allowed: 'That is not possible here.',
  unsupported_media_type: 'The server expects JSON here.',
  too_large: 'This is larger than the server accepts.',
  id_taken: 'Something with this id exists already.',
  changed_since: 'This was changed on another device in the meantime, so it was kept.',
  last_version: 'You must keep at least one version',
  key_reused: 'This change was numbered twice. It is kept on this device.',
  key_acknowledged: 'The answer to this change was already given.',
  cursor_reset: 'The server was reset or restored.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  busy: 'The server is busy. Please try again in a moment.',
  update_needed: 'This version of Promptory is too old for the server. Please update.',
  internal: 'Something went wrong on the server. Nothing was lost.',
};
