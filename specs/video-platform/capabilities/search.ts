import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import {
  defineCapability,
  invalidInput,
  readInstant,
  stringAt,
  stringsOf,
  valueAt,
  valuesAt,
  type Capability,
  type CapabilityCall,
  type Row,
  type SearchSort,
  type TableRows,
} from '@speccast/emulator/capabilities';
import { isWithin, readCircle } from './search/read-circle.js';
import { fitsQuery, readQuery } from './search/read-query.js';
import { readBroadcast, videoFilters } from './search/video-filters.js';

/** The table of each kind of result, and the name of its id. */
const kinds: Readonly<Record<string, { readonly table: string; readonly id: string }>> = {
  video: { table: 'videos', id: 'videoId' },
  channel: { table: 'channels', id: 'channelId' },
  playlist: { table: 'playlists', id: 'playlistId' },
};

/** Members of `x-action` beside `perform`. */
interface SearchOptions {
  readonly items: string;
  readonly kind: string;
}

/** Maximum number of results from one channel. */
const mostOfChannel = 500;

/** Region of a response if the search has none. */
const usualRegion = 'US';

/** Recognizes existing languages: `xx` is none. */
const languages = /* @__PURE__ */ new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Parameters that a search itself rejects, with the reason, the form and the remedy. */
const inputs = {
  type: {
    reason: 'invalidSearchFilter',
    is: 'a list of video, channel and playlist',
    fix: 'Send video, channel or playlist as type.',
  },
  channelId: {
    reason: 'invalidChannelId',
    is: 'the id of a channel, or at least of the form of one',
    fix: 'Send UC and 22 letters, digits, - or _.',
  },
  location: {
    reason: 'invalidLocation',
    is: 'a latitude and a longitude, beside locationRadius of at most 1000 km',
    fix: 'Send both, such as location=37.42,-122.08 and locationRadius=10km; units are m, km, ft and mi.',
  },
  relevanceLanguage: {
    reason: 'invalidRelevanceLanguage',
    is: 'the code of a language',
    fix: 'Send a language of two letters, such as en.',
  },
} as const;

/** Finds the videos, channels and playlists that match the parameters. */
export const search: Capability = defineCapability<SearchOptions>({
  errors: Object.entries(inputs).map(([name, rule]) => invalidInput(name, rule)),
  run(call, { items, kind }) {
    const channelId = readText(call, 'channelId');
    const isTrue = (name: string): boolean => readText(call, name) === 'true';
    const isOfChannel = channelId !== undefined && readText(call, 'type') === 'video';
    const tests = listTests(call);
    const response = call.search({
      tables: listTables(call),
      owner: channelId,
      mine: isTrue('forMine'),
      matches: (row, table) => tests.every((test) => test(row, table)),
      sorts: listSorts(call),
      ...(isOfChannel && !['forMine', 'forDeveloper', 'forContentOwner'].some(isTrue) && { atMost: mostOfChannel }),
      items,
      kind,
      show: (row, table) => show(call, row, table),
    });
    const body = response.kind === 'json' && isJsonObject(response.body) ? response.body : undefined;
    return body === undefined
      ? response
      : { ...response, body: { ...body, regionCode: readText(call, 'regionCode') ?? usualRegion } };
  },
});

/** Returns the value of a parameter as text, of a list with commas; undefined if it is absent or empty. */
function readText({ params }: CapabilityCall, name: string): string | undefined {
  const text = String(params[name] ?? '');
  return text === '' ? undefined : text;
}

function reject(call: CapabilityCall, name: keyof typeof inputs): void {
  const { reason, is } = inputs[name];
  const sent = [readText(call, name), name === 'location' ? readText(call, 'locationRadius') : undefined];
  const message = `The parameter ${name} is not ${is}: ${sent.filter((one) => one !== undefined).join(' and ')}.`;
  call.throwUnlessLenient(call.error(400, reason, message, { location: name, locationType: 'parameter' }));
}

/** Lists the filters of videos in a call, with their values. */
function listVideoFilters(call: CapabilityCall): readonly (readonly [name: string, value: string])[] {
  return Object.keys(videoFilters).flatMap((name) => {
    const value = readText(call, name) ?? 'any';
    return value === 'any' ? [] : [[name, value] as const];
  });
}

/** Lists the tables of the requested types, but only that of videos if there is a filter of videos. */
function listTables(call: CapabilityCall): readonly string[] {
  const types = [...new Set(stringsOf(call.params['type']))];
  const known = types.filter((type) => Object.hasOwn(kinds, type));
  if (known.length < types.length) reject(call, 'type');
  const isOfVideos = listVideoFilters(call).length > 0 || readText(call, 'location') !== undefined;
  return (known.length === 0 ? Object.keys(kinds) : known).flatMap((type) =>
    isOfVideos && type !== 'video' ? [] : (kinds[type]?.table ?? []),
  );
}

type RowTest = (row: Row, table: string) => boolean;

/** Lists the conditions of the parameters. Rejects (400) invalid values. */
function listTests(call: CapabilityCall): readonly RowTest[] {
  const tests: RowTest[] = [];
  const read = (name: string): string | undefined => readText(call, name);
  const terms = readQuery(read('q') ?? '');
  if (terms.length > 0) tests.push((row) => fitsQuery(joinTexts(row), terms));
  const [after, before] = [readInstant(read('publishedAfter')), readInstant(read('publishedBefore'))];
  if (after !== undefined) tests.push((row) => (readPublished(row) ?? NaN) >= after);
  if (before !== undefined) tests.push((row) => (readPublished(row) ?? NaN) <= before);
  const region = read('regionCode');
  if (region !== undefined) tests.push((row) => isViewable(row, region));
  const topic = read('topicId');
  if (topic !== undefined)
    tests.push((row) =>
      ['topicIds', 'relevantTopicIds'].some((name) => valuesAt(row, `topicDetails.${name}`).includes(topic)),
    );
  if (read('safeSearch') === 'strict')
    tests.push(
      (row) =>
        valueAt(row, 'contentDetails.contentRating.ytRating') !== 'ytAgeRestricted' &&
        valueAt(row, 'ageGating.restricted') !== true,
    );
  for (const [name, wanted] of listVideoFilters(call))
    tests.push((row) => videoFilters[name]?.(row, wanted, call) !== false);
  const [location, locationRadius] = [read('location'), read('locationRadius')];
  if ((location ?? locationRadius) !== undefined) {
    const circle = readCircle(location ?? '', locationRadius ?? '');
    if (circle === undefined) reject(call, 'location');
    else tests.push((row) => isWithin(row, circle));
  }
  const channel = read('channelId') ?? '';
  if (channel !== '' && !/^UC[\w-]{22}$/.test(channel) && call.table('channels').get(channel) === undefined)
    reject(call, 'channelId');
  const language = read('relevanceLanguage') ?? 'en';
  const isKnown = /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(language) && languages.of(language.slice(0, 2)) !== undefined;
  if (!isKnown) reject(call, 'relevanceLanguage');
  return tests;
}

/** Returns the time of publication in milliseconds since the epoch. */
function readPublished(row: Row): number | undefined {
  return readInstant(valueAt(row, 'snippet.publishedAt'));
}

/** Returns whether a video can be played in a region. */
function isViewable(row: Row, region: string): boolean {
  const allowed = valueAt(row, 'contentDetails.regionRestriction.allowed');
  return (
    !valuesAt(row, 'contentDetails.regionRestriction.blocked').includes(region) &&
    (allowed === undefined || stringsOf(allowed).includes(region))
  );
}

/** Joins the searchable texts of a row in small letters. */
function joinTexts(row: Row): string {
  const texts = ['title', 'description', 'tags'].map((name) => String(valueAt(row, `snippet.${name}`) ?? ''));
  return texts.join(' ').toLowerCase();
}

function readTitle(row: Row): string {
  return (stringAt(row, 'snippet.title') ?? '').toLowerCase();
}

/** The values of `order` except `relevance`. Rows without the number come last. */
const orders: Readonly<Record<string, (row: Row, table: TableRows) => string | number>> = {
  date: (row) => readPublished(row) ?? stringAt(row, 'snippet.publishedAt') ?? '',
  rating: (row, table) => readNumber(table.complete(row), 'statistics.likeCount'),
  title: readTitle,
  videoCount: (row, table) => readNumber(table.complete(row), 'statistics.videoCount'),
  // The number of a live video is that of its current viewers.
  viewCount: (row) =>
    readNumber(row, readBroadcast(row) === 'live' ? 'liveStreamingDetails.concurrentViewers' : 'statistics.viewCount'),
};

function readNumber(row: Row, path: string): number {
  return Number(valueAt(row, path) ?? 0);
}

function listSorts(call: CapabilityCall): readonly SearchSort[] {
  const order = readText(call, 'order') ?? 'relevance';
  const valueOf = orders[order];
  if (valueOf === undefined) return listRelevance(call);
  return [{ valueOf: (row, table) => valueOf(row, call.table(table)), descending: order !== 'title' }];
}

/** Lists the criteria of relevance: the preferred language of the call, then the number of query words in the title. */
function listRelevance(call: CapabilityCall): readonly SearchSort[] {
  const [language] = (readText(call, 'relevanceLanguage') ?? '').toLowerCase().split('-');
  const terms = readQuery(readText(call, 'q') ?? '').filter(({ isUnwanted }) => !isUnwanted);
  const isSpoken = (row: Row): boolean =>
    ['defaultAudioLanguage', 'defaultLanguage'].some(
      (name) => stringAt(row, `snippet.${name}`)?.toLowerCase().split('-')[0] === language,
    );
  return [
    ...(language === '' ? [] : [{ valueOf: (row: Row) => -Number(isSpoken(row)) }]),
    ...(terms.length === 0
      ? []
      : [{ valueOf: (row: Row) => -terms.filter((term) => fitsQuery(readTitle(row), [term])).length }]),
  ];
}

function show(call: CapabilityCall, row: Row, table: string): JsonObject {
  const [type = '', { id: name } = { id: '' }] = Object.entries(kinds).find(([, one]) => one.table === table) ?? [];
  const rows = call.table(table);
  const [id, kind] = [rows.keyOf(row), rows.kind ?? type];
  const complete = rows.complete(row);
  const fields = ['publishedAt', 'channelId', 'title', 'description', 'thumbnails', 'channelTitle'];
  const snippet = Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const value = valueAt(complete, `snippet.${field}`);
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const liveBroadcastContent =
    type === 'channel' ? findBroadcast(call, id) : (stringAt(row, 'snippet.liveBroadcastContent') ?? 'none');
  const result = {
    kind: kind.replace(/[^#]*$/, 'searchResult'),
    id: { kind, [name]: id },
    snippet: {
      ...snippet,
      ...(type === 'channel' && { channelId: id, channelTitle: snippet['title'] ?? '' }),
      liveBroadcastContent,
    },
  };
  return call.selectParts({ ...result, etag: call.tag(JSON.stringify(result)) });
}

/** Returns the broadcasts of a channel: `live` or `upcoming` if one of its videos is, or else `none`. */
function findBroadcast(call: CapabilityCall, channel: string): string {
  const videos = call.table('videos');
  const states = ['live', 'upcoming'].filter((state) =>
    [...videos.find('snippet.liveBroadcastContent', state)].some(
      (video) =>
        stringAt(video, 'snippet.channelId') === channel && videos.getVisible(videos.keyOf(video)) !== undefined,
    ),
  );
  return states[0] ?? 'none';
}
