import { defineCapability, type Capability, type CapabilityCall } from '@speccast/emulator/capabilities';
import { addSubscription, removeSubscription, type Subscription } from './subscriptions.js';

interface HubOptions {
  /** The hub's own path. */
  readonly path: string;
  /** Paths of feeds. */
  readonly feeds: readonly string[];
  /** The lease in seconds where none is asked for. */
  readonly lease: number;
  /** The longest lease in seconds. */
  readonly longestLease: number;
}

/** What a valid request asks for. */
interface HubRequest {
  readonly mode: 'subscribe' | 'unsubscribe';
  readonly callback: URL;
  readonly topic: string;
  readonly channelId: string;
  readonly isSync: boolean;
  readonly token: string | undefined;
  readonly secret: string | undefined;
  /** Seconds. */
  readonly lease: number;
}

/** The hub of WebSub: verifies that a callback wants to subscribe or unsubscribe, then does so. */
export const hub: Capability = defineCapability<HubOptions>({
  run(call, options) {
    const request = readRequest(call, options);
    const { mode, callback, topic, token, lease, isSync } = request;
    const challenge = call.newId('', 40);
    const url = new URL(callback);
    const asked = { topic, challenge, mode, ...(mode === 'subscribe' && { lease_seconds: String(lease) }) };
    for (const [name, value] of Object.entries(asked)) url.searchParams.append(`hub.${name}`, value);
    if (token !== undefined) url.searchParams.append('hub.verify_token', token);
    const hubUrl = call.baseUrl + options.path;
    call.send({
      name: 'websub.verification',
      cause: `hub ${mode}`,
      method: 'GET',
      url: url.href,
      retries: [],
      isAwaited: isSync,
      done(later, { status = 0, text }) {
        if (status < 200 || status > 299 || text !== challenge)
          return later.text(
            409,
            'The callback did not confirm: it has to send hub.challenge back, with a status of 2xx.\n',
          );
        carryOut(later, request, hubUrl);
        return { kind: 'empty', status: 204 };
      },
    });
    return { kind: 'empty', status: 202 };
  },
});

function carryOut(call: CapabilityCall, request: HubRequest, hubUrl: string): void {
  const { mode, callback, topic, channelId, secret, lease } = request;
  const subscription: Subscription = {
    callback: callback.href,
    topic,
    channelId,
    hub: hubUrl,
    secret,
    until: call.now + lease * 1000,
  };
  if (mode === 'subscribe') addSubscription(call, subscription);
  else removeSubscription(call, subscription);
}

function readRequest(call: CapabilityCall, options: HubOptions): HubRequest {
  const reject = (message: string): Error => call.error(400, 'badRequest', message);
  const fields = new Map(Object.entries(call.body ?? {}));
  const all = (name: string): readonly string[] => {
    const value = fields.get(`hub.${name}`) ?? [];
    return [value]
      .flat()
      .filter((one) => typeof one === 'string' && one !== '')
      .map(String);
  };
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
  const mode = need('mode');
  if (mode !== 'subscribe' && mode !== 'unsubscribe') throw reject('hub.mode is subscribe or unsubscribe.');
  const callback = httpUrl(need('callback'));
  if (callback === undefined) throw reject('hub.callback is no address of HTTP without a fragment.');
  const topic = need('topic');
  const channelId = channelOf(topic, options.feeds);
  if (channelId === undefined)
    throw reject(`hub.topic is no feed of a channel, such as …${options.feeds[0] ?? ''}?channel_id=ID.`);
  const verify = all('verify').flatMap((text) => text.split(','));
  const chosen = verify.find((text) => text === 'sync' || text === 'async');
  if (verify.length > 0 && chosen === undefined) throw reject('hub.verify is sync or async.');
  const secret = one('secret');
  if (secret !== undefined && new TextEncoder().encode(secret).length >= 200)
    throw reject('hub.secret is shorter than 200 bytes.');
  const lease = one('lease_seconds') ?? String(options.lease);
  if (!/^\d{1,15}$/.test(lease)) throw reject('hub.lease_seconds is a number of seconds.');
  return {
    mode,
    callback,
    topic,
    channelId,
    isSync: chosen === 'sync',
    token: one('verify_token'),
    secret,
    // A lease of 0 is the usual one.
    lease: Math.min(Number(lease) || options.lease, options.longestLease),
  };
}

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.hash === '' ? url : undefined;
}

/** The channel of the address of a feed, whatever its host. */
function channelOf(topic: string, feeds: readonly string[]): string | undefined {
  const url = httpUrl(topic);
  return url !== undefined && feeds.includes(url.pathname)
    ? url.searchParams.get('channel_id') || undefined
    : undefined;
}
