import type { JsonObject } from '@speccast/runtime';
import { dependenciesOf } from '../lists/dependencies.js';
import { pageResponse } from '../lists/list.js';
import { queryOf } from '../lists/paging.js';
import type { Call, Capability } from '../plan/plan.js';
import { HttpError } from '../response/http-error.js';
import { project } from '../rows/parts.js';
import { withComputed } from '../rows/present.js';
import { ownerOf } from '../rows/rows.js';
import { isVisible } from '../rows/visibility.js';
import { tagOf } from '../sampling/ids.js';
import type { Entry, Row } from '../store/row-index.js';
import { itemsOf } from '../store/tree.js';
import { compareBy, sortValueOf, type View, viewOf, type ViewRule, type ViewSource } from '../store/view.js';
import { entryOf, rowsWith, type Words, wordsOf } from '../store/words.js';
import { stringAt, stringsOf, valueAt, withValue } from '../values/json-path.js';
import { textOption } from './inputs.js';

/** Table and name of the id of each kind of result. */
const kinds: Readonly<Record<string, { readonly table: string; readonly id: string }>> = {
  video: { table: 'videos', id: 'videoId' },
  channel: { table: 'channels', id: 'channelId' },
  playlist: { table: 'playlists', id: 'playlistId' },
};

/** Finds videos, channels and playlists whose title, description or tags hold every word of `q`. */
export const search: Capability = (call, options) => {
  const rule = ruleOf(call, readTypes(call));
  const action = { list: 'search', items: textOption(options, 'items'), kind: textOption(options, 'kind') };
  const paging = call.plan.behaviour.paging ?? call.emulator.settings.paging;
  const name = `search ${queryOf(call, paging === false ? {} : (paging ?? {}))}`;
  const hits = call.tables.derived<View>(name, (known) => viewOf(known, rule, (table) => call.tables.table(table)));
  return pageResponse(call, action, hits, (key) => show(call, key));
};

function readTypes(call: Call): readonly string[] {
  const wanted = stringsOf(call.params['type']);
  const bad = wanted.find((type) => !Object.hasOwn(kinds, type));
  if (bad !== undefined) {
    throw new HttpError(
      400,
      'invalidSearchFilter',
      `There is no type ${bad}; the types are ${Object.keys(kinds).join(', ')}.`,
      { location: 'type', locationType: 'parameter' },
    );
  }
  return wanted.length === 0 ? Object.keys(kinds) : [...new Set(wanted)];
}

/** What the call finds, in the order that it asks for. */
function ruleOf(call: Call, wanted: readonly string[]): ViewRule {
  const query = queryWords(call);
  const sources = wanted.map((kind): ViewSource => {
    const { table } = kinds[kind] ?? { table: '' };
    const holds = (row: Row): boolean => isFound(call, table, row) && matches(call, table, row, query);
    return { table, prefix: `${kind} `, holds, candidates: () => candidatesOf(call, table, query) };
  });
  const tables = sources.map(({ table }) => table);
  return { sources, edges: dependenciesOf(call, tables, []), ...orderOf(call) };
}

/** Rows that may be found: those with the rarest word, else those of the channel, else all. */
function candidatesOf(call: Call, name: string, { wanted }: QueryWords): Iterable<Entry> {
  const table = call.tables.table(name);
  let fewest: readonly number[] | undefined;
  for (const parts of table.size < manyRows ? [] : wanted) {
    const words = call.tables.derived<Words>(`words ${name}`, (known) => wordsOf(known, table, textOf));
    const rows = parts.includes('') ? undefined : rowsWith(words, parts);
    if (rows !== undefined && rows.length <= (fewest?.length ?? Infinity)) fewest = rows;
  }
  if (fewest !== undefined) return fewest.flatMap((sequence) => entryOf(table, sequence) ?? []);
  const owner = call.params['forMine'] === undefined ? call.params['channelId'] : undefined;
  const { owner: path } = call.rules(name);
  return owner === undefined || typeof path !== 'string' ? itemsOf(table.inOrder) : table.found({ path }, owner);
}

/** Tables with fewer rows are gone through. */
const manyRows = 100;

/** Results are public, or the caller's own where it asks for those. */
function isFound(call: Call, table: string, row: Row): boolean {
  if (String(call.params['forMine'] ?? '') === 'true')
    return ownerOf(call, table, row) === call.caller?.ownId && isVisible(call, table, row);
  const { caller: _caller, ...anonymous } = call;
  return isVisible(anonymous, table, row);
}

interface QueryWords {
  /** Each by the alternatives that it gives. */
  readonly wanted: readonly (readonly string[])[];
  readonly unwanted: readonly string[];
}

function queryWords({ params }: Call): QueryWords {
  const words = String(params['q'] ?? '')
    .toLowerCase()
    .split(/[\s+]+/)
    .filter((word) => word !== '');
  const isUnwanted = (word: string): boolean => word.startsWith('-') && word.length > 1;
  return {
    wanted: words.filter((word) => !isUnwanted(word)).map((word) => word.split('|')),
    unwanted: words.filter(isUnwanted).map((word) => word.slice(1)),
  };
}

/** The text of a row in which words are looked for. */
function textOf(row: Row): string {
  return ['title', 'description', 'tags']
    .map((name) => String(valueAt(row, `snippet.${name}`) ?? ''))
    .join(' ')
    .toLowerCase();
}

function matches(call: Call, table: string, row: Row, { wanted, unwanted }: QueryWords): boolean {
  const { params } = call;
  const text = textOf(row);
  const channel = params['channelId'];
  const blocked = valueAt(row, 'contentDetails.regionRestriction.blocked');
  const published = stringAt(row, 'snippet.publishedAt') ?? '';
  return (
    wanted.every((words) => words.some((word) => text.includes(word))) &&
    !unwanted.some((word) => text.includes(word)) &&
    (channel === undefined || ownerOf(call, table, row) === channel) &&
    !(Array.isArray(blocked) && blocked.includes(String(params['regionCode'] ?? ''))) &&
    (params['publishedAfter'] === undefined || published >= String(params['publishedAfter'])) &&
    (params['publishedBefore'] === undefined || published < String(params['publishedBefore']))
  );
}

function orderOf({ params }: Call): Pick<ViewRule, 'sortValues' | 'compare'> {
  if (params['order'] === 'date')
    return { sortValues: ({ row }) => [stringAt(row, 'snippet.publishedAt') ?? ''], compare: compareBy([-1], -1) };
  if (params['order'] === 'title')
    return { sortValues: ({ row }) => [sortValueOf(valueAt(row, 'snippet.title'))], compare: compareBy([1]) };
  return { sortValues: () => [], compare: compareBy([]) };
}

function show(call: Call, key: string): JsonObject | undefined {
  const [kind = '', id = ''] = key.split(' ');
  const { table, id: name } = kinds[kind] ?? { table: '', id: '' };
  const row = call.tables.get(table, id);
  if (row === undefined || !isFound(call, table, row)) return undefined;
  const resource = withComputed(call, table, row);
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
