import { defineCapability, stringAt, type Capability, type CapabilityCall } from '@speccast/emulator/capabilities';
import { changeTimes, feedVideo, isPublic } from './feed-video.js';
import { removeSubscription, subscriptionsTo, type Subscription } from './subscriptions.js';
import { writeDeletion, writeFeed, type FeedVideo } from './write-feed.js';

interface NotifyOptions {
  /** The site of the pages of videos and channels. */
  readonly site: string;
  /** Title of feeds. */
  readonly title: string;
}

/** Signs feeds for subscriptions that have a secret. */
const scheme = { header: 'x-hub-signature', algorithm: 'hmac-sha1', encoding: 'hex', prefix: 'sha1=' } as const;

/** Notifies subscribers of videos that are new, have a new title or description, or are no longer public. */
export const notifyHub: Capability = defineCapability<NotifyOptions>({
  sends: ['websub.notification'],
  run(call, { site, title }) {
    const { before, after } = call.change ?? {};
    const [wasThere, isThere] = [isPublic(before), isPublic(after)];
    const paths = ['snippet.title', 'snippet.description'];
    const isSame = wasThere && isThere && paths.every((path) => stringAt(before, path) === stringAt(after, path));
    const row = isThere ? after : wasThere ? before : undefined;
    if (isSame || row === undefined) return { kind: 'empty' };
    const times = call.table(changeTimes);
    const id = stringAt(row, 'id') ?? '';
    if (isThere) times.put({ id, time: call.now });
    const video = { ...feedVideo(call, row), updated: call.now };
    if (!isThere) times.delete(id);
    for (const one of subscriptionsTo(call, video.channelId)) {
      const source = { site, hub: one.hub, topic: one.topic };
      notify(call, one, isThere ? writeFeed(source, { title }, [video]) : writeDeletion(source, video), video);
    }
    return { kind: 'empty' };
  },
});

function notify(call: CapabilityCall, one: Subscription, body: string, { id }: FeedVideo): void {
  const { callback, topic, hub, secret } = one;
  call.send({
    name: 'websub.notification',
    cause: `videos ${call.change?.on ?? ''} ${id}`,
    method: 'POST',
    url: callback,
    headers: { 'content-type': 'application/atom+xml', link: `<${hub}>; rel="hub", <${topic}>; rel="self"` },
    body,
    // As bytes, because a text that begins with `whsec_` would be decoded as a secret of Standard Webhooks.
    ...(secret !== undefined && { sign: { scheme, secret: new TextEncoder().encode(secret) } }),
    done(later, { status }) {
      if (status === 410) removeSubscription(later, one);
      return undefined;
    },
  });
}
