import { promptCandidate } from '../candidate.ts';
import { stemOf } from '../paths.ts';
import { chatText, isChat } from './chat-text.ts';
import { valueFormat } from './format.ts';

/** A list of messages, as chat models take it, is one prompt. */
export const chatFormat = valueFormat({
  name: 'Chat messages',
  find: (value) => (isChat(value) ? chatText(value) : null),
  read: (content, { file: { path }, options: { project } }) => [
    promptCandidate({ source: path, project, title: stemOf(path), content }),
  ],
});
