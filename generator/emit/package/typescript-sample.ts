import type { Api, Operation } from '../../api/api.js';
import { describeCodec } from '../../api/schemas/codecs.js';
import { toCallersName, toCallersProperty } from '../../api/conversions/names-agree.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { planArguments } from '../code/operation-params.js';
import { isDownload, isEither, isStream, readResult } from '../code/operation-result.js';
import { literal, propertyKey } from '../code/literals.js';
import type { ArgumentStyle } from '../../options.js';
import { DOWNLOAD, type SampleArguments, type SampleBody } from './sample-arguments.js';

/** Widest line of a sample. */
const WIDEST = 120;

/** Number of characters around a path and its arguments: `console.log(await client.…());` */
const FRAME = 30;

/** A call of an operation, and the client's style of arguments. */
export interface TypeScriptCall {
  readonly api: Api;
  readonly operation: Operation;
  /** `shops.pets.list` */
  readonly path: string;
  readonly given: SampleArguments;
  readonly style: ArgumentStyle | undefined;
}

/** Prints a statement that calls an operation and uses its response: `console.log(await client.pets.list());`. `undefined` where a value has no source text. */
export function typescriptSample(call: TypeScriptCall): string | undefined {
  const { operation } = call;
  const made = callSource(call);
  if (made === undefined) return undefined;
  const isIterated =
    operation.paging !== undefined || operation.report !== undefined || (isStream(operation) && !isEither(operation));
  if (isIterated) return `for await (const item of ${made}) console.log(item);`;
  if (isDownload(operation)) return `await writeFile('${DOWNLOAD}', await ${made}.bytes());`;
  return readResult(operation).shape === undefined ? `await ${made};` : `console.log(await ${made});`;
}

/** Prints the call of an operation: `client.pets.get('1')`; `undefined` where a value has no source text. */
export function callSource({ api, operation, path, given, style }: TypeScriptCall): string | undefined {
  const plan = planArguments(api, operation, style);
  const values = given.parameters.map((one) => {
    const { parameter, value } = one;
    const text = parameter.template === undefined ? valueSource(api, value, parameter.shape) : literal(value);
    return [one, text] as const;
  });
  const id = values.find(([{ parameter }]) => toCallersProperty(parameter) === plan?.id?.key);
  const isMerged = plan?.mergesBody === true;
  const body = given.body && bodySource(api, given.body, isMerged);
  if (values.some(([, text]) => text === undefined) || (given.body && body === undefined)) return undefined;
  const others = values
    .filter((one) => one !== id)
    .map(([{ parameter }, text]) => `${propertyKey(toCallersProperty(parameter))}: ${text}`);
  const entries = [
    ...others,
    ...(body ?? []),
    ...(given.media === undefined ? [] : [`media: fileSource('${given.media.name}')`]),
  ];
  const params = entries.length === 0 ? [] : [objectSource(entries, WIDEST - path.length - FRAME)];
  return `client.${path}(${[...(id?.[1] === undefined ? [] : [id[1]]), ...params].join(', ')})`;
}

/** Prints the entries of a body in the params: `body: {…}`, or its own properties where the method merges them. */
function bodySource(api: Api, { value, shape }: SampleBody, isMerged: boolean): readonly string[] | undefined {
  if (isMerged && isJsonObject(value)) return entriesIn(api, value, membersIn(api, shape));
  const text = valueSource(api, value, shape);
  return text === undefined ? undefined : [`body: ${text}`];
}

function objectSource(entries: readonly string[], width: number = WIDEST): string {
  const flat = `{ ${entries.join(', ')} }`;
  if (flat.length <= width && !flat.includes('\n')) return flat;
  return `{\n${entries.map((one) => `  ${one.replaceAll('\n', '\n  ')},\n`).join('')}}`;
}

/** Prints a value of the wire as callers have it: with their names, and decoded by codecs (`'2026-01-31'` → `new Date('2026-01-31')`). */
function valueSource(api: Api, value: Json, shape: Shape): string | undefined {
  switch (shape.kind) {
    case 'coded':
      return codedSource(shape.codec, value);
    case 'binary':
      return `new Blob([${literal(typeof value === 'string' ? value : 'text')}])`;
    case 'array': {
      if (!Array.isArray(value)) return literal(value);
      const items = value.map((one) => valueSource(api, one, shape.items));
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
    }
    case 'reference': {
      const model = api.models.find(({ id }) => id === shape.model);
      return model === undefined ? literal(value) : valueSource(api, value, model.input?.shape ?? model.shape);
    }
    case 'object':
    case 'intersection': {
      if (!isJsonObject(value)) return literal(value);
      const entries = entriesIn(api, value, membersIn(api, shape));
      return entries && (entries.length === 0 ? '{}' : objectSource(entries));
    }
    case 'union': {
      const found = isJsonObject(value)
        ? shape.of.find((one) => one.kind === 'object' || one.kind === 'reference')
        : shape.of.find((one) => one.kind === 'binary' || one.kind === 'coded');
      return found === undefined ? literal(value) : valueSource(api, value, found);
    }
    default:
      return literal(value);
  }
}

function membersIn(api: Api, shape: Shape): readonly Member[] {
  if (shape.kind === 'object') return shape.members;
  if (shape.kind === 'intersection' || shape.kind === 'union') return shape.of.flatMap((one) => membersIn(api, one));
  const model = shape.kind === 'reference' ? api.models.find(({ id }) => id === shape.model) : undefined;
  return model === undefined ? [] : membersIn(api, model.input?.shape ?? model.shape);
}

function entriesIn(api: Api, value: JsonObject, members: readonly Member[]): readonly string[] | undefined {
  const entries = Object.entries(value).map(([name, one]) => {
    const member = members.find((each) => each.name === name);
    const text = member === undefined ? literal(one) : valueSource(api, one, member.shape);
    return text && `${propertyKey(member === undefined ? name : toCallersName(member))}: ${text}`;
  });
  const known = entries.flatMap((one) => one ?? []);
  return known.length < entries.length ? undefined : known;
}

function codedSource(codec: string, wire: Json): string | undefined {
  const { type, own } = describeCodec(codec);
  if (own === true) return undefined;
  if (type === 'bigint') return /^-?\d+$/.test(String(wire)) ? `${BigInt(String(wire))}n` : undefined;
  if (type === 'Uint8Array') return 'new Uint8Array([1, 2, 3])';
  return type === 'Date' ? `new Date(${literal(wire)})` : `${type}.from(${literal(wire)})`;
}
