import type { JsonObject } from '../../json.js';
import { tagOf } from '../ids.js';
import { textAt, textsOf, valueAt, withValue } from '../json-path.js';
import { answerPage } from '../list.js';
import { project } from '../parts.js';
import { Refusal, type Call, type Capability, type Row } from '../plan.js';
import { compare, complete, newestFirst } from '../present.js';
import { keyOf, ownerOf } from '../rows.js';
import { sorted } from '../sorted.js';
import { isVisible } from '../visibility.js';
import { textOption } from './inputs.js';

/** Table and name of the id of each kind of result. */
const kinds: Readonly<Record<string, { readonly table: string; readonly id: string }>> = {
  video: { table: 'videos', id: 'videoId' },
  channel: { table: 'channels', id: 'channelId' },
  playlist: { table: 'playlists', id: 'playlistId' },
};

interface Hit {
  readonly kind: string;
  readonly table: string;
  readonly row: Row;
}

/** Finds videos, channels and playlists whose title, description or tags hold every word of `q`. */
export const search: Capability = (call, options) => {
  const kindsWanted = readTypes(call);
  const hits = new Map(
    order(
      call,
      kindsWanted.flatMap((kind) => hitsOf(call, kind)),
    ).map((hit) => [`${hit.kind} ${keyOf(call.rules(hit.table), hit.row)}`, hit]),
  );
  const action = { list: 'search', items: textOption(options, 'items'), kind: textOption(options, 'kind') };
  return answerPage(call, action, [...hits.keys()], (key) => show(call, key));
};

function readTypes(call: Call): readonly string[] {
  const wanted = textsOf(call.params['type']);
  const bad = wanted.find((type) => !Object.hasOwn(kinds, type));
  if (bad !== undefined) {
    throw new Refusal(
      400,
      'invalidSearchFilter',
      `There is no type ${bad}; the types are ${Object.keys(kinds).join(', ')}.`,
      { location: 'type', locationType: 'parameter' },
    );
  }
  return wanted.length === 0 ? Object.keys(kinds) : [...new Set(wanted)];
}

function hitsOf(call: Call, kind: string): readonly Hit[] {
  const { table } = kinds[kind] ?? { table: '' };
  const rows = call.tables.list(table).filter((row) => isFound(call, table, row) && matches(call, table, row));
  return rows.map((row) => ({ kind, table, row }));
}

/** Results are public, or the caller's own where it asks for those. */
function isFound(call: Call, table: string, row: Row): boolean {
  if (String(call.params['forMine'] ?? '') === 'true')
    return ownerOf(call, table, row) === call.caller?.ownId && isVisible(call, table, row);
  const { caller: _caller, ...anonymous } = call;
  return isVisible(anonymous, table, row);
}

function matches(call: Call, table: string, row: Row): boolean {
  const { params } = call;
  const text = ['title', 'description', 'tags']
    .map((name) => String(valueAt(row, `snippet.${name}`) ?? ''))
    .join(' ')
    .toLowerCase();
  const words = String(params['q'] ?? '')
    .toLowerCase()
    .split(/[\s+]+/)
    .filter((word) => word !== '');
  const channel = params['channelId'];
  const blocked = valueAt(row, 'contentDetails.regionRestriction.blocked');
  const published = textAt(row, 'snippet.publishedAt') ?? '';
  return (
    words.every((word) =>
      word.startsWith('-') && word.length > 1
        ? !text.includes(word.slice(1))
        : word.split('|').some((one) => text.includes(one)),
    ) &&
    (channel === undefined || ownerOf(call, table, row) === channel) &&
    !(Array.isArray(blocked) && blocked.includes(String(params['regionCode'] ?? ''))) &&
    (params['publishedAfter'] === undefined || compare(published, params['publishedAfter']) >= 0) &&
    (params['publishedBefore'] === undefined || compare(published, params['publishedBefore']) < 0)
  );
}

function order({ params }: Call, hits: readonly Hit[]): readonly Hit[] {
  const byRow = new Map(hits.map((hit) => [hit.row, hit]));
  if (params['order'] === 'date')
    return newestFirst([...byRow.keys()], 'snippet.publishedAt').flatMap((row) => byRow.get(row) ?? []);
  if (params['order'] === 'title')
    return sorted(hits, (left, right) =>
      compare(valueAt(left.row, 'snippet.title'), valueAt(right.row, 'snippet.title')),
    );
  return hits;
}

function show(call: Call, key: string): JsonObject | undefined {
  const [kind = '', id = ''] = key.split(' ');
  const { table, id: name } = kinds[kind] ?? { table: '', id: '' };
  const row = call.tables.get(table, id);
  if (row === undefined || !isFound(call, table, row)) return undefined;
  const resource = complete(call, table, row);
  let snippet: JsonObject = {};
  for (const field of ['publishedAt', 'channelId', 'title', 'description', 'thumbnails', 'channelTitle']) {
    const value = valueAt(resource, `snippet.${field}`);
    if (value !== undefined) snippet = withValue(snippet, field, value);
  }
  const own = call.rules(table).kind ?? kind;
  const result = {
    kind: own.replace(/[^#]*$/, 'searchResult'),
    id: { kind: own, [name]: id },
    snippet: kind === 'channel' ? { ...snippet, channelId: id } : snippet,
  };
  return project(call, 'search', { ...result, etag: tagOf(JSON.stringify(result)) });
}
