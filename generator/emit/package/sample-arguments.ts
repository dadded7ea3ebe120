import type { Api, Content, Operation, Parameter } from '../../api/api.js';
import { listStatedEntries, toObject, toStrings } from '../../api/tools/extension-values.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { parsePointer, printPointer } from '../../spec/read/pointer.js';
import { parameterIsRequired } from '../code/operation-params.js';
import { findProperty } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import type { Shape } from '../../api/types/shape.js';
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

/** What a call of an operation is shown with. */
export interface SampleArguments {
  readonly parameters: readonly SampleParameter[];
  readonly body?: SampleBody;
  readonly media?: SampleFile;
}

/** What a call needs, and what makes it useful; `undefined` where no value is known for something that it needs. */
export function sampleArguments(api: Api, operation: Operation): SampleArguments | undefined {
  const parameters = chosenParameters(api, operation).map((parameter) => ({
    parameter,
    value: parameterValue(api, parameter),
  }));
  const known = parameters.flatMap(({ parameter, value }) => (value === undefined ? [] : [{ parameter, value }]));
  const body = sampleBody(api, operation);
  if (known.length < parameters.length || (body === undefined && needsBody(operation))) return undefined;
  const media = operation.body?.media;
  return {
    parameters: known,
    ...(body !== undefined && { body }),
    ...(media !== undefined &&
      (media.required || body === undefined) && { media: sampleFile(media.accepted ?? media.mediaTypes) }),
  };
}

/** Parameters that must be given: those that say so, one of those of which the service wants one, and what these need. */
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
  // A set hands out what is added while it is being walked.
  for (const { name } of chosen)
    for (const needed of neededBy(rules, name)) {
      const found = all.find((one) => one.name === needed);
      if (found !== undefined) chosen.add(found);
    }
  return all.filter((one) => chosen.has(one));
}

/** The parameters that another one needs; where a value is prescribed, the parameter's own examples have to be that. */
function neededBy(rules: JsonObject, name: string): readonly string[] {
  const needed = listStatedEntries(rules['requires']).find(([one]) => one === name)?.[1];
  return needed === undefined ? [] : [...toStrings(needed), ...Object.keys(toObject(needed))];
}

/** One that is not deprecated and has an example of its own comes first, then one that is only switched on. */
function rankParameter(api: Api, parameter: Parameter): number {
  const known = statedExample(api, parameter) !== undefined ? 0 : parameter.shape.kind === 'boolean' ? 1 : 2;
  return known + (parameter.doc.deprecated === true ? 10 : 0);
}

function parameterValue(api: Api, parameter: Parameter): Json | undefined {
  const stated = statedExample(api, parameter);
  if (stated !== undefined) return stated;
  if (parameter.template !== undefined) return parameter.template.replaceAll('**', '1').replaceAll('*', '1');
  return sampleValue(api.schemas, parameter.schema, parameter.name);
}

function statedExample(api: Api, { id, schema }: Parameter): Json | undefined {
  const stated = [...examplesIn(api, id), ...(schema.examples ?? [])];
  return stated.find((one) => isReadable(one) && fitsSchema(api.schemas, schema, one));
}

/** The examples of a parameter or a media type, as OpenAPI has them beside its schema. */
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

function needsBody({ body }: Operation): boolean {
  return body !== undefined && body.required && body.contents.length > 0 && body.media === undefined;
}

function sampleBody(api: Api, operation: Operation): SampleBody | undefined {
  const { body, extensions } = operation;
  if (body === undefined) return undefined;
  const { metadata } = body.media ?? {};
  const content =
    body.contents.find(({ kind }) => kind === 'json') ??
    body.contents[0] ??
    (metadata && { mediaType: 'application/json', kind: 'json' as const, ...metadata });
  if (content === undefined) return undefined;
  const stated = [...examplesOfBody(api, operation, content.mediaType), ...(content.schema.examples ?? [])];
  const example = stated.find((one) => isReadable(one) && fitsSchema(api.schemas, content.schema, one));
  const paths = toStrings(toObject(extensions['x-body-rules'])['required']);
  const isNeeded = body.required && body.media === undefined;
  if (example === undefined && paths.length === 0 && !isNeeded) return undefined;
  // Where the service says what has to be there, nothing else is.
  const simplest = example ?? sampleValue(api.schemas, content.schema, '', paths.length === 0 ? 0 : 1);
  const value = paths.reduce<Json | undefined>((made, path) => withRequired(api, content.schema, made, path), simplest);
  return value === undefined ? undefined : { ...content, value, files: fileParts(api, content.shape) };
}

/** The parts of a body that are files: none where it is no form of parts. */
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

/** A body with a value at a path that the service wants. */
function withRequired(api: Api, schema: Schema, body: Json | undefined, path: string): Json | undefined {
  const steps = path.split('.');
  let at: Schema | undefined = schema;
  for (const step of steps) at = at && findProperty(api.schemas, at, step)?.schema;
  const value = at && sampleValue(api.schemas, at, steps.at(-1) ?? '', steps.length);
  return body === undefined || value === undefined ? body : withPath(body, steps, value);
}

function examplesOfBody(api: Api, { method, path }: Operation, mediaType: string): readonly Json[] {
  return examplesIn(api, printPointer(['paths', path, method.toLowerCase(), 'requestBody', 'content', mediaType]));
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
