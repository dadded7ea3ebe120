import type { Json, JsonObject } from '../json.js';
import type { OperationParameter } from '../operation.js';
import { decodeParameter, isSpread, readsName, type Sent } from './decode-parameter.js';
import { Refusal, type OperationPlan } from './plan.js';
import { readCookies, type Query } from './query.js';

/** Where the parameters of a request stand, still as text. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Headers;
  /** Query parameters that carry credentials. */
  readonly credentials: ReadonlySet<string>;
  /** Refuses what cannot be decoded, or takes it for absent. */
  readonly objectTo?: (refusal: Refusal) => void;
}

/**
 * Decodes the declared parameters by their style, and takes further query parameters as text; refuses (400) those that
 * cannot be decoded.
 */
export function readParameters(plan: OperationPlan, sources: ParameterSources): JsonObject {
  const parameters = plan.operation.parameters ?? [];
  const declared = parameters.flatMap((parameter): [string, Json][] => {
    const value = readParameter(parameter, parameters, sources);
    return value === undefined ? [] : [[parameter.property ?? parameter.name, value]];
  });
  return Object.fromEntries([...openParameters(parameters, sources), ...declared]);
}

function readParameter(
  parameter: OperationParameter,
  all: readonly OperationParameter[],
  sources: ParameterSources,
): Json | undefined {
  const sent = sentFor(parameter, all, sources);
  if (sent === undefined) return undefined;
  const { value, issues } = decodeParameter(parameter, sent);
  const [issue] = issues;
  if (issue === undefined) return value;
  const location = [parameter.name, ...issue.path].join('.');
  const refusal = new Refusal(400, 'invalidParameter', `The parameter ${location} ${issue.message}.`, {
    location,
    locationType: parameter.in === 'header' ? 'header' : 'parameter',
  });
  if (sources.objectTo === undefined) throw refusal;
  sources.objectTo(refusal);
  return undefined;
}

function sentFor(
  parameter: OperationParameter,
  all: readonly OperationParameter[],
  { path, query, headers, credentials }: ParameterSources,
): Sent | undefined {
  const { name, in: place } = parameter;
  if (place === 'path' || place === 'header') {
    const text = place === 'header' ? headers.get(name) : Object.hasOwn(path, name) ? path[name] : undefined;
    return text === null || text === undefined ? undefined : { kind: 'text', text };
  }
  const pairs = place === 'query' ? query.pairs : readCookies(headers.get('cookie') ?? '');
  const others = all.filter((other) => other.in === place && other !== parameter);
  const isTaken = (own: string): boolean =>
    (place === 'query' && credentials.has(own)) || others.some((other) => readsName(other, own));
  return { kind: 'pairs', pairs, isTaken };
}

/** What no declared parameter reads and no credential is; repetitions are joined by commas. */
function openParameters(
  parameters: readonly OperationParameter[],
  { query, credentials }: ParameterSources,
): readonly [string, Json][] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const values = new Map<string, string>();
  for (const { name, value } of query.pairs) {
    if (credentials.has(name) || inQuery.some((parameter) => isRead(parameter, name))) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return [...values];
}

function isRead(parameter: OperationParameter, name: string): boolean {
  if (readsName(parameter, name)) return true;
  const { properties = {}, additional } = parameter;
  return isSpread(parameter) && (additional !== undefined || Object.hasOwn(properties, name));
}
