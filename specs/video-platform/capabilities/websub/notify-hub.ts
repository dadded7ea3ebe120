import { defineCapability, stringAt, type Capability, type CapabilityCall } from '@speccast/emulator/capabilities';
import { changeTimes, feedVideo, isPublic } from './feed-video.js';
import { removeSubscription, subscriptionsTo, type Subscription } from './subscriptions.js';
import { writeDeletion, writeFeed, type FeedVideo } from './write-feed.js';

interface NotifyOptions {
  /** The site on which videos and channels are watched. */
  readonly site: string;
  /** Title of the feeds that are sent. */
  readonly title: string;
}

/** The signature of feeds for subscriptions with a secret. */
const scheme = { header: 'x-hub-signature', algorithm: 'hmac-sha1', encoding: 'hex', prefix: 'sha1=' } as const;

/** Tells subscribers of videos that are new, have another title or description, or are public no more. */
export const notifyHub: Capability = defineCapability<NotifyOptions>({
  sends: ['websub.notification'],
  run(call, { site, title }) {
    const { before, after } = call.change ?? {};
    const [wasThere, isThere] = [isPublic(before), isPublic(after)];
    const shown = ['snippet.title', 'snippet.description'];
    const isSame = wasThere && isThere && shown.every((path) => stringAt(before, path) === stringAt(after, path));
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
    // As bytes, for it is no secret of Standard Webhooks, whatever it begins with.
    ...(secret !== undefined && { sign: { scheme, secret: new TextEncoder().encode(secret) } }),
    done(later, { status }) {
      if (status === 410) removeSubscription(later, one);
      return undefined;
    },
  });
}
