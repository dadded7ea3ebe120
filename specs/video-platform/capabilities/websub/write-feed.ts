/** The data of a video in an entry. */
export interface FeedVideo {
  readonly id: string;
  readonly channelId: string;
  readonly title: string;
  readonly channelTitle: string;
  readonly published: string;
  /** Milliseconds since the epoch. */
  readonly updated: number;
}

/** The data that all feeds have. */
export interface FeedSource {
  /** The site of the pages of videos and channels: `https://www.example.com`. */
  readonly site: string;
  /** Address of the hub. */
  readonly hub: string;
  /** Address of the feed. */
  readonly topic: string;
}

const atom = 'xmlns="http://www.w3.org/2005/Atom"';

/** The title and the channel of a feed. */
export interface FeedTitle {
  readonly title: string;
  /** The channel of the feed; absent if the feed does not state it. */
  readonly channel?: { readonly id: string; readonly published: string };
}

/** Writes a feed with videos; the newest comes first. */
export function writeFeed(source: FeedSource, { title, channel }: FeedTitle, videos: readonly FeedVideo[]): string {
  const newest = Math.max(0, ...videos.map(({ updated }) => updated));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" ${atom}>`,
    ` <link rel="hub" href="${escape(source.hub)}"/>`,
    ` <link rel="self" href="${escape(source.topic)}"/>`,
    ...(channel === undefined
      ? []
      : [` <id>yt:channel:${escape(channel.id)}</id>`, ` <yt:channelId>${escape(channel.id)}</yt:channelId>`]),
    ` <title>${escape(title)}</title>`,
    ...(channel === undefined ? [] : channelLines(source, title, channel)),
    ` <updated>${printTime(newest)}</updated>`,
    ...videos.map((video) => writeEntry(source, video)),
    '</feed>',
    '',
  ].join('\n');
}

function channelLines(
  { site }: FeedSource,
  title: string,
  { id, published }: { id: string; published: string },
): string[] {
  const url = escape(channelUrl(site, id));
  return [
    ` <link rel="alternate" href="${url}"/>`,
    ` <author><name>${escape(title)}</name><uri>${url}</uri></author>`,
    ` <published>${printTime(Date.parse(published))}</published>`,
  ];
}

function writeEntry({ site }: FeedSource, video: FeedVideo): string {
  const { id, channelId, title, channelTitle, published, updated } = video;
  return [
    ' <entry>',
    `  <id>yt:video:${escape(id)}</id>`,
    `  <yt:videoId>${escape(id)}</yt:videoId>`,
    `  <yt:channelId>${escape(channelId)}</yt:channelId>`,
    `  <title>${escape(title)}</title>`,
    `  <link rel="alternate" href="${escape(watchUrl(site, id))}"/>`,
    '  <author>',
    `   <name>${escape(channelTitle)}</name>`,
    `   <uri>${escape(channelUrl(site, channelId))}</uri>`,
    '  </author>',
    `  <published>${printTime(Date.parse(published))}</published>`,
    `  <updated>${printTime(updated)}</updated>`,
    ' </entry>',
  ].join('\n');
}

/** Writes the feed about a deleted video. */
export function writeDeletion({ site }: FeedSource, video: FeedVideo): string {
  const { id, channelId, channelTitle, updated } = video;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns:at="http://purl.org/atompub/tombstones/1.0" ${atom}>`,
    ` <at:deleted-entry ref="yt:video:${escape(id)}" when="${printTime(updated)}">`,
    `  <link href="${escape(watchUrl(site, id))}"/>`,
    '  <at:by>',
    `   <name>${escape(channelTitle)}</name>`,
    `   <uri>${escape(channelUrl(site, channelId))}</uri>`,
    '  </at:by>',
    ' </at:deleted-entry>',
    '</feed>',
    '',
  ].join('\n');
}

function watchUrl(site: string, id: string): string {
  return `${site}/watch?v=${encodeURIComponent(id)}`;
}

function channelUrl(site: string, id: string): string {
  return `${site}/channel/${encodeURIComponent(id)}`;
}

function printTime(milliseconds: number): string {
  const time = new Date(milliseconds);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString().replace('Z', '+00:00');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML, and removes the characters that XML does not allow. */
function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
