import type { Json, JsonObject } from '../json.js';
import type { OperationParameter, ParameterType } from '../operation.js';
import { parseJson } from './parse-json.js';
import { Refusal, type OperationPlan } from './plan.js';
import { decode, type Query } from './query.js';

/** Where the parameters of a request stand, still as text. */
export interface ParameterSources {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly headers: Headers;
  /** Query parameters that carry credentials. */
  readonly credentials: ReadonlySet<string>;
}

/** Decodes the declared parameters by their style, and takes further query parameters as text. */
export function readParameters(plan: OperationPlan, sources: ParameterSources): JsonObject {
  const entries: [string, Json][] = [];
  const used = new Set(sources.credentials);
  for (const parameter of plan.operation.parameters ?? []) {
    const value = readParameter(parameter, sources, used);
    if (value !== undefined) entries.push([parameter.property ?? parameter.name, value]);
  }
  return Object.fromEntries([...openParameters(sources.query, used), ...entries]);
}

function openParameters(query: Query, used: ReadonlySet<string>): readonly [string, Json][] {
  const values = new Map<string, string>();
  for (const { name, value } of query.pairs) {
    if (used.has(name)) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return [...values];
}

function readParameter(parameter: OperationParameter, sources: ParameterSources, used: Set<string>): Json | undefined {
  if (parameter.in === 'query') {
    used.add(parameter.name);
    return readFromQuery(parameter, sources.query, used);
  }
  const raw = textOf(parameter, sources);
  if (raw === undefined) return undefined;
  if (parameter.in === 'path') checkEscapes(parameter, raw);
  return fromText(parameter, raw);
}

function textOf({ name, in: place }: OperationParameter, { path, headers }: ParameterSources): string | undefined {
  if (place === 'path') return path[name];
  if (place === 'header') return headers.get(name) ?? undefined;
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('='));
  return cookies.find(([key]) => key === name)?.[1];
}

function checkEscapes({ name }: OperationParameter, raw: string): void {
  try {
    decodeURIComponent(raw);
  } catch {
    throw new Refusal(400, 'invalidParameter', 'The path is not properly percent-encoded.', {
      location: name,
      locationType: 'parameter',
    });
  }
}

function readFromQuery(parameter: OperationParameter, query: Query, used: Set<string>): Json | undefined {
  const { name, style = 'form', explode = style === 'form', type = 'string' } = parameter;
  if (type === 'object' && style === 'deepObject') return readDeepObject(parameter, query, used);
  if (type === 'object' && explode && parameter.contentType === undefined) return readSpread(parameter, query, used);
  const raws = query.pairs.filter((pair) => pair.name === name).map((pair) => pair.raw);
  const [first] = raws;
  if (first === undefined) return undefined;
  if (type === 'array' && parameter.contentType === undefined) {
    const namesParts = parameter.default !== undefined || parameter.bodyKeys !== undefined;
    const parts = explode && raws.length > 1 ? raws : raws.flatMap((raw) => splitList(raw, style, namesParts));
    return parts.map((part) => convert(decode(part), parameter.items));
  }
  return fromText(parameter, first);
}

/** No name of a part holds a comma, so that a comma may come encoded, as `URLSearchParams` does it. */
function splitList(raw: string, style: string, namesParts: boolean): readonly string[] {
  if (raw === '') return [];
  if (namesParts) return raw.split(/,|%2c/i);
  if (style === 'spaceDelimited') return raw.split(/%20/);
  return style === 'pipeDelimited' ? raw.split(/\||%7c/i) : raw.split(',');
}

function readDeepObject({ name, properties }: OperationParameter, query: Query, used: Set<string>): Json | undefined {
  const entries: [string, Json][] = [];
  for (const pair of query.pairs) {
    if (!pair.name.startsWith(`${name}[`) || !pair.name.endsWith(']')) continue;
    used.add(pair.name);
    const property = pair.name.slice(name.length + 1, -1);
    entries.push([property, convert(pair.value, properties?.[property])]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function readSpread({ properties = {} }: OperationParameter, query: Query, used: Set<string>): Json | undefined {
  const entries: [string, Json][] = [];
  for (const pair of query.pairs) {
    if (!Object.hasOwn(properties, pair.name)) continue;
    used.add(pair.name);
    entries.push([pair.name, convert(pair.value, properties[pair.name])]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function fromText(parameter: OperationParameter, raw: string): Json {
  if (parameter.contentType !== undefined) return jsonFrom(parameter.name, decode(raw));
  const { type = 'string', style = 'simple' } = parameter;
  if (type === 'array')
    return plainText(raw, style)
      .split(',')
      .map((part) => convert(decode(part), parameter.items));
  if (type === 'object') return readPairs(parameter, plainText(raw, style));
  return convert(decode(plainText(raw, style)), type);
}

/** `label` puts a dot before the value, `matrix` a `;name=`. */
function plainText(raw: string, style: string): string {
  if (style === 'label') return raw.replace(/^\./, '').replaceAll('.', ',');
  return style === 'matrix' ? raw.replace(/^;[^=]*=?/, '').replace(/;[^=]*=/g, ',') : raw;
}

function readPairs({ explode = false, properties }: OperationParameter, raw: string): Json {
  const parts = raw.split(',');
  const pairs = explode ? parts.map((part) => part.split('=', 2)) : pairUp(parts);
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [decode(name), convert(decode(value), properties?.[decode(name)])]),
  );
}

function pairUp(parts: readonly string[]): readonly string[][] {
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []));
}

function convert(text: string, type: ParameterType = 'string'): Json {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'integer' && /^[+-]?\d+$/.test(text)) return Number(text);
  if (type === 'number' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return text;
}

function jsonFrom(name: string, text: string): Json {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new Refusal(400, 'invalidParameter', `The parameter ${name} is not JSON.`, {
    location: name,
    locationType: 'parameter',
  });
}
