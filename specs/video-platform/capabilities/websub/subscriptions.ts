import type { CapabilityCall, Row } from '@speccast/emulator/capabilities';

const table = '~feedSubscriptions';

/** A subscription of a callback to the feed of a channel. */
export interface Subscription {
  readonly callback: string;
  readonly topic: string;
  readonly channelId: string;
  /** Address of the hub. */
  readonly hub: string;
  readonly secret: string | undefined;
  /** End of its lease in milliseconds since the epoch. */
  readonly until: number;
}

/** Adds a subscription, or renews the one of the same callback and topic. */
export function addSubscription(call: CapabilityCall, { secret, ...rest }: Subscription): void {
  call.table(table).put({ id: makeKey(rest), ...rest, ...(secret !== undefined && { secret }) });
}

/** Removes the subscription of a callback to a topic, if there is one. */
export function removeSubscription(call: CapabilityCall, one: Pick<Subscription, 'callback' | 'topic'>): void {
  call.table(table).delete(makeKey(one));
}

/** Lists the subscriptions to the feed of a channel with a valid lease; removes those with an expired one. */
export function subscriptionsTo(call: CapabilityCall, channelId: string): readonly Subscription[] {
  const all = [...call.table(table).find('channelId', channelId)].map(toSubscription);
  for (const one of all) if (one.until <= call.now) removeSubscription(call, one);
  return all.filter(({ until }) => until > call.now);
}

function toSubscription(row: Row): Subscription {
  const { secret } = row;
  const text = (name: string): string => String(row[name] ?? '');
  return {
    callback: text('callback'),
    topic: text('topic'),
    channelId: text('channelId'),
    hub: text('hub'),
    secret: typeof secret === 'string' ? secret : undefined,
    until: Number(row['until'] ?? 0),
  };
}

/** Returns the key of the subscription of a callback to a topic. */
export function makeKey({ callback, topic }: Pick<Subscription, 'callback' | 'topic'>): string {
  return JSON.stringify([callback, topic]);
}
