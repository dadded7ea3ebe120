import type { CoreFeature } from '../options/options.js';

/** `node:diagnostics_channel`, which Bun and Deno have too. */
interface Channels {
  channel(name: string): { readonly hasSubscribers: boolean; publish(message: unknown): void };
}

let channels: Channels | undefined;

/** The feature that publishes events of calls on channels `speccast:<name>`, where the platform has them. */
export const withTracing: CoreFeature<never> = {
  publish: (name, sending, detail) => {
    // Not imported, so that bundles for browsers need no substitute; the types of Node are not those of every user.
    const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => Channels | undefined } };
    channels ??= process?.getBuiltinModule?.('node:diagnostics_channel');
    const channel = channels?.channel(`speccast:${name}`);
    if (!channel?.hasSubscribers) return;
    const call = (sending.trace ??= { service: sending.settings.service.name, operation: sending.operation.id });
    channel.publish({ call, ...detail });
  },
};
