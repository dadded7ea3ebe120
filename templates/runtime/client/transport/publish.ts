/** The call that an event belongs to: the same object in all of its events. */
export interface Trace {
  readonly service: string;
  readonly operation: string;
}

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

/** `node:diagnostics_channel`, which Bun and Deno have too. */
interface Channels {
  channel(name: string): Channel;
}

/** What happens to a call; each is a channel of its own: `speccast:start`. */
export type EventName = 'start' | 'attempt' | 'retry' | 'end' | 'error';

let channels: Channels | undefined;

/** Tells whoever listens on `speccast:<name>`; without a listener, or outside of such a runtime, it does nothing. */
export function publish(name: EventName, call: Trace, detail?: object): void {
  // Not imported, so that bundles for browsers need no substitute; the types of Node are not those of every user.
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => Channels | undefined } };
  channels ??= process?.getBuiltinModule?.('node:diagnostics_channel');
  const channel = channels?.channel(`speccast:${name}`);
  if (channel?.hasSubscribers) channel.publish({ call, ...detail });
}
