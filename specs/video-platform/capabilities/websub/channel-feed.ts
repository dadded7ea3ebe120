import { defineCapability, stringAt, type Capability } from '@speccast/emulator/capabilities';
import { feedVideo, isPublic } from './feed-video.js';
import { writeFeed } from './write-feed.js';

interface FeedOptions {
  /** The site of the pages of videos and channels. */
  readonly site: string;
  /** Path of the hub. */
  readonly hub: string;
  /** Maximum number of entries. */
  readonly most: number;
}

/** Returns the Atom feed of a channel with its newest public videos. */
export const channelFeed: Capability = defineCapability<FeedOptions>({
  run(call, { site, hub, most }) {
    const id = call.params['channel_id'];
    if (typeof id !== 'string' || id === '')
      throw call.error(400, 'badRequest', 'The parameter channel_id is missing.');
    const channel = call.table('channels').get(id);
    if (channel === undefined) throw call.error(404, 'notFound', `There is no channel ${id.slice(0, 100)}.`);
    const videos = [...call.table('videos').find('snippet.channelId', id)]
      .filter(isPublic)
      .map((video) => feedVideo(call, video))
      .sort((left, right) => Date.parse(right.published) - Date.parse(left.published))
      .slice(0, most);
    const topic = `${call.url?.split('?')[0]}?channel_id=${encodeURIComponent(id)}`;
    const title = stringAt(channel, 'snippet.title') ?? '';
    const hubUrl = `${call.baseUrl}${hub}`;
    const published = stringAt(channel, 'snippet.publishedAt') ?? '';
    const text = writeFeed({ site, topic, hub: hubUrl }, { title, channel: { id, published } }, videos);
    const link = `<${hubUrl}>; rel="hub", <${topic}>; rel="self"`;
    return { ...call.text(200, text, 'application/atom+xml; charset=UTF-8'), headers: { link } };
  },
});
