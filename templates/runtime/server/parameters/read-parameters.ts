import { essenceOf } from '../../client/body/media.js';
import type { Json, JsonObject } from '../../json.js';
import { expandParameters } from '../../expand-parameters.js';
import type { OperationParameter } from '../../operation.js';
import { decodeSent } from '../../parameters/decode-fields.js';
import { isSpread, readsName, takesName } from '../../parameters/decode-parameter.js';
import { readCookies, type Query } from '../../parameters/query.js';
import { sentFor } from '../../parameters/sent-parameter.js';
import type { DescribedOperation } from '../described-operation.js';
import { HttpError } from '../errors/http-error.js';
import { parseExactly, withIntegers } from '../values/exact-integers.js';
import { isJsonType } from '../values/media-type.js';

/** The parts of a request that carry parameters, still encoded. */
interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Headers;
  /** Query parameters that carry credentials. */
  readonly credentials: ReadonlySet<string>;
  /** Throws for a parameter that cannot be decoded, or returns to ignore it. */
  readonly reject?: (error: HttpError) => void;
}

/**
 * Decodes the declared parameters by their style, and other query parameters as strings. Rejects (400) those that cannot be
 * decoded.
 */
export function readParameters(plan: Pick<DescribedOperation, 'operation'>, sources: ParameterSources): JsonObject {
  const { operation } = plan;
  const parameters = expandParameters(operation);
  const names = namesOf(operation);
  const values = openParameters(parameters, names, sources);
  for (const parameter of parameters) {
    if (isMissing(parameter, names, sources)) continue;
    const value = readParameter(parameter, parameters, sources);
    if (value !== undefined) values.push([parameter.property ?? parameter.name, value]);
  }
  return Object.fromEntries(values);
}

type Described = DescribedOperation['operation'];

const namesBy = new WeakMap<Described, ReadonlySet<string>>();

/** The names of query parameters that are read from one name alone. */
function namesOf(operation: Described): ReadonlySet<string> {
  const known = namesBy.get(operation);
  if (known !== undefined) return known;
  const alone = expandParameters(operation).filter((one) => one.in === 'query' && hasOneName(one));
  const names = new Set(alone.map(({ name }) => name));
  namesBy.set(operation, names);
  return names;
}

function hasOneName(parameter: OperationParameter): boolean {
  return parameter.contentType !== undefined || (parameter.style !== 'deepObject' && !isSpread(parameter));
}

/** Most parameters are not sent; this checks it without decoding. */
function isMissing(
  { name, in: source }: OperationParameter,
  names: ReadonlySet<string>,
  { query }: ParameterSources,
): boolean {
  return source === 'query' && names.has(name) && query.get(name) === undefined;
}

function readParameter(
  parameter: OperationParameter,
  all: readonly OperationParameter[],
  sources: ParameterSources,
): Json | undefined {
  const { path, query, headers, credentials } = sources;
  const sent = sentFor(parameter, all, {
    path,
    query: query.pairs,
    header: (name) => headers.get(name),
    cookies: () => readCookies(headers.get('cookie') ?? ''),
    isTaken: (name) => credentials.has(name),
  });
  if (sent === undefined) return undefined;
  const { value, issues } = decodeSent(parameter, sent);
  const [issue] = issues;
  if (issue === undefined) return value && withIntegers(contentOf(parameter, sent) ?? value, parameter);
  const location = [parameter.name, ...issue.path].join('.');
  const error = new HttpError(400, 'invalidParameter', `The parameter ${location} ${issue.message}.`, {
    location,
    locationType: parameter.in === 'header' ? 'header' : 'parameter',
  });
  if (sources.reject === undefined) throw error;
  sources.reject(error);
  return undefined;
}

/** The JSON of a parameter that could be decoded, with all digits of its integers. */
function contentOf(
  { name, in: source, contentType }: OperationParameter,
  sent: Parameters<typeof decodeSent>[1],
): Json | undefined {
  if (contentType === undefined || !isJsonType(essenceOf(contentType))) return undefined;
  const raw = sent.kind === 'text' ? sent.text : sent.pairs.find((pair) => pair.name === name)?.raw;
  return raw === undefined ? undefined : parseExactly(source === 'header' ? raw : decodeURIComponent(raw));
}

/** Query parameters that are neither declared nor credentials. Repeated ones are joined by commas. */
function openParameters(
  parameters: readonly OperationParameter[],
  names: ReadonlySet<string>,
  { query, credentials }: ParameterSources,
): [string, Json][] {
  const values = new Map<string, string>();
  for (const { name, value } of query.pairs) {
    if (credentials.has(name) || names.has(name)) continue;
    if (parameters.some((parameter) => parameter.in === 'query' && isRead(parameter, name))) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return [...values];
}

function isRead(parameter: OperationParameter, name: string): boolean {
  return readsName(parameter, name) || (isSpread(parameter) && takesName(parameter, name));
}
