import { deepest } from '../client/params/write-styles.js';
import { expandParameters, withCommon } from '../expand-parameters.js';
import type { Operation, OperationParameter, Service } from '../operation.js';
import type { Issue } from '../validators/check/context.js';
import type { StandardResult, Validator } from '../validators/check/validator.js';
import { decodeSent } from './decode-fields.js';
import { readCookies, readQuery, type QueryPair } from './query.js';
import { sentFor, type SentParts } from './sent-parameter.js';

/** Strings by name, as routers have them: a list of what was sent more than once, an object of what had names in brackets. */
export interface StringsByName {
  readonly [name: string]: string | readonly (string | StringsByName)[] | StringsByName | undefined;
}

/**
 * A query: as it was sent (`?a=1&b=2`), or already decoded. Only the first tells a comma that is part of an item from one between
 * two items of a list.
 */
export type QueryStrings = string | URLSearchParams | StringsByName;

/** Headers, as the platform or a router has them. */
export type HeaderStrings = Headers | StringsByName;

/** The strings of a request; what the operation does not take may be missing. */
export interface RequestStrings {
  /** Values of the variables of the path, decoded. */
  readonly path?: StringsByName;
  readonly query?: QueryStrings;
  /** Cookies are read from the header `cookie`. */
  readonly headers?: HeaderStrings;
}

/** Reads parameters out of strings, and validates them. A Standard Schema whose output is typed values. */
export interface StringReader<Input, Output> {
  /** Gives the values, or the issues of those that cannot be read or are invalid; never throws. */
  readonly read: (strings: Input) => StandardResult<Output>;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'speccast';
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output>;
  };
}

/** Reads the parameters of an operation: all of them, or those of one part of a request. Names that are not declared are left out. */
export interface StringParameters<
  Validates extends Validator<unknown>,
  InPath extends PropertyKey = never,
  InHeaders extends PropertyKey = never,
> extends StringReader<RequestStrings, ParamsOf<Validates>> {
  readonly query: StringReader<QueryStrings, Omit<ParamsOf<Validates>, InPath | InHeaders>>;
  readonly path: StringReader<StringsByName, Pick<ParamsOf<Validates>, InPath & keyof ParamsOf<Validates>>>;
  /** Headers and cookies. */
  readonly headers: StringReader<HeaderStrings, Pick<ParamsOf<Validates>, InHeaders & keyof ParamsOf<Validates>>>;
}

/** What a validator is about. */
type ParamsOf<Validates> = Validates extends Validator<infer Params> ? Params : never;

type Part = keyof RequestStrings;

const partOf = { path: 'path', query: 'query', header: 'headers', cookie: 'headers' } as const;

/**
 * Makes the reader of the parameters that a validator is about, as descriptors say that they are sent: that of the operation, and
 * that of its service.
 */
export function stringParameters<
  Validates extends Validator<unknown>,
  InPath extends PropertyKey = never,
  InHeaders extends PropertyKey = never,
>(
  validator: Validates,
  operation: Pick<Operation<never, unknown>, 'parameters' | 'ownParametersOnly' | 'writers'>,
  service: Pick<Service, 'parameters' | 'writers'> = {},
): StringParameters<Validates, InPath, InHeaders> {
  const parameters = expandParameters(withCommon(service, operation));
  const readerOf = <Input, Output>(part?: Part): StringReader<Input, Output> =>
    reader((strings: Input) => {
      const request: RequestStrings = part === undefined ? Object(strings) : { [part]: strings };
      return readPart(validator, parameters, request, part);
    });
  return { ...readerOf(), query: readerOf('query'), path: readerOf('path'), headers: readerOf('headers') };
}

function reader<Input, Output>(read: (strings: Input) => StandardResult<Output>): StringReader<Input, Output> {
  // What is no strings has none.
  const validate = (value: unknown): StandardResult<Output> => read(value as Input);
  return { read, '~standard': { version: 1, vendor: 'speccast', validate } };
}

function readPart<Params>(
  validator: Validator<unknown>,
  parameters: readonly OperationParameter[],
  strings: RequestStrings,
  part?: Part,
): StandardResult<Params> {
  const issues: Issue[] = [];
  const values: [name: string, value: unknown][] = [];
  const sent = openRequest(strings);
  for (const parameter of parameters) {
    if (part !== undefined && partOf[parameter.in] !== part) continue;
    const own = sentFor(parameter, parameters, sent);
    if (own === undefined) continue;
    const decoded = decodeSent(parameter, own);
    const key = parameter.property ?? parameter.name;
    for (const { message, path } of decoded.issues)
      issues.push({ message, path: [key, ...path], keyword: 'style', schema: pointerOf(validator) });
    if (decoded.value !== undefined) values.push([key, decoded.value]);
  }
  if (issues.length > 0) return { issues };
  const read: unknown = Object.fromEntries(values);
  // What a validator has found valid is of its type.
  if (validator.is(read)) return { value: read as Params };
  const found = validator.check(read).filter(({ path: [key], keyword }) => {
    const keys = keyword === 'exactlyOne' ? validator.rules?.exactlyOne : undefined;
    return !(keys ?? [key]).some((one) => isElsewhere(parameters, one, part));
  });
  // What else is missing is in another part.
  return found.length > 0 ? { issues: found } : { value: read as Params };
}

/** Whether an issue is about a parameter of another part than the one that is read. */
function isElsewhere(
  parameters: readonly OperationParameter[],
  key: PropertyKey | undefined,
  part: Part | undefined,
): boolean {
  if (part === undefined || key === undefined) return false;
  const owner = parameters.find(({ name, property = name }) => property === key);
  return owner === undefined || partOf[owner.in] !== part;
}

/** The pointer of the parameters: what is no object has one issue, at their `type`. */
function pointerOf(validator: Validator<unknown>): string {
  const [issue] = validator.check(undefined, { limit: 1 });
  return issue?.schema.replace(/\/type$/, '') ?? '#';
}

function openRequest({ path, query, headers }: RequestStrings): SentParts {
  const header = openHeaders(headers);
  const paths = entriesOf(path).map(([name, value]) => [name, encode(value)] as const);
  return {
    path: Object.fromEntries(paths),
    query: openQuery(query),
    header,
    cookies: () => readCookies(header('cookie') ?? ''),
  };
}

function openQuery(query: QueryStrings | undefined): readonly QueryPair[] {
  if (typeof query === 'string') return readQuery(query).pairs;
  const entries = query instanceof URLSearchParams ? [...query] : entriesOf(query);
  return entries.map(([name, value]) => ({ name, value, raw: encode(value) }));
}

function openHeaders(headers: HeaderStrings | undefined): SentParts['header'] {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const byName = new Map<string, string>();
  for (const [name, value] of entriesOf(headers)) {
    const before = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return (name) => byName.get(name.toLowerCase());
}

type Entry = readonly [name: string, value: string];

function entriesOf(strings: unknown): readonly Entry[] {
  return Object.entries(Object(strings)).flatMap(([name, value]) => {
    const sent: readonly unknown[] = Array.isArray(value) && value.every(isText) ? value : [value];
    return sent.flatMap((one) => flatten(name, one, deepest));
  });
}

/** `{ color: { R: '1' } }` as `color[R]`, `1`: what a router took apart is put together again. */
function flatten(name: string, value: unknown, levels: number): readonly Entry[] {
  if (isText(value)) return [[name, String(value)]];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.entries(value).flatMap(([key, inner]: readonly [string, unknown]) => {
    const step = Array.isArray(value) && isText(inner) ? '' : key;
    return flatten(`${name}[${step}]`, inner, levels - 1);
  });
}

/** Routers may have read a number already; anything else is no string of a request. */
function isText(value: unknown): boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** Encodes what was decoded already, apart from what may separate the items of a list. */
function encode(value: string): string {
  // Half a surrogate pair has no encoding.
  const text = value.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
  return encodeURIComponent(text).replaceAll(/%(?:2C|3B|3D|7C)/g, (escape) => decodeURIComponent(escape));
}
