import { encodeReserved } from '../client/params/serialize.js';
import { deepest } from '../client/params/write-styles.js';
import { expandParameters, withCommon } from '../expand-parameters.js';
import type { Operation, OperationParameter, Service } from '../operation.js';
import type { Issue } from '../validators/check/context.js';
import type { StandardProperties, StandardResult, Validator } from '../validators/check/validator.js';
import { readQuery } from './query.js';
import { decodeSent, type SentParts } from './decode-fields.js';

/** Strings by name, as routers return them: a list for a repeated name (`a=1&a=2`), an object for names in brackets (`a[b]=1`). */
export interface StringsByName {
  readonly [name: string]: string | readonly (string | StringsByName)[] | StringsByName | undefined;
}

/**
 * A query, as it was sent (`?a=1&b=2`) or decoded. A decoded query does not distinguish a comma inside an item from one between two items
 * of a list.
 */
export type QueryStrings = string | URLSearchParams | StringsByName;

/** Headers, as the platform or a router returns them. */
export type HeaderStrings = Headers | StringsByName;

/** The strings of a request. Parts for which the operation has no parameters may be missing. */
export interface RequestStrings {
  /** Values of the variables in the path, decoded. */
  readonly path?: StringsByName;
  readonly query?: QueryStrings;
  /** Cookies are read from the header `cookie`. */
  readonly headers?: HeaderStrings;
}

/** Converts strings to typed parameters, and validates them. It is a Standard Schema. */
export interface StringReader<Input, Output> {
  /** Returns `{ value }`, or `{ issues }` if values cannot be read or are invalid; never throws. */
  readonly read: (strings: Input) => StandardResult<Output>;
  readonly '~standard': Omit<StandardProperties<Input, Output>, 'jsonSchema'>;
}

/** Reads the parameters of an operation: all of them, or those of one part of a request. Unknown names are left out. */
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

/** The type that a validator checks. */
type ParamsOf<Validates> = Validates extends Validator<infer Params> ? Params : never;

type Part = keyof RequestStrings;

/** The parts of a request by location of a parameter. */
const partsByLocation = { path: 'path', query: 'query', header: 'headers', cookie: 'headers' } as const;

/**
 * Creates the reader of the parameters of an operation: `stringParameters(listPetsParams, petsList).query.read('?limit=10')` →
 * `{ value: { limit: 10 } }`.
 */
export function stringParameters<
  Validates extends Validator<unknown>,
  InPath extends PropertyKey = never,
  InHeaders extends PropertyKey = never,
>(
  validator: Validates,
  operation: Pick<Operation, 'parameters' | 'ownParametersOnly' | 'writers'>,
  service: Pick<Service, 'parameters' | 'writers'> = {},
): StringParameters<Validates, InPath, InHeaders> {
  const parameters = expandParameters(withCommon(service, operation));
  return {
    ...createReader(validator, parameters),
    query: createReader(validator, parameters, 'query'),
    path: createReader(validator, parameters, 'path'),
    headers: createReader(validator, parameters, 'headers'),
  };
}

function createReader<Input, Output>(
  validator: Validator<unknown>,
  parameters: readonly OperationParameter[],
  part?: Part,
): StringReader<Input, Output> {
  const own = parameters.filter((one) => !part || partsByLocation[one.in] === part);
  const read = (strings: unknown): StandardResult<Output> => {
    // `Object`: values that are not objects, such as `undefined`, have no parameters.
    const sent = openRequest(Object(part ? { [part]: strings } : strings));
    const issues: Issue[] = [];
    const values: [name: string, value: unknown][] = [];
    for (const parameter of own) {
      const { name, property = name } = parameter;
      const decoded = decodeSent(parameter, parameters, sent);
      for (const { message, path } of decoded.issues) {
        // The issue of `undefined` is at the `type` of the parameters, which shows the location of their schema.
        const schema = validator.check(undefined, { limit: 1 })[0]?.schema.replace(/\/type$/, '') ?? '#';
        issues.push({ message, path: [property, ...path], keyword: 'style', schema });
      }
      if (decoded.value !== undefined) values.push([property, decoded.value]);
    }
    if (issues.length) return { issues };
    const value: unknown = Object.fromEntries(values);
    const found = validator.check(value).filter(({ path: [key], keyword }) => {
      // Parameters of other parts are missing here, which is not an issue.
      const keys = (keyword === 'exactlyOne' && validator.rules?.exactlyOne) || [key];
      const isOwn = (one: unknown) => one === undefined || own.some(({ name, property = name }) => property === one);
      return !part || keys.every(isOwn);
    });
    // `as`: the validator has found no issue.
    return found.length ? { issues: found } : { value: value as Output };
  };
  return { read, '~standard': { version: 1, vendor: 'speccast', validate: read } };
}

function openRequest({ path, query, headers }: RequestStrings): SentParts {
  const fields = listEntries(headers instanceof Headers ? Object.fromEntries(headers) : headers);
  const header = (name: string) => {
    const own = fields.filter(([key]) => key.toLowerCase() === name.toLowerCase());
    return own.length ? own.map(([, value]) => value).join(', ') : undefined;
  };
  const paths = listEntries(path).map(([name, value]) => [name, encode(value)] as const);
  const entries = query instanceof URLSearchParams ? [...query] : listEntries(query);
  return {
    path: Object.fromEntries(paths),
    query:
      typeof query === 'string'
        ? readQuery(query).pairs
        : entries.map(([name, value]) => ({ name, value, raw: encode(value) })),
    header,
  };
}

type Entry = readonly [name: string, value: string];

function listEntries(strings: unknown): readonly Entry[] {
  return Object.entries(Object(strings)).flatMap(([name, value]) => {
    const sent: readonly unknown[] = Array.isArray(value) && value.every(isText) ? value : [value];
    return sent.flatMap((one) => flatten(name, one, deepest));
  });
}

/** Converts objects of a router back to names in brackets: `{ color: { R: '1' } }` → `['color[R]', '1']`. */
function flatten(name: string, value: unknown, levels: number): readonly Entry[] {
  if (isText(value)) return [[name, String(value)]];
  if (!levels) return [];
  return Object.entries(Object(value)).flatMap(([key, inner]) => {
    const step = Array.isArray(value) && isText(inner) ? '' : key;
    return flatten(`${name}[${step}]`, inner, levels - 1);
  });
}

/** Returns whether a value is a string, or a value into which a router may have converted one. */
function isText(value: unknown) {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** Encodes a decoded value again, except characters that may separate items of a list. */
function encode(value: string) {
  // `encodeURIComponent` throws for lone surrogates.
  const text = value.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
  return encodeReserved(text);
}
