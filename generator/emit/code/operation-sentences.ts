import type { Api, Operation, MediaUpload } from '../../api/api.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import { differenceNotes, extensionNotes } from '../../api/schemas/doc.js';
import { lowerFirst, inlineCode, joinWords, printCount } from '../../api/tools/sentence.js';
import { hasPages } from './operation-result.js';
import { type DocLine, docLines } from './doc-comments.js';
import type { Schema } from '../../api/types/schema.js';
import { findProperty } from '../../api/schemas/target-schema.js';
import type { SecurityNeed } from '../../api/types/service.js';
import { groupPairs } from '../../iterables.js';
import { type Json, type JsonObject, listEntries, readInner, toObject, toObjects, toStrings } from '../../json.js';

/** Prints the request of an operation: `` `POST /playlists` ``. */
export function requestLine(operation: Operation): string {
  return `\`${operation.method} ${operation.path}\``;
}

/** Returns the doc of the free function: `` `POST /playlists`: creates … `` and `@deprecated`. */
export function shortOperationDocs(operation: Operation): readonly DocLine[] {
  const { summary, description, deprecated } = operation.doc;
  const [first = ''] = (summary ?? description ?? '').trim().split('\n', 1);
  const line = first === '' ? requestLine(operation) : `${requestLine(operation)}: ${lowerFirst(first)}`;
  return docLines(deprecated === true ? { summary: line, deprecated } : { summary: line });
}

/**
 * Returns the doc of the method: texts of the spec, further facts, request line and credentials
 * (`` `POST /playlists`, needs an OAuth 2.0 token. ``); then a list of limits and errors.
 */
export function fullOperationDocs(api: Api, operation: Operation): readonly DocLine[] {
  const request = requestLine(operation);
  const need = credentialSentence(api, operation, commentCode);
  return docLines(operation.doc, [need === undefined ? `${request}.` : `${request}, ${lowerFirst(need)}`], {
    facts: extensionNotes(operation.extensions),
    items: [...operationSentences(api, operation, commentCode), ...differenceNotes(operation.extensions['x-differs'])],
  });
}

/** Prints a name or a value of the spec as code; doc comments and pages need different escapes. */
export type PrintCode = (value: string) => string;

/** Prints code in a doc comment. `docText` escapes the characters that could end the comment. */
export const commentCode: PrintCode = (value) => inlineCode(value.replace(/\s+/g, ' ').trim());

/** Lists the facts about an operation beside its types and credentials, one sentence each. */
export function operationSentences(api: Api, operation: Operation, code: PrintCode): readonly string[] {
  const { paging, quota, body, extensions } = operation;
  const all = listStatusReasons(extensions);
  // `400 idInvalid, idRequired; 404 notFound`
  const printReasons = (kind: 'reasons' | 'faults'): string => {
    const some = all.filter((one) => one[kind].length > 0);
    return some.map((one) => `${one.status} ${one[kind].map(code).join(', ')}`).join('; ');
  };
  const isPaged = hasPages(operation);
  return [
    ...(paging && isPaged ? ['A list: await a page, or iterate over the items of all pages.'] : []),
    ...(paging && !isPaged ? ['A list: await it, or iterate over its items.'] : []),
    ...scopeSentences(operation, code),
    ...(quota ? [quotaSentence(quota, api, code)] : []),
    ...parameterSentences(operation, code),
    ...bodySentences(api, operation, code),
    ...(body?.media ? uploadSentences(body.media, extensions, code) : []),
    ...sentence('Errors:', printReasons('reasons')),
    ...sentence('In the emulator only as faults:', printReasons('faults')),
  ];
}

/** Prints the credentials of an operation: `Needs an API key or an OAuth 2.0 token.`; undefined if none is needed. */
export function credentialSentence(api: Api, { security }: Operation, code: PrintCode): string | undefined {
  const alternatives = security.filter((needs) => needs.length > 0);
  if (alternatives.length === 0) return undefined;
  const credentials = alternatives.map((needs) =>
    joinWords([...new Set(needs.map((need) => credential(api, need, code)))], 'and'),
  );
  const verb = alternatives.length < security.length ? 'Takes' : 'Needs';
  return `${verb} ${joinWords([...new Set(credentials)], 'or')}.`;
}

/** Lists a sentence with the scopes of an operation: `Scopes, any one of: …`. Scopes with the same address are shortened to the last step. */
function scopeSentences({ security }: Operation, code: PrintCode): readonly string[] {
  const sets = security.map((needs) => needs.flatMap((need) => need.scopes)).filter((scopes) => scopes.length > 0);
  if (sets.length === 0) return [];
  const scopes = new Set(sets.flat());
  const starts = new Set([...scopes].map((scope) => /^https?:\/\/.*\/(?=[^/]+$)/.exec(scope)?.[0] ?? ''));
  const [start = ''] = scopes.size > 1 && starts.size === 1 ? starts : [];
  const texts = new Set(
    sets.map((one) =>
      joinCodes(
        one.map((scope) => scope.slice(start.length)),
        'and',
        code,
      ),
    ),
  );
  const after = start === '' ? '' : ` (each after ${code(start)})`;
  return [`${texts.size === 1 ? 'Scope' : 'Scopes, any one of'}: ${[...texts].join(', ')}${after}.`];
}

function credential(api: Api, need: SecurityNeed, code: PrintCode): string {
  const scheme = api.securitySchemes.find((one) => one.name === need.scheme);
  switch (scheme?.kind) {
    case 'apiKey':
      return 'an API key';
    case 'basic':
      return 'a user name and password';
    case 'bearer':
      // `type: oauth2` requires flows. A spec that does not know them has `bearer`, and only the name shows that it is OAuth.
      return scheme.oauth2 || /^oauth/i.test(scheme.name) ? 'an OAuth 2.0 token' : 'a bearer token';
    default:
      return `the credential ${code(need.scheme)}`;
  }
}

/** Lists the rules between parameters (`x-parameter-rules`), one sentence each, with the names for callers. */
function parameterSentences({ extensions, parameters }: Operation, print: PrintCode): readonly string[] {
  const names = new Map(parameters.map((one) => [one.name, toCallersName(one)]));
  const code: PrintCode = (name) => print(names.get(name) ?? name);
  const { exactlyOne, atMostOne, excludes, requires, token } = toObject(extensions['x-parameter-rules']);
  // A list of names (`locationRadius`), or values of parameters (`type` to be `video`).
  const printConditions = (needed: Json): string => {
    const values = listEntries(needed).map(([name, value]) => {
      return `${code(name)} to be ${print(typeof value === 'string' ? value : JSON.stringify(value))}`;
    });
    return values.length === 0 ? joinCodes(needed, 'and', code) : joinWords(values, 'and');
  };
  return [
    ...sentence('Give exactly one of', joinCodes(exactlyOne, 'and', code)),
    ...sentence('Give at most one of', joinCodes(atMostOne, 'and', code)),
    ...groupByText(excludes, (others) => joinCodes(others, 'or', code)).map(
      ([names, others]) =>
        `${joinCodes(names, 'and', code)} ${names.length > 1 ? 'do' : 'does'} not go with ${others}.`,
    ),
    ...groupByText(requires, printConditions).map(
      ([names, needed]) => `${joinCodes(names, 'and', code)} ${names.length > 1 ? 'need' : 'needs'} ${needed}.`,
    ),
    ...sentence('An API key is not enough for', joinCodes(token, 'or', code)),
  ];
}

/** Lists sentences on the required, writable and limited paths of the body (`x-body-rules`), with the names for callers. */
function bodySentences({ schemas }: Api, { extensions, body }: Operation, print: PrintCode): readonly string[] {
  const schema = (body?.media?.metadata ?? body?.contents[0])?.schema;
  const code: PrintCode = (path) => print(callersPath(path, schema, schemas));
  const rules = toObject(extensions['x-body-rules']);
  return [
    ...sentence('The body must hold', joinCodes(rules.required, 'and', code)),
    ...sentence('What is written of the body:', joinCodes(rules.writable, 'and', code)),
    ...sentence(
      'Lengths:',
      listEntries(rules.lengths)
        .map(([path, rule]) => lengthClause(code(path), rule, print))
        .join('; '),
    ),
  ];
}

/** Prints limits: `` `title` 1 to 100 characters, none of `<>` ``, `` `tags` at most 500 characters in all ``. */
function lengthClause(path: string, rule: Json, print: PrintCode): string {
  const { atLeast, atMost, unit = 'characters', without } = toObject(rule);
  const least = atLeast === undefined ? 'at most' : atMost === undefined ? `at least ${atLeast}` : `${atLeast} to`;
  const counts = atMost === undefined ? least : `${least} ${printCount(Number(atMost))}`;
  const words = unit === 'list' ? 'characters in all, with commas and quotes' : String(unit);
  const hasLimits = atLeast !== undefined || atMost !== undefined;
  const parts = [hasLimits && `${counts} ${words}`, without !== undefined && `none of ${print(String(without))}`];
  return `${path} ${parts.filter((one) => one !== false).join(', ')}`;
}

function callersPath(path: string, body: Schema | undefined, schemas: Api['schemas']): string {
  let schema = body;
  const steps = path.split('.').map((step) => {
    const found = schema && findProperty(schemas, schema, step);
    schema = found?.schema;
    return found === undefined ? step : toCallersName(found);
  });
  return steps.join('.');
}

function sentence(start: string, list: string): readonly string[] {
  return list === '' ? [] : [`${start} ${list}.`];
}

/** Groups parameters whose rules have the same text: `{ a: [c], b: [c] }` → `[['a', 'b'], '`c`']`. */
function groupByText(
  rules: Json | undefined,
  print: (value: Json) => string,
): readonly (readonly [names: readonly string[], text: string])[] {
  const names = groupPairs(listEntries(rules).map(([name, value]) => [print(value), name]));
  return [...names].flatMap(([text, list]) => (text === '' ? [] : [[list, text]]));
}

function joinCodes(value: Json | undefined, conjunction: 'and' | 'or', code: PrintCode): string {
  return joinWords(toStrings(value).map(code), conjunction);
}

/** Lists sentences on the bytes that `media` accepts: `` Bytes of type `image/png`. ``, `At most 2,048 bytes (2 KiB).` */
export function mediaSentences({ mediaTypes, accepted, maxBytes }: MediaUpload, code: PrintCode): readonly string[] {
  const types = accepted ?? mediaTypes;
  const any = types.length === 0 || types.includes('*/*');
  const unit = units.find(([, size]) => (maxBytes ?? 0) % size === 0);
  // A larger unit is added only if it is exact: ` (2 MiB)`.
  const exact = maxBytes === undefined || unit === undefined ? '' : ` (${printCount(maxBytes / unit[1])} ${unit[0]})`;
  return [
    `Bytes of ${any ? 'any type' : `type ${joinWords(types.map(code), 'or')}`}.`,
    maxBytes === undefined ? '' : `At most ${printCount(maxBytes)} ${maxBytes === 1 ? 'byte' : 'bytes'}${exact}.`,
  ].filter((one) => one !== '');
}

/** Lists sentences on the limits of `media` and the ways to send it (`x-media`). */
function uploadSentences(media: MediaUpload, extensions: JsonObject, code: PrintCode): readonly string[] {
  const { protocols: names } = readInner(extensions['x-media'], 'upload');
  const ways = toStrings(names).flatMap((protocol) => protocols.get(protocol) ?? []);
  const isKnown = media.accepted !== undefined || media.maxBytes !== undefined;
  return [
    ...(isKnown ? [`Media: ${lowerFirst(mediaSentences(media, code).join(' '))}`] : []),
    ...sentence('Media can be sent', joinWords(ways, 'or')),
  ];
}

const protocols: ReadonlyMap<string, string> = new Map([
  ['media', 'alone'],
  ['multipart', 'with the body in one request'],
  ['resumable', 'in pieces, to be resumed'],
]);

const units: readonly (readonly [unit: string, size: number])[] = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
];

/** Returns the limits of each quota bucket (`x-quotas`), by its name: `{ default: [{ limit: 10000, per: 'day' }] }`. */
export function quotaLimits({ extensions }: Api): Readonly<Record<string, readonly QuotaLimit[]>> {
  const buckets = listEntries(extensions['x-quotas']).map(([bucket, limits]) => [
    bucket,
    toObjects(limits).flatMap(({ limit, per }) =>
      typeof limit === 'number' && (per === 'minute' || per === 'hour' || per === 'day') ? [{ limit, per }] : [],
    ),
  ]);
  return Object.fromEntries(buckets);
}

/** A limit of a bucket: the number of units in a period. */
type QuotaLimit = { readonly limit: number; readonly per: 'minute' | 'hour' | 'day' };

/** Prints limits: `10,000 a day`. */
export function printLimits(limits: readonly QuotaLimit[] = []): string {
  return limits.map(({ limit, per }) => `${printCount(limit)} ${per === 'hour' ? 'an' : 'a'} ${per}`).join(', ');
}

/** Prints the cost of a call: ``Costs 1 unit of the quota `default` (10,000 a day).`` */
function quotaSentence(
  { cost, bucket = 'default' }: NonNullable<Operation['quota']>,
  api: Api,
  code: PrintCode,
): string {
  const limits = printLimits(quotaLimits(api)[bucket]);
  const units = `${printCount(cost)} ${cost === 1 ? 'unit' : 'units'}`;
  return `Costs ${units} of the quota ${code(bucket)}${limits === '' ? '' : ` (${limits})`}.`;
}

/** The reasons of errors with a status. The emulator sends `faults` only when a test asks for them. */
interface StatusReasons {
  readonly status: string;
  readonly reasons: readonly string[];
  readonly faults: readonly string[];
}

/** Lists reasons by status (`x-reasons`, `x-fault-reasons`), from the extensions of an operation or of the whole service. */
export function listStatusReasons(extensions: JsonObject): readonly StatusReasons[] {
  const rare = toObject(extensions['x-fault-reasons']);
  return listEntries(extensions['x-reasons']).flatMap(([status, value]) => {
    const texts = toStrings(value);
    const isFault = (text: string): boolean => toStrings(rare[status]).includes(text);
    if (texts.length === 0 || !isStatus.test(status)) return [];
    return [{ status, reasons: texts.filter((text) => !isFault(text)), faults: texts.filter(isFault) }];
  });
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;
