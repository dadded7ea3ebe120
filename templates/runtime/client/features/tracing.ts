import type { CoreFeature } from '../options/options.js';

/** The module `node:diagnostics_channel`, which Bun and Deno also have. */
interface Channels {
  channel(name: string): { readonly hasSubscribers: boolean; publish(message: unknown): void };
}

let channels: Channels | undefined;

/** The feature that publishes events of calls on diagnostics channels named `speccast:<name>`, if the platform has them. */
export const withTracing: CoreFeature<never> = {
  publish: (name, sending, detail) => {
    // Not imported: bundlers for browsers have no such module. `as`: not every user has the types of Node.
    const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => Channels | undefined } };
    channels ??= process?.getBuiltinModule?.('node:diagnostics_channel');
    const channel = channels?.channel(`speccast:${name}`);
    if (!channel?.hasSubscribers) return;
    const call = (sending.trace ??= { service: sending.settings.service.name, operation: sending.operation.id });
    channel.publish({ call, ...detail });
  },
};
