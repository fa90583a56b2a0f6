/** Conversations in the shape of data exports; their texts are made up. */

type Turn = readonly [role: string, text: string];

/** A conversation as ChatGPT exports it: a tree of nodes in no order, with what a person never sees in it. */
export function gptConversation(title: string, messages: readonly Turn[], more: object = {}) {
  const time = (index: number) => 1_748_000_000.25 + 60 * index;
  const nodes = messages.map(([role, text], index) => ({
    id: `node-${index}`,
    parent: index === 0 ? 'root' : `node-${index - 1}`,
    children: index + 1 < messages.length ? [`node-${index + 1}`] : [],
    message: {
      id: `message-${index}`,
      author: { role, name: null, metadata: {} },
      create_time: time(index),
      update_time: null,
      content: { content_type: 'text', parts: [text] },
      status: 'finished_successfully',
      metadata: {},
    },
  }));
  const hidden = {
    id: 'hidden',
    message: {
      author: { role: 'user' },
      create_time: null,
      content: { content_type: 'user_editable_context', user_profile: 'I bake bread.' },
      metadata: { is_visually_hidden_from_conversation: true },
    },
    parent: 'root',
    children: [],
  };
  const root = { id: 'root', message: null, parent: null, children: ['node-0'] };
  const mapping = Object.fromEntries([...nodes.toReversed(), hidden, root].map((node) => [node.id, node]));
  const ids = { conversation_id: title, current_node: `node-${messages.length - 1}` };
  return {
    title,
    create_time: time(0),
    update_time: time(9),
    mapping,
    moderation_results: [],
    ...ids,
    ...more,
  };
}

/** A conversation as Claude exports it. */
export function claudeConversation(name: string, messages: readonly Turn[]) {
  const at = (index: number) => new Date(Date.UTC(2025, 4, 12, 9, index)).toISOString();
  return {
    ...{ uuid: `uuid-${name}`, name, created_at: at(0), updated_at: at(9), account: { uuid: 'account' } },
    chat_messages: messages.map(([sender, text], index) => ({
      ...{ uuid: `message-${index}`, sender, text, created_at: at(index), attachments: [], files: [] },
      content: [{ type: 'text', text, citations: [] }],
    })),
  };
}
