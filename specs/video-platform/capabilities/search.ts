import type { JsonObject } from '@speccast/runtime';
import {
  defineCapability,
  invalidInput,
  stringAt,
  stringsOf,
  valueAt,
  withValue,
  type Capability,
  type CapabilityCall,
  type Row,
} from '@speccast/emulator/capabilities';

/** Table and name of the id of each kind of result. */
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

/** Finds videos, channels and playlists whose title, description or tags contain every word of `q`. */
export const search: Capability = defineCapability<SearchOptions>({
  errors: [
    invalidInput('type', {
      reason: 'invalidSearchFilter',
      is: 'a list of video, channel and playlist',
      fix: 'Send video, channel or playlist as type.',
    }),
  ],
  run(call, { items, kind }) {
    const { params } = call;
    const words = String(params['q'] ?? '').toLowerCase();
    return call.search({
      tables: tablesAsked(call),
      words: words.split(/[\s+]+/).filter((word) => word !== ''),
      textOf,
      owner: params['channelId'] === undefined ? undefined : String(params['channelId']),
      mine: String(params['forMine'] ?? '') === 'true',
      matches: (row) => matches(params, row),
      sort: orders.get(String(params['order'])),
      items,
      kind,
      show: (table, row) => show(call, table, row),
    });
  },
});

const orders: ReadonlyMap<string, { readonly by: string; readonly descending?: boolean }> = new Map([
  ['date', { by: 'snippet.publishedAt', descending: true }],
  ['title', { by: 'snippet.title', descending: false }],
]);

function tablesAsked(call: CapabilityCall): readonly string[] {
  const asked = [...new Set(stringsOf(call.params['type']))];
  const bad = asked.find((type) => !Object.hasOwn(kinds, type));
  if (bad !== undefined) {
    const message = `There is no type ${bad}; the types are ${Object.keys(kinds).join(', ')}.`;
    throw call.error(400, 'invalidSearchFilter', message, { location: 'type', locationType: 'parameter' });
  }
  const wanted = asked.length === 0 ? Object.keys(kinds) : asked;
  return wanted.map((type) => kinds[type]?.table ?? '');
}

/** The string of a row in which words are looked for. */
function textOf(row: Row): string {
  return ['title', 'description', 'tags']
    .map((name) => String(valueAt(row, `snippet.${name}`) ?? ''))
    .join(' ')
    .toLowerCase();
}

function matches(params: JsonObject, row: Row): boolean {
  const blocked = valueAt(row, 'contentDetails.regionRestriction.blocked');
  const published = stringAt(row, 'snippet.publishedAt') ?? '';
  return (
    !(Array.isArray(blocked) && blocked.includes(String(params['regionCode'] ?? ''))) &&
    (params['publishedAfter'] === undefined || published >= String(params['publishedAfter'])) &&
    (params['publishedBefore'] === undefined || published < String(params['publishedBefore']))
  );
}

function show(call: CapabilityCall, table: string, resource: JsonObject): JsonObject {
  const [kind = '', { id: name } = { id: '' }] = Object.entries(kinds).find(([, one]) => one.table === table) ?? [];
  let snippet: JsonObject = {};
  for (const field of ['publishedAt', 'channelId', 'title', 'description', 'thumbnails', 'channelTitle']) {
    const value = valueAt(resource, `snippet.${field}`);
    if (value !== undefined) snippet = withValue(snippet, field, value);
  }
  const id = call.table(table).keyOf(resource);
  const own = call.table(table).kind ?? kind;
  const result = {
    kind: own.replace(/[^#]*$/, 'searchResult'),
    id: { kind: own, [name]: id },
    snippet: kind === 'channel' ? { ...snippet, channelId: id } : snippet,
  };
  return call.selectParts({ ...result, etag: call.tag(JSON.stringify(result)) });
}
