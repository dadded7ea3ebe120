import { dataContent } from '../schemas/media-type.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import { successResponses } from '../messages/responses.js';
import type { Schema } from '../types/schema.js';
import { declaredProperties, followSchema } from '../schemas/target-schema.js';
import { startsWithVerb } from './framework-ids.js';
import { camelCase, type Candidates } from '../tools/names.js';
import type { NamedPath, PathNames, Segment } from './path-segments.js';
import { isSameResource, toSingular } from './short-names.js';

/** The facts about the whole document that the name of an operation without an id depends on. */
export interface RestContext {
  readonly paths: PathNames;
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** Verbs of methods; `GET` is `list` or `get`. */
const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' };

/**
 * Names an operation by its method and path, in the resource that it belongs to.
 *
 * - `GET /kites` -> `list`, `POST` -> `create`; `/kites/{id}`: `get`, `PUT` -> `replace`, `PATCH` -> `update`, `DELETE` -> `delete`
 * - `DELETE /kites` beside `/kites/{id}` -> `deleteAll`
 * - `/kites/{id}/tails` -> `listTails`, `createTail`; `/kites/{id}/tails/{no}` -> `getTail`; in the resource `tails` `list`, `get`
 * - `GET /kites/{id}/owner`, a single thing -> `getOwner`; `/kites/email/{email}` -> `getByEmail`
 * - `GET /kites/{colour}`, if the response is an array -> `listByColour`
 * - `POST /kites/{id}/reel-in`, if the path has no `GET` -> `reelIn`; `GET /kites/find-by-colour` -> `findByColour`
 */
export function nameByPath(
  draft: OperationDraft,
  path: NamedPath,
  group: string,
  context: RestContext,
): {
  /** The short name, and a longer one with the resources above: `listTails`, `listTailsForKite`. */
  readonly names: Candidates;
  /** A name with the variables of the path, for operations whose `names` are all taken. */
  readonly further: string;
} {
  // A version after the first segment is not part of the name: `/acme/v1/kites`.
  const rest = path.rest.filter(({ text }, index) => index === 0 || !/^v\d+$/i.test(text));
  const start = rest.findLastIndex(
    ({ kind, text }) => kind === 'text' && isSameResource(camelCase(text, 'group'), group),
  );
  const below = rest.slice(start + 1);
  const variables = below.filter(({ kind }) => kind === 'variable').map(({ text }) => text);
  const end = below.findLastIndex(({ kind }) => kind !== 'variable');
  const name = end === -1 ? '' : camelCase(below[end]?.text ?? '', 'part');
  const [owner, parents] = [joinTexts(rest, start), joinTexts(below, end)];
  const by = variables.map((text) => `by ${text}`).join(' ');
  const last = rest.at(-1);
  const isItem = last?.kind === 'variable';
  if (name && !isItem && isAction(draft, last?.text ?? '', context)) {
    return { names: [joinName(name), joinName(name, parents || owner)], further: joinName(name, parents, by) };
  }
  const verb = verbFor(draft, last, context);
  const key = isItem ? last.text : '';
  const noun = name || last?.text;
  const isOne = noun && toSingular(noun) === noun;
  const isByKey = isItem && (name ? isOne && name === camelCase(key, 'part') : verb === 'list');
  const isAll = !name && !isOne && /^(?:replace|update|delete)$/.test(verb) && context.paths.hasItems(draft.path);
  const thing = isByKey ? `by ${key}` : isItem || verb === 'create' ? toSingular(name) : name;
  const short = joinName(verb, isAll ? 'all' : parents, thing);
  const longer = owner === '' ? (isItem && variables.length > 1 && !isByKey ? `by ${key}` : '') : `for ${owner}`;
  return { names: [short, joinName(short, longer)], further: joinName(short, isByKey ? '' : by) };
}

/** Builds the name of a method or function from words: `get`, `by colour` → `getByColour`. */
export function joinName(...words: readonly string[]): string {
  return camelCase(words.join(' '), 'operation');
}

/** Joins the segments before an index, without variables; a segment before a variable is in the singular: `/kites/{id}/tails` → `kite tails`. */
function joinTexts(segments: readonly Segment[], end: number): string {
  const words = segments.slice(0, Math.max(end, 0)).flatMap(({ kind, text }, index) => {
    if (kind === 'variable') return [];
    const word = camelCase(text, 'part');
    return [segments[index + 1]?.kind === 'variable' ? toSingular(word) : word];
  });
  return words.join(' ');
}

/** Returns true if a path ends in an action: a verb, or a singular that has no `GET` and gets a `POST`, or a `PUT` or `PATCH` without a body. */
function isAction({ method, path, body }: OperationDraft, last: string, { paths }: RestContext): boolean {
  if (last.startsWith(':') || startsWithVerb(last)) return true;
  const isSent = method === 'POST' || (['PUT', 'PATCH'].includes(method) && !body);
  return isSent && toSingular(last) === last && !paths.hasItems(path) && !paths.has(path, 'GET');
}

function verbFor(
  { method, path, responses }: OperationDraft,
  last: Segment | undefined,
  { paths, schemas }: RestContext,
): string {
  const isItem = last?.kind === 'variable';
  if (method === 'POST' && isItem && paths.has(path.slice(0, path.lastIndexOf('/')))) return 'update';
  if (method !== 'GET') return VERBS[method] ?? method.toLowerCase();
  const schema = dataContent(successResponses(responses).flatMap(({ contents }) => contents))?.schema;
  const result = schema && followSchema(schemas, schema);
  if (result?.types?.includes('array') || result?.array) return 'list';
  if (isItem || !last) return 'get';
  const members = result ? declaredProperties(schemas, result) : [];
  const holdsList = members.some((one) => followSchema(schemas, one.schema).types?.includes('array'));
  const isMany = paths.hasItems(path) || toSingular(last.text) !== last.text;
  return isMany && (holdsList || members.length === 0) ? 'list' : 'get';
}
