import { message } from '../language/message.ts';
import type { InvitationState } from './account/registration.ts';
import type { ProblemCode } from './problem.ts';

/** Every sentence a person reads because something was wrong with what they entered. */
export const messages = {
  projectNameRequired: message('Project name is required'),
  projectNameTooLong: message('Project name cannot exceed 50 characters'),
  promptTitleRequired: message('Prompt title is required'),
  promptTitleTooLong: message('Prompt title cannot exceed 50 characters'),
  projectRequired: message('Project is required'),
  usernameRequired: message('Username is required'),
  usernameTooShort: message('Username must be at least 3 characters'),
  usernameUnseen: message('Username has a character that cannot be seen'),
  passwordIsCommon: message('This password is among the most common ones'),
  passwordIsUsername: message('Password must not be the username'),
  passwordRequired: message('Password is required'),
  passwordTooShort: message('Password must be at least 6 characters'),
  passwordTooLong: message('Password is too long'),
  displayNameRequired: message('Full name is required'),
  confirmPasswordRequired: message('Please confirm your password'),
  codeRequired: message('Please enter the code'),
  wrongCode: message('That is not the code that the server printed when it last started'),
  invitationUnknown: message('This invitation does not exist or was withdrawn. Ask for a new one.'),
  invitationUsed: message('This invitation was already used. Ask for a new one.'),
  invitationExpired: message('This invitation has expired. Ask for a new one.'),
  invitationNeeded: message('To create an account here, open the link of an invitation from the admin.'),
  tooManyRequests: message(
    'This account sends more requests than the server accepts. They continue in a moment.',
  ),
  tooManyStreams: message(
    'This account is open in too many browsers at once. This one asks for changes every 30 seconds.',
  ),
  tooManyStreamsInAll: message(
    'The server notifies no further browser. This one asks for changes every 30 seconds.',
  ),
  webhookUrlRequired: message('Please enter an address'),
  webhookUrlTooLong: message('The address cannot exceed 2048 characters'),
  webhookUrlNotWeb: message('The address must begin with https:// or http://'),
  webhookUrlWithPassword: message('The address must not have a username or password in it'),
  webhookUrlPrivate: message(
    'This address is in a private network, to which the admin of this server allows no webhooks',
  ),
  webhookEventRequired: message('Choose at least one event'),
  tooManyWebhooks: message('There are 10 webhooks. Delete one that nobody needs.'),
  tooManyDeliveries: message('Too many deliveries of this webhook are waiting. Try again later.'),
  tooManyInvitations: message('There are too many invitations. Remove some that nobody needs.'),
  tooManyApiTokens: message('There are too many API tokens. Revoke some that nothing uses.'),
  apiTokenNameRequired: message('Name is required'),
  apiTokenNameTooLong: message('Name cannot exceed 100 characters'),
  apiTokenExpired: message('This API token has expired.'),
  apiTokenExpiryPassed: message('The token would have expired already'),
  apiTokenNeeded: message('This address needs an API token.'),
  apiTokenReads: message('This API token only reads.'),
  apiTokenOfProject: message('An API token of a single project cannot be used here.'),
  apiTokenNoSession: message('An API token cannot be used here. Sign in.'),
  passwordsDiffer: message('Passwords do not match'),
  halfPair: message('The text holds half of a character pair, which cannot be stored.'),
  nullCharacter: message(
    'The text holds the character U+0000, which cannot be stored. Put another character in its place.',
  ),
  charactersReplaced: message(
    'Some characters cannot be stored. A replacement character (U+FFFD) stands in their place.',
  ),
  emptyTextNotSaved: message('Empty text is not saved'),
  fileRequired: message('Please select a file to upload'),
  fileTooLarge: message('File size exceeds the maximum limit of 10MB'),
  invalidFileType: message(
    'Invalid file type. Only documents (PDF, DOCX, TXT, MD, JSON) and images (PNG, JPG, SVG) are allowed.',
  ),
  versionLabelCharacters: message(
    'A label has up to 36 small letters, digits, dots, underscores and hyphens',
  ),
  versionLabelReserved: message('The label "latest" is reserved for the newest version'),
  versionLabelNumber: message('A label of digits alone would be the number of a version'),
  resourceNameRequired: message('Name is required'),
  resourceNameTooLong: message('Name cannot exceed 255 characters'),
  resourceDescriptionTooLong: message('Description cannot exceed 2000 characters'),
  cannotDeleteAllVersions: message('You must keep at least one version'),
  serverUnreachable: message('The server cannot be reached. Check the connection and try again.'),
  needsServer: message('This needs the server, and it cannot be reached right now.'),
  creationIsNeeded: message('Other changes wait for this prompt. Retry it, or discard it with them.'),
  answerUnreadable: message('The server gave an answer that this version of Promptory does not understand.'),
  otherAccount: message('That is another account than the one whose prompts are open here.'),
  accountIsThere: message('The server knows this account. Sign in with its password.'),
  fileUnreadable: message('This file could not be read.'),
  deviceFull: message('There is no room left for this file on this device.'),
  fileNotKept: message('The browser could not keep this file on this device. Nothing was added.'),
  changeNotWritten: message('The browser could not write to this device. Nothing was changed.'),
  entryNotWritten: message('The browser could not save this on your device. What you entered is still here.'),
  serverCannotWrite: message(
    'The server cannot write to its disk. Your changes stay on this device and are sent once it can.',
  ),
  addressNotSecure: message(
    'This address is not secure (http): Promptory works and syncs, but cannot start offline.',
  ),
  anotherTabLeads: message('Another tab of this browser is syncing.'),
  deviceRefuses: message('This browser does not let Promptory store anything on this device.'),
} as const;

/** Lists why an invitation admits nobody. */
export const invitationMessages: Readonly<Record<Exclude<InvitationState, 'usable'>, string>> = {
  unknown: messages.invitationUnknown,
  used: messages.invitationUsed,
  expired: messages.invitationExpired,
};

/** Lists the sentence that a person reads for each code of a problem. */
export const problemMessages: Readonly<Record<ProblemCode, string>> = {
  invalid_request: message('The server could not read this change.'),
  invalid_fields: message('Some of what was entered is not valid.'),
  signed_out: message('You are signed out. Sign in again to go on.'),
  wrong_credentials: message('Incorrect username or password.'),
  invalid_token: message('This API token is not valid: it does not exist, was revoked or has expired.'),
  insufficient_scope: message('This API token does not allow that.'),
  wrong_password: message('That is not your current password.'),
  wrong_code: message('That is not the code that the server printed when it last started.'),
  invitation_ended: message('This invitation cannot be used. Ask for a new one.'),
  registration_closed: message('This server does not take new accounts.'),
  admins_only: message('Only an admin of this server can do that.'),
  only_admin: message(
    'You are the only admin of this server, and others have accounts on it. Have another account made an admin first: whoever runs the server does it with “promptory user promote NAME”.',
  ),
  username_taken: message('That username is already taken.'),
  forbidden_origin: message('This request did not come from Promptory itself.'),
  not_found: message('This no longer exists. It may have been deleted.'),
  version_not_found: message('This prompt has no such version or label.'),
  ambiguous_name: message('Several prompts have this name. Use the id of one of them.'),
  values_missing: message('Some variables have neither a value nor a default.'),
  method_not_allowed: message('That is not possible here.'),
  unsupported_media_type: message('The server expects another kind of content here.'),
  too_large: message('This is larger than the server accepts.'),
  proxy_too_large: message('A proxy in front of the server does not take this much at once.'),
  file_too_large: messages.fileTooLarge,
  invalid_file_type: messages.invalidFileType,
  offset_differs: message('The size of this file on the server is not the announced one.'),
  bytes_differ: message('What arrived is not the file that was announced.'),
  bytes_missing: message('This file has not reached the server yet.'),
  range_not_there: message('The file has no such part.'),
  server_full: message(
    "The server's disk is full. Your changes stay on this device and are sent once there is room.",
  ),
  storage_full: message('Your storage on the server is full.'),
  account_full: message(
    'Your account on this server is full: it takes no more prompts, versions or texts. What you delete makes room after 30 days.',
  ),
  id_taken: message('Something with this id exists already.'),
  changed_since: message('This was changed on another device in the meantime, so it was kept.'),
  last_version: message('You must keep at least one version'),
  key_reused: message('This change was numbered twice. It is kept on this device.'),
  key_acknowledged: message('The answer to this change was already given.'),
  base_text_missing: message('The server has another text than the one that this change was made from.'),
  cursor_reset: message('The server was reset or restored.'),
  too_many_requests: message('Too many attempts. Please wait a moment and try again.'),
  busy: message('The server is busy. Please try again in a moment.'),
  update_needed: message('This version of Promptory is too old for the server. Please update.'),
  internal: message('Something went wrong on the server. Nothing was lost.'),
  server_failed: message(
    'The server failed on this change each time, while it took others. It is kept on this device.',
  ),
};

/** The same for what this device itself refuses: a commit while the person is being signed out. */
export const refusalMessages: Readonly<Record<ProblemCode | 'signing_out', string>> = {
  ...problemMessages,
  signing_out: message('You are being signed out on this device, so nothing was changed.'),
};
