import type { OperationDraft } from '../operations/lower-operation.js';
import { wordsIn } from '../tools/names.js';
import { isPlace, type NamedPath, type PathNames, type Segment } from './path-segments.js';
import { isSameResource } from './short-names.js';

/** Longest id that is searched for what a framework added. */
const LONGEST_ID = 256;

/** An operationId without what a framework added to it. */
export interface PlainId {
  readonly id: string;
  /** The class that it begins with: `Kites` of `KitesController_findAll`. */
  readonly owner?: string;
  /** Version of a class or method, which only tells two of them apart: `v2`. */
  readonly version?: string;
  /** Path and method were taken off its end. */
  readonly isCut?: boolean;
}

/** Facts about the ids of all operations of a document. */
export interface DocumentIds {
  /** Every `operationId`, and each with its first tag: `kites list`. */
  readonly ids: ReadonlySet<string>;
  /** Most ids repeat method and path, some in words that people do not choose: then `getKites` counts as made by a tool, too. */
  readonly areMade: boolean;
}

/** Reads what the ids of operations tell about each. */
export function readIds(
  operations: readonly Pick<OperationDraft, 'statedId' | 'tags' | 'method' | 'path'>[],
  paths: PathNames,
): DocumentIds {
  const stated = operations.flatMap(({ statedId: id, ...one }) => (id === undefined ? [] : [{ id, ...one }]));
  const repeated = stated.map(({ id, method, path }) => findRepetition(id, method.toLowerCase(), paths.read(path)));
  const isMost = repeated.filter((one) => one).length * 2 > stated.length;
  return {
    ids: new Set(stated.flatMap(({ id, tags: [tag] }) => [id, `${tag} ${id}`])),
    areMade: isMost && repeated.includes('odd'),
  };
}

/**
 * Takes off an operationId what a framework added, where that is recognizably so, because it repeats path, method or document:
 *
 * - FastAPI: `list_kites_v1_kites_get` at `GET /v1/kites` -> `list_kites`
 * - Nest, Swashbuckle: `KitesControllerV2_findAll_v1` -> `findAll` of `Kites`
 * - gnostic and gRPC-gateway: `acme.KiteService_ListKites` -> `ListKites` of `Kite`
 * - springdoc, NSwag: `list_1`, where an operation with another tag is `list`, -> `list`; SpringFox: `listUsingGET_1` -> `list`
 * - `api` and `v1`, which the path begins with, too: `v1_kites_list` -> `kites_list`
 *
 * `undefined` where nothing is left: `getApiV1Kites`, `postKites` and `get_kites__id_` only repeat method and path.
 */
export function withoutFramework(
  stated: string,
  { method, path, tags }: { readonly method: string; readonly path: NamedPath; readonly tags: readonly string[] },
  { ids, areMade }: DocumentIds,
): PlainId | undefined {
  const verb = method.toLowerCase();
  if (stated.length > LONGEST_ID || /\s/.test(stated)) return { id: stated };
  const [, original = '', added] = /^(.+?)_?(\d+)$/.exec(stated) ?? [];
  const isElsewhere = added && ids.has(original) && !ids.has(`${tags[0]} ${original}`);
  const numbered = isElsewhere ? original : stated;
  const unused = numbered.replace(/Using([A-Z]+)(?:_\d+)?$/, (end, used) => (used === method ? '' : end));
  // Dots are written by people: `kites.post`.
  const isMade = !unused.includes('.');
  const repetition = isMade ? findRepetition(unused, verb, path) : undefined;
  if (repetition === 'odd' || (repetition === 'plain' && areMade)) return undefined;
  const cut = isMade ? cutPath(unused, verb, path) : undefined;
  // `KitesControllerV2_findAll_v1` is `findAll` of `Kites` in the versions `V2` and `v1`.
  const named = cut ?? unused;
  const found = /^(?:[\w.]*\.)?(\w+?)_?(?:Controller|Service)(V\d+)?_(\w+?)(?:_(v\d+))?$/.exec(named);
  const [, owner = '', ofClass = '', leaf = named, ofMethod = ''] = found ?? [];
  const own = found !== null && { owner, version: `${ofClass} ${ofMethod}`.trim() };
  // Segments such as `api` and `v1` say nothing. Of an id with dots, which says what is in what, only those that all paths share go.
  const segments = leaf.includes('.') ? path.shared.filter(({ text }) => isPlace(text)) : path.prefix;
  const places = new Set(segments.flatMap(({ text }) => wordsIn(text.toLowerCase())));
  const count = wordsIn(leaf).findIndex((word) => !places.has(word.toLowerCase()));
  const id = count > 0 ? skipWords(leaf, count) : leaf;
  return { id, ...own, ...(cut !== undefined && { isCut: true }) };
}

/** Returns the rest of an id after its first words. */
function skipWords(id: string, count: number): string {
  let rest = id;
  for (const word of wordsIn(id).slice(0, count)) rest = rest.slice(rest.indexOf(word) + word.length);
  return rest.replace(/^[^\p{L}\p{N}]+/u, '');
}

/** Returns the beginning of an id that goes on with all of its path and its method, as FastAPI makes it. */
function cutPath(id: string, verb: string, { text }: NamedPath): string | undefined {
  const tail = [...wordsIn(text), verb];
  const words = wordsIn(id);
  const kept = words.length - tail.length;
  // At the root of a service there is only the method, after two signs.
  if (kept < 1 || !isAt(words, tail, kept) || (tail.length === 1 && !id.endsWith(`__${verb}`))) return undefined;
  return id.slice(0, id.length - skipWords(id, kept).length).replace(/[^\p{L}\p{N}]+$/u, '');
}

function isAt(words: readonly string[], wanted: readonly string[], start: number): boolean {
  return wanted.every((word, index) => words[start + index]?.toLowerCase() === word.toLowerCase());
}

/**
 * Finds out whether an id says its method and path and nothing else: `plain` in words that people choose, too (`getKites`), `odd` with the
 * prefix of the path, its variables, or a method that is no verb (`post`, `put`, `patch`).
 */
function findRepetition(id: string, verb: string, { text, prefix, rest }: NamedPath): 'odd' | 'plain' | undefined {
  // As it is in the document, perhaps below the path of the server: `get-/crm/v3/cards/{id}` at `/cards/{id}`.
  const [, before = '-', written = ''] = /^[^\w/]*(\w*)[^\w/]*(\/.*)$/.exec(id) ?? [];
  if (written.toLowerCase().endsWith(text.toLowerCase()) && ['', verb].includes(before.toLowerCase())) return 'odd';
  const words = wordsIn(id).map((word) => word.toLowerCase());
  const own = words[0] === verb ? words.slice(1) : words.at(-1) === verb ? words.slice(0, -1) : undefined;
  if (!own) return undefined;
  let at = 0;
  let isOdd = ['post', 'put', 'patch'].includes(verb);
  const skip = ({ text }: Segment): boolean => {
    const wanted = wordsIn(text);
    if (!isAt(own, wanted, at)) return false;
    at += wanted.length;
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

/** Words that a method begins with; others may be things, too. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'list get create update delete remove add find search fetch replace export import download upload count lookup query ' +
    'preview validate verify check retrieve index show store destroy'
  ).split(' '),
);

/** Returns true if a name begins with a verb: `findByStatus`. */
export function startsWithVerb(name: string): boolean {
  return VERBS.has(wordsIn(name)[0]?.toLowerCase() ?? '');
}

/**
 * Cuts off the resource that an id begins with: `books_list` in `books` -> `list`, `PumpStart` in `pump` -> `Start`. Undefined
 * where it does not begin so.
 */
export function afterResource(id: string, resource: string): string | undefined {
  if (/\s/.test(id) || id.length > LONGEST_ID) return undefined;
  const words = wordsIn(id);
  const ends = words.slice(0, -1).map((_, index) => index + 1);
  const end = ends.find((count) => {
    const prefix = words.slice(0, count).join('');
    const rest = skipWords(id, count);
    const isApart = !/[\p{L}\p{N}]$/u.test(id.slice(0, id.length - rest.length));
    // A verb can be spelled as a resource: `report_abuse` in `reports`, `list_items` in `lists`.
    if (/^[a-z]/.test(prefix)) {
      return prefix.toLowerCase() === resource.toLowerCase() && (isApart || startsWithVerb(rest));
    }
    return isApart ? isSameResource(prefix, resource) : prefix.toLowerCase() === resource.toLowerCase();
  });
  return end === undefined ? undefined : skipWords(id, end);
}
