import type { Chance } from './random.js';

/** A value as JSON has it. */
export type Payload = null | boolean | number | string | Payload[] | { [key: string]: Payload };

/** An object of JSON. */
export type PayloadObject = Record<string, Payload>;

const day = (chance: Chance): string => String(10 + chance.below(18));

function dateTime(chance: Chance): string {
  const fraction = chance.pick(['', '', `.${chance.digits(3)}`]);
  return `20${10 + chance.below(15)}-0${1 + chance.below(9)}-${day(chance)}T0${chance.below(10)}:${day(chance)}:${day(chance)}${fraction}Z`;
}

function thumbnails(id: string): PayloadObject {
  const sizes = [
    ['default', 120, 90],
    ['medium', 320, 180],
    ['high', 480, 360],
    ['standard', 640, 480],
    ['maxres', 1280, 720],
  ] as const;
  const entries = sizes.map(([name, width, height]) => {
    return [name, { url: `https://i.ytimg.com/vi/${id}/${name}.jpg`, width, height }];
  });
  return Object.fromEntries(entries);
}

function snippet(id: string, chance: Chance): PayloadObject {
  const title = chance.text(40);
  const description = chance.text(400);
  return {
    publishedAt: dateTime(chance),
    channelId: `UC${chance.text(22)}`,
    title,
    description,
    thumbnails: thumbnails(id),
    channelTitle: chance.text(14),
    tags: Array.from({ length: 10 }, () => chance.text(8)),
    categoryId: chance.digits(2),
    liveBroadcastContent: chance.pick(['none', 'live', 'completed']),
    defaultLanguage: chance.pick(['en', 'de', 'pt-BR']),
    localized: { title, description },
    defaultAudioLanguage: 'en',
  };
}

/** Two of the ratings that `contentRating` knows. */
function twoRatings(chance: Chance): PayloadObject {
  return chance.pick<PayloadObject>([
    { acbRating: 'acbPg', bbfcRating: 'bbfc15' },
    { mpaaRating: 'mpaaPg13', ytRating: 'ytAgeRestricted' },
    { fskRating: 'fsk12', tvpgRating: 'pg14' },
  ]);
}

function contentDetails(chance: Chance): PayloadObject {
  return {
    duration: `PT${chance.digits(1)}M${chance.digits(2)}S`,
    dimension: '2d',
    definition: chance.pick(['hd', 'sd']),
    caption: chance.pick(['true', 'false']),
    licensedContent: chance.below(2) === 0,
    regionRestriction: { blocked: Array.from({ length: 4 }, () => chance.text(2)) },
    contentRating: twoRatings(chance),
    projection: 'rectangular',
    hasCustomThumbnail: true,
  };
}

function status(chance: Chance): PayloadObject {
  return {
    uploadStatus: 'processed',
    privacyStatus: chance.pick(['public', 'unlisted']),
    publishAt: dateTime(chance),
    license: chance.pick(['youtube', 'creativeCommon']),
    embeddable: true,
    publicStatsViewable: chance.below(2) === 0,
    madeForKids: false,
    selfDeclaredMadeForKids: false,
  };
}

function statistics(chance: Chance): PayloadObject {
  return {
    viewCount: chance.digits(7),
    likeCount: chance.digits(5),
    dislikeCount: chance.digits(3),
    favoriteCount: '0',
    commentCount: chance.digits(4),
  };
}

function fullVideo(chance: Chance): PayloadObject {
  const id = chance.text(11);
  return {
    kind: 'youtube#video',
    etag: chance.text(27),
    id,
    snippet: snippet(id, chance),
    contentDetails: contentDetails(chance),
    status: status(chance),
    statistics: statistics(chance),
    player: { embedHtml: `<iframe src="//www.youtube.com/embed/${id}"></iframe>` },
    topicDetails: {
      topicCategories: Array.from({ length: 3 }, () => `https://en.wikipedia.org/wiki/${chance.text(9)}`),
    },
    recordingDetails: { recordingDate: dateTime(chance) },
    localizations: { de: { title: chance.text(30), description: chance.text(200) } },
  };
}

function videoPage(items: Payload[], chance: Chance): PayloadObject {
  return {
    kind: 'youtube#videoListResponse',
    etag: chance.text(27),
    nextPageToken: 'CAUQAA',
    pageInfo: { totalResults: 1000 + chance.below(1000), resultsPerPage: items.length },
    items,
    visitorId: chance.text(12),
  };
}

/** A page of a list with so many videos, all parts asked for. */
export function fullVideos(count: number, chance: Chance): PayloadObject {
  return videoPage(
    Array.from({ length: count }, () => fullVideo(chance)),
    chance,
  );
}

/** A page with one video of which only the `statistics` were asked for. */
export function oneVideo(chance: Chance): PayloadObject {
  const video = { kind: 'youtube#video', etag: chance.text(27), id: chance.text(11), statistics: statistics(chance) };
  return videoPage([video], chance);
}

/** Two ratings out of 75. */
export function ratings(chance: Chance): PayloadObject {
  return twoRatings(chance);
}

function reportRow(chance: Chance): PayloadObject {
  return {
    row: {
      dimensionValues: {
        DATE: { value: `202407${day(chance)}` },
        AD_UNIT: { value: `ca-app-pub-${chance.digits(10)}`, displayLabel: chance.text(10) },
        COUNTRY: { value: chance.text(2) },
      },
      metricValues: {
        CLICKS: { integerValue: chance.digits(3) },
        ESTIMATED_EARNINGS: { microsValue: chance.digits(7) },
        IMPRESSION_CTR: { doubleValue: chance.below(1000) / 997 },
      },
    },
  };
}

/** A report: header, rows and footer as elements of one array. */
export function adsReport(rows: number, chance: Chance): Payload[] {
  const date = { year: 2024, month: 7, day: 1 };
  const header = { dateRange: { startDate: date, endDate: date }, localizationSettings: { currencyCode: 'EUR' } };
  const body = Array.from({ length: rows }, () => reportRow(chance));
  return [{ header }, ...body, { footer: { matchingRowCount: String(rows), warnings: [{ type: 'DATA_DELAYED' }] } }];
}

/** One event of each of the twelve types. */
const eventsOf: readonly ((chance: Chance) => PayloadObject)[] = [
  (chance) => ({ type: 'upload', id: chance.text(8), videoId: chance.text(11), title: chance.text(20), bytes: 12 }),
  (chance) => ({ type: 'like', id: chance.text(8), videoId: chance.text(11), by: chance.text(9), positive: true }),
  (chance) => ({
    type: 'comment',
    id: chance.text(8),
    videoId: chance.text(11),
    commentId: chance.text(9),
    replies: 3,
  }),
  (chance) => ({
    type: 'reply',
    id: chance.text(8),
    commentId: chance.text(9),
    parentId: chance.text(9),
    mentions: ['a'],
  }),
  (chance) => ({ type: 'subscription', id: chance.text(8), channelId: chance.text(22), level: 'member' }),
  (chance) => ({ type: 'playlistItem', id: chance.text(8), playlistId: chance.text(9), videoId: 'v', position: 4 }),
  (chance) => ({ type: 'favorite', id: chance.text(8), videoId: chance.text(11), by: 'me', folder: chance.text(4) }),
  (chance) => ({ type: 'bulletin', id: chance.text(8), channelId: chance.text(22), text: 'news', attachments: ['x'] }),
  (chance) => ({ type: 'recommendation', id: chance.text(8), videoId: 'v', reason: 'videoLiked', score: 0.25 }),
  (chance) => ({ type: 'promotion', id: chance.text(8), adTag: chance.text(9), clickUrl: 'https://a.b', weight: 1.5 }),
  (chance) => ({ type: 'broadcast', id: chance.text(8), videoId: 'v', viewers: 900, live: true, topics: ['x', 'y'] }),
  (chance) => ({ type: 'moderation', id: chance.text(8), target: 't', action: 'hold', by: 'me', notes: ['spam'] }),
];

/** Events of all types in turn. */
export function events(count: number, chance: Chance): Payload[] {
  return Array.from({ length: count }, (_, index) => eventsOf[index % eventsOf.length]?.(chance) ?? {});
}
