import type { Api, MediaUpload, Operation } from '../../../api/api.js';
import { inlineCode, joinWords, lowerFirst, printCount } from '../../../api/docs/sentence.js';
import type { Json, JsonObject } from '../../../spec/read/json.js';
import { entriesOf, objectOf, objectsOf, textsOf } from './extension-values.js';

/** What parameters say about each other, a sentence each (`x-parameter-rules`). */
export function parameterSentences({ extensions }: Operation, words: Words): readonly string[] {
  const { exactlyOne, atMostOne, excludes, requires, token } = objectOf(extensions['x-parameter-rules']);
  return [
    ...sentence('Give exactly one of', listOf(exactlyOne, 'and', words)),
    ...sentence('Give at most one of', listOf(atMostOne, 'and', words)),
    ...grouped(excludes, (others) => listOf(others, 'or', words)).map(
      ([names, others]) => `${listOf(names, 'and', words)} ${names.length > 1 ? 'do' : 'does'} not go with ${others}.`,
    ),
    ...grouped(requires, (needed) => conditions(needed, words)).map(
      ([names, needed]) => `${listOf(names, 'and', words)} ${names.length > 1 ? 'need' : 'needs'} ${needed}.`,
    ),
    ...sentence('An API key is not enough for', listOf(token, 'or', words)),
  ];
}

/** Which paths of the body must be there, and which are taken over (`x-body-rules`). */
export function bodySentences({ extensions }: Operation, words: Words): readonly string[] {
  const rules = objectOf(extensions['x-body-rules']);
  return [
    ...sentence('The body must hold', listOf(rules.required, 'and', words)),
    ...sentence('What is written of the body:', listOf(rules.writable, 'and', words)),
  ];
}

function sentence(start: string, list: string): readonly string[] {
  return list === '' ? [] : [`${start} ${list}.`];
}

/** The names of those parameters together of which the same is said. */
function grouped(
  rules: Json | undefined,
  say: (value: Json) => string,
): readonly (readonly [names: string[], said: string])[] {
  const names = new Map<string, string[]>();
  for (const [name, value] of entriesOf(rules)) {
    const said = say(value);
    if (said !== '') names.set(said, [...(names.get(said) ?? []), name]);
  }
  return [...names].map(([said, list]) => [list, said]);
}

/** `` `locationRadius` ``, or `` `type` to be `video` ``. */
function conditions(needed: Json, words: Words): string {
  const values = entriesOf(needed).map(([name, value]) => `${words.code(name)} to be ${words.code(textOf(value))}`);
  return values.length === 0 ? listOf(needed, 'and', words) : joinWords(values, 'and');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listOf(value: Json | undefined, conjunction: 'and' | 'or', words: Words): string {
  return joinWords(textsOf(value).map(words.code), conjunction);
}

/** What `media` takes: `` Bytes of type `image/png`. ``, `At most 2,048 bytes (2 KiB).` */
export function mediaSentences({ mediaTypes, accepted, maxBytes }: MediaUpload, words: Words): readonly string[] {
  const types = accepted ?? mediaTypes;
  const any = types.length === 0 || types.includes('*/*');
  return [
    `Bytes of ${any ? 'any type' : `type ${joinWords(types.map(words.code), 'or')}`}.`,
    ...(maxBytes === undefined
      ? []
      : [`At most ${printCount(maxBytes)} ${maxBytes === 1 ? 'byte' : 'bytes'}${inUnits(maxBytes)}.`]),
  ];
}

/** What a service is known to take as `media` beyond its types, and how it can be sent (`x-media`), a line each. */
export function uploadSentences({ body, extensions }: Operation, words: Words): readonly string[] {
  const media = body?.media;
  if (media === undefined) return [];
  const { upload } = objectOf(extensions['x-media']);
  const ways = textsOf(objectOf(upload).protocols).flatMap((protocol) => protocols.get(protocol) ?? []);
  const isKnown = media.accepted !== undefined || media.maxBytes !== undefined;
  return [
    ...(isKnown ? [`Media: ${lowerFirst(mediaSentences(media, words).join(' '))}`] : []),
    ...(ways.length === 0 ? [] : [`Media can be sent ${joinWords(ways, 'or')}.`]),
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

/** ` (2 MiB)` where that says it exactly. */
function inUnits(bytes: number): string {
  const found = units.find(([, size]) => bytes % size === 0);
  return found === undefined ? '' : ` (${printCount(bytes / found[1])} ${found[0]})`;
}

/** That the answer of an operation is a list, and what can be done with it. */
export function pagingSentences({ paging }: Operation): readonly string[] {
  if (paging === undefined) return [];
  return [
    (paging.token ?? paging.link ?? paging.numbers) === undefined
      ? 'A list: await it, or iterate over its items.'
      : 'A list: await a page, or iterate over the items of all pages.',
  ];
}

/** A bucket of units that calls draw from, and how much may be drawn: `['10,000 a day']`. */
export interface Quota {
  readonly bucket: string;
  readonly limits: readonly string[];
}

/** The buckets of a service (`x-quotas`). */
export function quotasOf({ extensions }: Api): readonly Quota[] {
  return entriesOf(extensions['x-quotas']).map(([bucket, limits]) => ({
    bucket,
    limits: objectsOf(limits).flatMap(limitOf),
  }));
}

/** `Costs 1 unit of the quota `default` (10,000 a day).` */
export function quotaSentences(api: Api, operation: Operation, words: Words): readonly string[] {
  if (operation.quota === undefined) return [];
  const { cost, bucket = 'default' } = operation.quota;
  const { limits = [] } = quotasOf(api).find((one) => one.bucket === bucket) ?? {};
  const units = `${printCount(cost)} ${cost === 1 ? 'unit' : 'units'}`;
  const most = limits.length === 0 ? '' : ` (${limits.join(', ')})`;
  return [`Costs ${units} of the quota ${words.code(bucket)}${most}.`];
}

function limitOf({ limit, per }: JsonObject): readonly string[] {
  if (typeof limit !== 'number' || typeof per !== 'string' || !Object.hasOwn(times, per)) return [];
  return [`${printCount(limit)} ${times[per] ?? ''}`];
}

const times: Readonly<Record<string, string>> = { minute: 'a minute', hour: 'an hour', day: 'a day' };

/** The reasons that errors of a status carry. */
export interface StatusReasons {
  readonly status: string;
  readonly reasons: readonly string[];
}

/** Reasons by status (`x-reasons`), of an operation or of the whole service. */
export function reasonsOf(reasons: Json | undefined): readonly StatusReasons[] {
  return entriesOf(reasons).flatMap(([status, value]) => {
    const texts = textsOf(value);
    return texts.length === 0 || !isStatus.test(status) ? [] : [{ status, reasons: texts }];
  });
}

const isStatus = /^(?:[1-5](?:\d\d|XX)|default)$/;

/** `` Errors: 400 `idInvalid`, `idRequired`; 404 `notFound`. `` */
export function reasonSentences(reasons: Json | undefined, words: Words): readonly string[] {
  const parts = reasonsOf(reasons).map(({ status, reasons: texts }) => `${status} ${texts.map(words.code).join(', ')}`);
  return parts.length === 0 ? [] : [`Errors: ${parts.join('; ')}.`];
}

/** `x-quotas` as data: the limits of each bucket. */
export function quotaLimits({ extensions }: Api): JsonObject {
  const buckets = entriesOf(extensions['x-quotas']).map(([bucket, limits]) => [
    bucket,
    objectsOf(limits).flatMap(({ limit, per }) =>
      typeof limit === 'number' && (per === 'minute' || per === 'hour' || per === 'day') ? [{ limit, per }] : [],
    ),
  ]);
  return Object.fromEntries(buckets);
}

/** How sentences write what comes from the spec: doc comments and pages differ in what has to be escaped. */
export interface Words {
  /** A name or a value. */
  code(text: string): string;
  /** Prose of the spec, on one line. */
  text(text: string): string;
}

/** Words of a doc comment; what could end it is taken care of where comments are printed. */
export const docWords: Words = {
  code: (text) => inlineCode(oneLine(text)),
  text: oneLine,
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
