import type { CapabilityCall } from '@speccast/emulator/capabilities';

/** The limits and defaults of requests to the hub. */
export interface HubLimits {
  /** Paths of feeds. */
  readonly feeds: readonly string[];
  /** The default lease in seconds. */
  readonly lease: number;
  /** The maximum lease in seconds. */
  readonly longestLease: number;
}

/** The contents of a valid request. */
export interface HubRequest {
  readonly mode: 'subscribe' | 'unsubscribe';
  readonly callback: string;
  readonly topic: string;
  readonly channelId: string;
  readonly isSync: boolean;
  readonly token: string | undefined;
  readonly secret: string | undefined;
  /** Seconds. */
  readonly lease: number;
}

/** Reads the form of a request to the hub. Rejects (400, 404, 415) wrong or missing fields with a message as plain text. */
export function readHubRequest(call: CapabilityCall, limits: HubLimits): HubRequest {
  const { bodyType } = call;
  if (bodyType !== undefined && bodyType !== 'application/x-www-form-urlencoded')
    throw call.error(415, 'unsupportedMediaType', 'The body has to be application/x-www-form-urlencoded.');
  const form = readForm(call);
  const mode = form.need('mode');
  if (mode !== 'subscribe' && mode !== 'unsubscribe') throw form.reject('hub.mode is subscribe or unsubscribe.');
  const callback = httpUrl(form.need('callback'));
  if (callback === undefined) throw form.reject('hub.callback is no address of HTTP without a fragment.');
  const problem = call.whyUnsendable(callback.href);
  if (problem !== undefined) throw form.reject(`hub.callback cannot be sent to: ${problem}`);
  const topic = form.need('topic');
  const channelId = findChannel(topic, limits.feeds);
  if (channelId === undefined)
    throw form.reject(`hub.topic is no feed of a channel, such as …${limits.feeds[0] ?? ''}?channel_id=ID.`);
  // A subscription to a deleted channel can still be cancelled.
  if (mode === 'subscribe' && call.table('channels').get(channelId) === undefined)
    throw call.error(404, 'notFound', `There is no channel ${channelId.slice(0, 100)}.`);
  const verify = form.all('verify').flatMap((text) => text.split(','));
  const chosen = verify.find((text) => text === 'sync' || text === 'async');
  if (verify.length > 0 && chosen === undefined) throw form.reject('hub.verify is sync or async.');
  const secret = form.one('secret');
  if (secret !== undefined && new TextEncoder().encode(secret).length >= 200)
    throw form.reject('hub.secret is shorter than 200 bytes.');
  const lease = form.one('lease_seconds') ?? String(limits.lease);
  if (!/^\d{1,15}$/.test(lease)) throw form.reject('hub.lease_seconds is a number of seconds.');
  return {
    mode,
    callback: callback.href,
    topic,
    channelId,
    isSync: chosen === 'sync',
    token: form.one('verify_token'),
    secret,
    // A lease of 0 means the default.
    lease: Math.min(Number(lease) || limits.lease, limits.longestLease),
  };
}

/** The fields of a form, named without the prefix `hub.`. */
interface Form {
  readonly all: (name: string) => readonly string[];
  /** Rejects repeated fields. */
  readonly one: (name: string) => string | undefined;
  /** Rejects missing and repeated fields. */
  readonly need: (name: string) => string;
  readonly reject: (message: string) => Error;
}

function readForm(call: CapabilityCall): Form {
  const fields = new Map(Object.entries(call.body ?? {}));
  const reject = (message: string): Error => call.error(400, 'badRequest', message);
  const all = (name: string): readonly string[] =>
    [fields.get(`hub.${name}`) ?? []].flat().flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []));
  const one = (name: string): string | undefined => {
    const [first, second] = all(name);
    if (second !== undefined) throw reject(`hub.${name} comes twice.`);
    return first;
  };
  const need = (name: string): string => {
    const value = one(name);
    if (value === undefined) throw reject(`hub.${name} is missing.`);
    return value;
  };
  return { all, one, need, reject };
}

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' ? url : undefined;
}

/** Returns the channel of the address of a feed with any host. */
function findChannel(topic: string, feeds: readonly string[]): string | undefined {
  const url = httpUrl(topic);
  return url !== undefined && feeds.includes(url.pathname)
    ? url.searchParams.get('channel_id') || undefined
    : undefined;
}
