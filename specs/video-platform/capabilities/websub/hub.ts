import { defineCapability, type Capability, type CapabilityCall } from '@speccast/emulator/capabilities';
import { type HubLimits, type HubRequest, readHubRequest } from './hub-request.js';
import { addSubscription, makeKey, removeSubscription } from './subscriptions.js';

/** The requests that are not confirmed yet; for each callback and topic only the last one. */
const unconfirmed = '~feedRequests';

/** Delays before further attempts to verify in milliseconds; not used if the caller waits for the result. */
const retries = [5000, 60_000, 600_000];

/** The hub of WebSub: confirms with a callback that it wants to subscribe or unsubscribe, and then does so. */
export const hub: Capability = defineCapability<HubLimits>({
  sends: ['websub.verification'],
  run(call, limits) {
    const request = readHubRequest(call, limits);
    const challenge = call.newId('', 40);
    const id = makeKey(request);
    const hubUrl = call.url?.split('?')[0] ?? '';
    call.table(unconfirmed).put({ id, challenge });
    call.send({
      name: 'websub.verification',
      cause: `hub ${request.mode}`,
      method: 'GET',
      url: verificationUrl(request, challenge),
      retries: request.isSync ? [] : retries,
      // A definite response of the callback counts; it is called again only after a failure.
      isRetried: (status) => status >= 500,
      isAwaited: request.isSync,
      done(later, { status = 0, text, reason }) {
        const requests = later.table(unconfirmed);
        if (requests.get(id)?.['challenge'] !== challenge)
          return later.text(
            409,
            'Another request of this callback, or another state of the emulator, came in between.\n',
          );
        requests.delete(id);
        if (status < 200 || status > 299 || text !== challenge) {
          const why = reason ?? 'It has to send the value of hub.challenge back as its body.';
          return later.text(409, `The callback did not confirm. ${why}\n`);
        }
        carryOut(later, request, hubUrl);
        return { kind: 'empty', status: 204 };
      },
    });
    return { kind: 'empty', status: 202 };
  },
});

function verificationUrl({ mode, callback, topic, lease, token }: HubRequest, challenge: string): string {
  const url = new URL(callback);
  const fields = {
    mode,
    topic,
    challenge,
    ...(mode === 'subscribe' && { lease_seconds: String(lease) }),
    ...(token !== undefined && { verify_token: token }),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.append(`hub.${name}`, value);
  return url.href;
}

function carryOut(call: CapabilityCall, request: HubRequest, hubUrl: string): void {
  const { mode, callback, topic, channelId, secret, lease } = request;
  if (mode === 'unsubscribe') removeSubscription(call, request);
  else addSubscription(call, { callback, topic, channelId, hub: hubUrl, secret, until: call.now + lease * 1000 });
}
