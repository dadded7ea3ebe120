import type { Feature } from '../options/options.js';

/** `node:diagnostics_channel`, which Bun and Deno have too. */
interface Channels {
  channel(name: string): { readonly hasSubscribers: boolean; publish(message: unknown): void };
}

/** The feature that publishes events of calls on channels `speccast:<name>`, where the platform has them. */
export const withTracing: Feature<never> = {
  publish: (name, sending, detail) => {
    // Not imported, so that bundles for browsers need no substitute; the types of Node are not those of every user.
    const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => Channels | undefined } };
    const channel = process?.getBuiltinModule?.('node:diagnostics_channel')?.channel(`speccast:${name}`);
    const { settings, operation } = sending;
    const call = (sending.trace ??= { service: settings.service.name, operation: operation.id });
    if (channel?.hasSubscribers) channel.publish({ call, ...detail });
  },
};
