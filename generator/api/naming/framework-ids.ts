import type { OperationDraft } from '../operations/lower-operation.js';
import { splitWords } from '../tools/names.js';
import { isPlace, type NamedPath, type PathNames, type Segment } from './path-segments.js';
import { isSameResource } from './short-names.js';

/** Most characters of an id that is searched for additions of a framework. */
const LONGEST_ID = 256;

/** An operationId without the additions of a framework. */
export interface PlainId {
  readonly id: string;
  /** The class at its start: `Kites` of `KitesController_findAll`. */
  readonly owner?: string;
  /** Version of a class or method: `v2`. It is part of a name only if two names would be equal without it. */
  readonly version?: string;
  /** Path and method were removed from its end. */
  readonly isCut?: boolean;
}

/** Facts about the ids of all operations of a document. */
export interface DocumentIds {
  /** Every `operationId`, alone and after its first tag: `list`, `kites list`. */
  readonly ids: ReadonlySet<string>;
  /** Most ids repeat method and path, some in words that people do not choose: then `getKites` counts as generated, too. */
  readonly areGenerated: boolean;
}

/** Reads the facts about the ids of all operations. */
export function readIds(
  operations: readonly Pick<OperationDraft, 'statedId' | 'tags' | 'method' | 'path'>[],
  paths: PathNames,
): DocumentIds {
  const stated = operations.flatMap(({ statedId: id, ...one }) => (id === undefined ? [] : [{ id, ...one }]));
  const repeated = stated.map(({ id, method, path }) => findRepetition(id, method.toLowerCase(), paths.read(path)));
  const isMost = repeated.filter((one) => one).length * 2 > stated.length;
  return {
    ids: new Set(stated.flatMap(({ id, tags: [tag] }) => [id, `${tag} ${id}`])),
    areGenerated: isMost && repeated.includes('odd'),
  };
}

/**
 * Removes the additions of a framework from an operationId. They are recognized because they repeat the path, the method or another id:
 *
 * - FastAPI: `list_kites_v1_kites_get` at `GET /v1/kites` -> `list_kites`
 * - Nest, Swashbuckle: `KitesControllerV2_findAll_v1` -> `findAll` of `Kites`
 * - gnostic and gRPC-gateway: `acme.KiteService_ListKites` -> `ListKites` of `Kite`
 * - springdoc, NSwag: `list_1` -> `list` if an operation with another tag is `list`; SpringFox: `listUsingGET_1` -> `list`
 * - `api` and `v1`, if the path begins with them, too: `v1_kites_list` -> `kites_list`
 *
 * Returns `undefined` if nothing is left: `getApiV1Kites`, `postKites` and `get_kites__id_` only repeat method and path.
 */
export function stripFramework(
  stated: string,
  { method, path, tags }: { readonly method: string; readonly path: NamedPath; readonly tags: readonly string[] },
  { ids, areGenerated }: DocumentIds,
): PlainId | undefined {
  const verb = method.toLowerCase();
  if (stated.length > LONGEST_ID || /\s/.test(stated)) return { id: stated };
  const [, original = '', added] = /^(.+?)_?(\d+)$/.exec(stated) ?? [];
  const isElsewhere = added && ids.has(original) && !ids.has(`${tags[0]} ${original}`);
  const numbered = isElsewhere ? original : stated;
  const unused = numbered.replace(/Using([A-Z]+)(?:_\d+)?$/, (end, used) => (used === method ? '' : end));
  // People write dots, frameworks do not: `kites.post`.
  const mayBeGenerated = !unused.includes('.');
  const repetition = mayBeGenerated ? findRepetition(unused, verb, path) : undefined;
  if (repetition === 'odd' || (repetition === 'plain' && areGenerated)) return undefined;
  const cut = mayBeGenerated ? cutPath(unused, verb, path) : undefined;
  // `KitesControllerV2_findAll_v1` is `findAll` of `Kites` in the versions `V2` and `v1`.
  const named = cut ?? unused;
  const found = /^(?:[\w.]*\.)?(\w+?)_?(?:Controller|Service)(V\d+)?_(\w+?)(?:_(v\d+))?$/.exec(named);
  const [, owner = '', ofClass = '', leaf = named, ofMethod = ''] = found ?? [];
  const own = found !== null && { owner, version: `${ofClass} ${ofMethod}`.trim() };
  // Words such as `api` and `v1` are removed. In an id with dots (`kites.v2.list`), only those that all paths share are.
  const segments = leaf.includes('.') ? path.shared.filter(({ text }) => isPlace(text)) : path.prefix;
  const places = new Set(segments.flatMap(({ text }) => splitWords(text.toLowerCase())));
  const count = splitWords(leaf).findIndex((word) => !places.has(word.toLowerCase()));
  const id = count > 0 ? skipWords(leaf, count) : leaf;
  return { id, ...own, ...(cut !== undefined && { isCut: true }) };
}

/** Returns the rest of an id after its first words. */
function skipWords(id: string, count: number): string {
  let rest = id;
  for (const word of splitWords(id).slice(0, count)) rest = rest.slice(rest.indexOf(word) + word.length);
  return rest.replace(/^[^\p{L}\p{N}]+/u, '');
}

/** Returns the start of an id whose end is path and method, as in FastAPI: `list_kites_v1_kites_get` → `list_kites`. */
function cutPath(id: string, verb: string, { text }: NamedPath): string | undefined {
  const tail = [...splitWords(text), verb];
  const words = splitWords(id);
  const kept = words.length - tail.length;
  // For the path `/`, the end is only the method, after two underscores: `read_root__get`.
  if (kept < 1 || !isAt(words, tail, kept) || (tail.length === 1 && !id.endsWith(`__${verb}`))) return undefined;
  return id.slice(0, id.length - skipWords(id, kept).length).replace(/[^\p{L}\p{N}]+$/u, '');
}

function isAt(words: readonly string[], expected: readonly string[], start: number): boolean {
  return expected.every((word, index) => words[start + index]?.toLowerCase() === word.toLowerCase());
}

/**
 * Classifies an id that only repeats method and path: `plain` in words that people also choose (`getKites`), `odd` with the prefix of
 * the path, its variables, or a method that is not a usual verb (`post`, `put`, `patch`). Undefined for any other id.
 */
function findRepetition(id: string, verb: string, { text, prefix, rest }: NamedPath): 'odd' | 'plain' | undefined {
  // The id can contain the literal path, also with the server's path before it: `get-/crm/v3/cards/{id}` at `/cards/{id}`.
  const [, before = '-', written = ''] = /^[^\w/]*(\w*)[^\w/]*(\/.*)$/.exec(id) ?? [];
  if (written.toLowerCase().endsWith(text.toLowerCase()) && ['', verb].includes(before.toLowerCase())) return 'odd';
  const words = splitWords(id).map((word) => word.toLowerCase());
  const own = words[0] === verb ? words.slice(1) : words.at(-1) === verb ? words.slice(0, -1) : undefined;
  if (!own) return undefined;
  let at = 0;
  let isOdd = ['post', 'put', 'patch'].includes(verb);
  const skip = ({ text }: Segment): boolean => {
    const expected = splitWords(text);
    if (!isAt(own, expected, at)) return false;
    at += expected.length;
    return true;
  };
  for (const one of prefix) if (skip(one)) isOdd = true;
  for (const one of rest) {
    const start = at;
    const isVariable = one.kind === 'variable';
    if (isVariable && ['by', 'with'].includes(own[at] ?? '')) at += 1;
    if (skip(one)) isOdd ||= isVariable;
    else if (isVariable) at = start;
    else return undefined;
  }
  if (at !== own.length || at === 0) return undefined;
  return isOdd ? 'odd' : 'plain';
}

/** Verbs that names of methods begin with. Words that are also nouns, such as `report`, are left out. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'list get create update delete remove add find search fetch replace export import download upload count lookup query ' +
    'preview validate verify check retrieve index show store destroy'
  ).split(' '),
);

/** Returns true if a name begins with a verb: `findByStatus`. */
export function startsWithVerb(name: string): boolean {
  return VERBS.has(splitWords(name)[0]?.toLowerCase() ?? '');
}

/**
 * Removes the resource from the start of an id: `books_list` in `books` -> `list`, `PumpStart` in `pump` -> `Start`. Undefined for
 * any other start.
 */
export function stripResource(id: string, resource: string): string | undefined {
  if (/\s/.test(id) || id.length > LONGEST_ID) return undefined;
  const words = splitWords(id);
  const ends = words.slice(0, -1).map((_, index) => index + 1);
  const end = ends.find((count) => {
    const prefix = words.slice(0, count).join('');
    const rest = skipWords(id, count);
    const isApart = !/[\p{L}\p{N}]$/u.test(id.slice(0, id.length - rest.length));
    // A verb in lower case may look like the singular of a resource: `report_abuse` in `reports`, `list_items` in `lists`.
    if (/^[a-z]/.test(prefix)) {
      return prefix.toLowerCase() === resource.toLowerCase() && (isApart || startsWithVerb(rest));
    }
    return isApart ? isSameResource(prefix, resource) : prefix.toLowerCase() === resource.toLowerCase();
  });
  return end === undefined ? undefined : skipWords(id, end);
}
