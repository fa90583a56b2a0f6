/** Carries messages between the pages that one origin has open in this browser; a page does not receive its own. */
export function tabChannel(name: string): {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): () => void;
} {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const receive = (event: MessageEvent) => listener(event.data);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}
