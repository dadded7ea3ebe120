import type { Api, Content, Operation, Parameter } from '../../api/api.js';
import { listStatedEntries, toObject, toStrings } from '../../api/tools/extension-values.js';
import { isJsonObject, type Json } from '../../json.js';
import { parsePointer, printPointer } from '../../spec/read/pointer.js';
import { parameterIsRequired } from '../code/operation-params.js';
import { findProperty } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
import { reachable } from '../../iterables.js';
import { fitsSchema, isReadable, sampleValue, withPath } from './sample-value.js';

/** A file that samples send, whose kind is not known. */
export const FILE = 'file.bin';

/** The file that samples write. */
export const DOWNLOAD = 'download.bin';

/** A parameter and its value as it travels. */
export interface SampleParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

/** The body of a call as it travels: of one of the media types of the operation, or what goes beside bytes. */
export interface SampleBody {
  readonly mediaType: string;
  readonly kind: Content['kind'];
  readonly schema: Schema;
  readonly shape: Shape;
  readonly encoding?: Content['encoding'];
  readonly value: Json;
  /** Names of the parts that are files. */
  readonly files: readonly string[];
}

/** A file that a call sends, by its name and type. */
export interface SampleFile {
  readonly name: string;
  readonly type: string;
}

/** The arguments of a sample call. */
export interface SampleArguments {
  readonly parameters: readonly SampleParameter[];
  readonly body?: SampleBody;
  readonly media?: SampleFile;
}

/** Chooses the arguments of a sample call: required ones, and those that make it useful; `undefined` where no value is found for a required one. */
export function sampleArguments(api: Api, operation: Operation): SampleArguments | undefined {
  const parameters = chosenParameters(api, operation);
  const known = parameters.flatMap((parameter) => {
    const { schema, name, template } = parameter;
    const fromTemplate = template?.replaceAll('**', '1').replaceAll('*', '1');
    const stated = statedExample(api, parameter);
    // An example may be `null`.
    const value = stated === undefined ? (fromTemplate ?? sampleValue(api.schemas, schema, name)) : stated;
    return value === undefined ? [] : [{ parameter, value }];
  });
  const body = sampleBody(api, operation);
  const { required = false, contents = [], media } = operation.body ?? {};
  const needsBody = required && contents.length > 0 && media === undefined;
  if (known.length < parameters.length || (body === undefined && needsBody)) return undefined;
  return {
    parameters: known,
    ...(body !== undefined && { body }),
    ...(media !== undefined &&
      (media.required || body === undefined) && { media: sampleFile(media.accepted ?? media.mediaTypes) }),
  };
}

/** Chooses the parameters of a sample call: the required ones, one of those of which the service wants one, and those that these require. */
function chosenParameters(api: Api, operation: Operation): readonly Parameter[] {
  const all = operation.parameters;
  const rules = toObject(operation.extensions['x-parameter-rules']);
  const chosen = new Set(all.filter((one) => parameterIsRequired(operation, one)));
  const alternatives = toStrings(rules['exactlyOne']);
  const selectors = alternatives.length > 0 ? alternatives : Object.keys(toObject(operation.extensions['x-selectors']));
  const named = all.filter(({ name }) => selectors.includes(name));
  if (named.length > 0 && !named.some((one) => chosen.has(one))) {
    const best = named.toSorted((left, right) => rankParameter(api, left) - rankParameter(api, right))[0];
    if (best !== undefined) chosen.add(best);
  }
  if (chosen.size === 0) {
    const shown = all.find((one) => examplesIn(api, one.id).some(isReadable) && one.in === 'query');
    if (shown !== undefined) chosen.add(shown);
  }
  const needed = reachable(chosen, ({ name }) => {
    const stated = listStatedEntries(rules['requires']).find(([one]) => one === name)?.[1];
    // `requires: { a: [b, c] }`, or `{ a: { b: value } }` where the value of `b` is prescribed, too.
    const names = [...toStrings(stated), ...Object.keys(toObject(stated))];
    return names.map((other) => all.find((one) => one.name === other));
  });
  const given = new Set(needed);
  return all.filter((one) => given.has(one));
}

/** Ranks a parameter, the best first: those with an example of the spec, then flags, then others; deprecated ones last. */
function rankParameter(api: Api, parameter: Parameter): number {
  const known = statedExample(api, parameter) !== undefined ? 0 : parameter.shape.kind === 'boolean' ? 1 : 2;
  return known + (parameter.doc.deprecated === true ? 10 : 0);
}

function statedExample(api: Api, { id, schema }: Parameter): Json | undefined {
  const stated = [...examplesIn(api, id), ...(schema.examples ?? [])];
  return stated.find((one) => isReadable(one) && fitsSchema(api.schemas, schema, one));
}

/** Lists the examples of a parameter or a media type, which OpenAPI has beside its schema. */
function examplesIn({ document }: Api, pointer: string): readonly Json[] {
  let node: Json | undefined = document;
  for (const step of parsePointer(pointer.replace(/^#/, '')) ?? [])
    node = Array.isArray(node)
      ? node[Number(step)]
      : isJsonObject(node) && Object.hasOwn(node, step)
        ? node[step]
        : undefined;
  if (node === undefined || !isJsonObject(node)) return [];
  const named = Object.values(toObject(node['examples'])).flatMap((one) => {
    const value = isJsonObject(one) ? one['value'] : undefined;
    return value === undefined ? [] : [value];
  });
  return [...(node['example'] === undefined ? [] : [node['example']]), ...named];
}

function sampleBody(api: Api, operation: Operation): SampleBody | undefined {
  const { body, extensions, method, path: address } = operation;
  if (body === undefined) return undefined;
  const { metadata } = body.media ?? {};
  const content =
    body.contents.find(({ kind }) => kind === 'json') ??
    body.contents[0] ??
    (metadata && { mediaType: 'application/json', kind: 'json' as const, ...metadata });
  if (content === undefined) return undefined;
  const steps = ['paths', address, method.toLowerCase(), 'requestBody', 'content', content.mediaType];
  const stated = [...examplesIn(api, printPointer(steps)), ...(content.schema.examples ?? [])];
  const example = stated.find((one) => isReadable(one) && fitsSchema(api.schemas, content.schema, one));
  const paths = toStrings(toObject(extensions['x-body-rules'])['required']);
  const isNeeded = body.required && body.media === undefined;
  if (example === undefined && paths.length === 0 && !isNeeded) return undefined;
  // Where `x-body-rules` lists required values, a sample has these alone.
  const simplest = example ?? sampleValue(api.schemas, content.schema, '', paths.length === 0 ? 0 : 1);
  const value = paths.reduce<Json | undefined>((made, path) => withRequired(api, content.schema, made, path), simplest);
  return value === undefined ? undefined : { ...content, value, files: fileParts(api, content.shape) };
}

/** Lists the names of the parts of a form that are files; none for other bodies. */
function fileParts(api: Api, shape: Shape): readonly string[] {
  if (shape.kind === 'reference') {
    const model = api.models.find(({ id }) => id === shape.model);
    const own = model?.input?.shape ?? model?.shape;
    return own === undefined || own.kind === 'reference' ? [] : fileParts(api, own);
  }
  if (shape.kind !== 'object') return [];
  const isFile = (one: Shape): boolean =>
    one.kind === 'binary' ||
    (one.kind === 'union' && one.of.some(isFile)) ||
    (one.kind === 'array' && isFile(one.items));
  return shape.members.filter((member) => isFile(member.shape)).map(({ name }) => name);
}

/** Adds the value at a required path to a body: `snippet.title`. */
function withRequired(api: Api, schema: Schema, body: Json | undefined, path: string): Json | undefined {
  const steps = path.split('.');
  let at: Schema | undefined = schema;
  for (const step of steps) at = at && findProperty(api.schemas, at, step)?.schema;
  const value = at && sampleValue(api.schemas, at, steps.at(-1) ?? '', steps.length);
  return body === undefined || value === undefined ? body : withPath(body, steps, value);
}

/** Endings of files by their media types, for names of files. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/*', 'png'],
  ['video/*', 'mp4'],
  ['audio/*', 'mp3'],
  ['text/*', 'txt'],
  ['text/plain', 'txt'],
  ['text/csv', 'csv'],
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['mp4', 'video/mp4'],
  ['mp3', 'audio/mpeg'],
  ['txt', 'text/plain'],
]);

function sampleFile(types: readonly string[]): SampleFile {
  const ending = types.map((one) => ENDINGS.get(one)).find((one) => one !== undefined) ?? 'bin';
  const stated = types.find((one) => ENDINGS.get(one) === ending && !one.includes('*'));
  return { name: `file.${ending}`, type: stated ?? TYPES.get(ending) ?? 'application/octet-stream' };
}
