import { groupBy } from '../../iterables.js';
import { compact, isSameJson, type Json } from '../../json.js';
import type {
  CommonParameters,
  Content,
  MediaUpload,
  Model,
  Operation,
  Parameter,
  Parts,
  Report,
  RequestBody,
} from '../api.js';
import { toCallersName } from '../conversions/names-agree.js';
import type { BodyDraft, MediaDraft } from '../messages/lower-body.js';
import type { ContentDraft } from '../messages/lower-content.js';
import { successResponses } from '../messages/responses.js';
import type { ApiNames } from '../naming/name-api.js';
import type { OperationNames } from '../naming/name-operations.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import { mapPaging } from '../paging/habits.js';
import { describe } from '../schemas/doc.js';
import { isBytesPart } from '../schemas/media-type.js';
import { allowedValues, findProperty, followSchema } from '../schemas/target-schema.js';
import { toTemplateShape } from '../tools/paths.js';
import type { Paging } from '../types/paging.js';
import type { Direction, Property, Schema } from '../types/schema.js';
import type { BuiltInShape, Shape } from '../types/shape.js';
import { chooseShape } from './combine-shapes.js';
import { differsOnWire } from './lower-models.js';
import { lowerShape, type Shaping } from './lower-shape.js';

type Schemas = Shaping['schemas'];

/** Completes an operation with its names for callers and for the wire, and with the shapes of its parameters, body and responses. */
export function shapeOperation(
  draft: OperationDraft,
  names: OperationNames,
  { models, wires, ...shaping }: Shaping & Pick<ApiNames, 'wires'> & { readonly models: ReadonlyMap<string, Model> },
): Operation {
  const { id, statedId: _statedId, tags: _tags, callbacks: _callbacks, ...rest } = draft;
  const { name, typeName, method, group, report } = names;
  const parameters = shapeParameters(draft, names.parameters, shaping);
  const body = draft.body && shapeBody(draft.body, shaping);
  const sent = [...parameters, ...(body?.contents ?? []), ...(body?.media?.metadata ? [body.media.metadata] : [])];
  const findWire = (id: string): string | undefined => {
    const model = models.get(id);
    return (model?.input ?? model)?.wire;
  };
  const isConverted =
    parameters.some(({ callersName }) => callersName) || sent.some(({ shape }) => differsOnWire(shape, findWire));
  const operation: Operation = compact({
    id,
    name,
    typeName,
    property: method.name,
    group: group.path,
    module: group.module,
    ...rest,
    parameters,
    body,
    report,
    responses: draft.responses.map(({ typedHeaders, ...response }) =>
      compact({
        ...response,
        contents: response.contents.map((content) => shapeContent(content, 'response', shaping)),
        typedHeaders: typedHeaders?.map((one) => ({ ...one, shape: lowerShape(one.schema, 'response', shaping) })),
      }),
    ),
  });
  return compact({
    ...operation,
    callers: findCallersFacts(operation, shaping.schemas),
    paramsWire: isConverted ? (wires.get(`${typeName}Params`) ?? '') : undefined,
  });
}

function shapeParameters(
  draft: OperationDraft,
  names: OperationNames['parameters'],
  shaping: Shaping,
): readonly Parameter[] {
  return draft.parameters.map(({ name, schema, ...rest }, index) => {
    const { isExplicit, property = name, name: callersName } = names[index] ?? {};
    const stated = lowerShape(schema, 'request', shaping);
    // The template of a resource name is more exact than `string`.
    const shape = stated.kind === 'string' ? toTemplateShape(rest.template ?? '*') : stated;
    const isText = rest.contentType === undefined && !shaping.conversions.converts(schema);
    return compact({
      name,
      property,
      callersName: isExplicit && callersName !== property ? callersName : undefined,
      ...rest,
      doc: describe(rest.doc, schema, shaping.schemas),
      schema,
      shape: isText ? widen(schema, shape, shaping) : shape,
    });
  });
}

/** Lets callers also pass a `Date` for a date and time, and a `bigint` for an integer of 64 bits: `string` → `string | Date`. */
function widen(schema: Schema, shape: Shape, shaping: Shaping): Shape {
  const target = followSchema(shaping.schemas, schema);
  const { types = [], string, array } = target;
  if (shape.kind === 'array' && array?.items) return { ...shape, items: widen(array.items, shape.items, shaping) };
  const name = builtInTypes[string?.format ?? ''];
  if (!name || allowedValues(target) || types.every((type) => type === 'null')) return shape;
  return chooseShape([...(shape.kind === 'union' ? shape.of : [shape]), { kind: 'builtIn', name }]);
}

const builtInTypes: Readonly<Record<string, BuiltInShape['name']>> = {
  'date-time': 'Date',
  'google-datetime': 'Date',
  int64: 'bigint',
  uint64: 'bigint',
};

function shapeBody({ required, contents, media, doc }: BodyDraft, shaping: Shaping): RequestBody {
  const toMedia = ({ metadata: schema, ...bytes }: MediaDraft): MediaUpload => {
    return schema ? { ...bytes, metadata: { schema, shape: lowerShape(schema, 'request', shaping) } } : bytes;
  };
  // A body without a description gets that of its schema. A body of bytes alone needs none: its media types are documented.
  const schema = contents[0]?.schema ?? media?.metadata;
  const described = schema ? describe(doc, schema, shaping.schemas) : doc;
  const isSaid = !schema || (described.summary ?? described.description);
  return compact({
    required,
    contents: contents.map((content) => shapeContent(content, 'request', shaping)),
    media: media && toMedia(media),
    doc: isSaid ? described : { ...described, summary: 'The request body.' },
  });
}

function shapeContent({ node: _node, ...content }: ContentDraft, direction: Direction, shaping: Shaping): Content {
  const { kind, schema, encoding } = content;
  if (kind === 'binary') return { ...content, shape: { kind } };
  if (kind !== 'multipart') return { ...content, shape: lowerShape(schema, direction, shaping) };
  // Never a reference to a model: the parts can be bytes, and the properties of a model cannot.
  const whole = withBytes(shaping.schemas, schema, encoding);
  return { ...content, shape: lowerShape(whole, direction, { ...shaping, isMultipart: true }) };
}

/** Returns the schema of a multipart body, in which strings and lists of strings are bytes if their `encoding` has a binary media type. */
function withBytes(schemas: Schemas, schema: Schema, encoding: Content['encoding'] = {}): Schema {
  const body = followSchema(schemas, schema);
  if (!body.object?.properties) return body;
  const toBytes = (stated: Schema): Schema => {
    const part = followSchema(schemas, stated);
    const items = part.array?.items;
    if (part.types?.join() !== 'array' || !items) return toBytesSchema(part) ?? stated;
    const bytes = toBytesSchema(followSchema(schemas, items));
    return bytes ? { ...part, array: { ...part.array, items: bytes } } : stated;
  };
  const properties = body.object.properties.map((one) => {
    const isBytes = Object.hasOwn(encoding, one.name) && isBytesPart(encoding[one.name]?.contentType);
    return isBytes ? { ...one, schema: toBytes(one.schema) } : one;
  });
  return { ...body, object: { ...body.object, properties } };
}

/** Keys of schemas that do not restrict values. */
const annotations: readonly string[] = [
  'at',
  'doc',
  'title',
  'default',
  'examples',
  'extensions',
] satisfies (keyof Schema)[];

/** Changes a schema of strings without an encoding, or one without restrictions, to one of bytes; undefined for any other. */
function toBytesSchema(schema: Schema): Schema | undefined {
  const { types, string } = schema;
  const isPlain = types?.join() === 'string' && !allowedValues(schema) && string?.contentEncoding === undefined;
  const isOpen = Object.keys(schema).every((key) => annotations.includes(key));
  return isOpen || isPlain ? { ...schema, types: ['string'], string: { ...string, format: 'binary' } } : undefined;
}

/** Fewest operations for which common parameters get a shared type. */
const fewest = 3;

/**
 * Finds the parameters of the components that every operation has: `fields`, `prettyPrint`. Operations in which one of them differs, or
 * in which its property had another name, are left out of `operations` and declare all parameters themselves.
 */
export function findCommonParameters(operations: readonly Operation[]): Omit<CommonParameters, 'typeName'> | undefined {
  // Parameters of the path and those for parts differ from operation to operation even if they share a reference.
  const candidates = operations
    .flatMap((operation) => operation.parameters)
    .filter(({ reference, in: location, extensions, property, name }) => {
      return (
        reference !== undefined && location !== 'path' && !Object.hasOwn(extensions, 'x-part') && property === name
      );
    });
  // Of several versions of a parameter, the most frequent one is common: a reference may have its own description.
  const chosen = new Map<string | undefined, readonly Parameter[]>();
  for (const group of groupBy(candidates, printParameter).values()) {
    const reference = group[0]?.reference;
    if (group.length > (chosen.get(reference)?.length ?? 0)) chosen.set(reference, group);
  }
  const hasParameter = (operation: Operation, one: Parameter): boolean =>
    operation.parameters.some((own) => own.name === one.name && own.in === one.in);
  const parameters = [...chosen.values()]
    .flatMap(([first]) => first ?? [])
    .filter((one) => operations.every((operation) => hasParameter(operation, one)));
  const texts = parameters.map(printParameter);
  const takers = operations.filter((operation) => {
    const own = new Set(operation.parameters.map(printParameter));
    return texts.every((text) => own.has(text));
  });
  if (parameters.length === 0 || takers.length < fewest) return undefined;
  return { parameters, operations: takers.map(({ id }) => id) };
}

/** Prints a parameter without its position in the spec, to compare parameters. */
function printParameter({ at: _at, ...parameter }: Parameter): string {
  return JSON.stringify(parameter);
}

/** Translates the paging, the report and the parts of an operation to the names for callers; undefined if all names are the same. */
function findCallersFacts(operation: Operation, schemas: Schemas): Operation['callers'] {
  const { paging, report, parts, responses } = operation;
  const contents = successResponses(responses).flatMap((one) => one.contents);
  const result = contents.find(({ kind }) => kind === 'json') ?? contents[0];
  if (!result) return undefined;
  const place = { schemas, schema: result.schema };
  const facts = compact({
    paging: paging && toCallersPaging(paging, operation, place),
    report: report && toCallersReport(report, operation, place),
    parts: parts && toCallersParts(parts, place),
  });
  // `as`: facts of an operation are plain data.
  return isSameJson(facts as Json, compact({ paging, report, parts }) as Json) ? undefined : facts;
}

/** A schema in which properties are looked up by their names. */
interface Place {
  readonly schemas: Schemas;
  readonly schema: Schema | undefined;
}

function findAt({ schemas, schema }: Place, name: string): Property | undefined {
  return schema && findProperty(schemas, schema, name);
}

/** Returns the schema at a path of properties: `page_info`, `next_token`. */
function enter(place: Place, ...names: readonly string[]): Place {
  return names.reduce((outer, name) => ({ ...outer, schema: findAt(outer, name)?.schema }), place);
}

/** Returns the schema of the items of an array. */
function enterItems({ schemas, schema }: Place): Place {
  return { schemas, schema: schema && followSchema(schemas, schema).array?.items };
}

/** Translates the name of a property: `page_token` → `pageToken`. An undeclared property keeps its name. */
function toName(place: Place, name: string): string {
  return toCallersName(findAt(place, name) ?? { name });
}

/** Translates a path with dots: `page_info.next_token` → `pageInfo.nextToken`. A name may contain dots itself. */
function toPath(place: Place, path: string): string {
  const [outer = path, ...inner] = path.split('.');
  if (inner.length === 0 || findAt(place, path)) return toName(place, path);
  return `${toName(place, outer)}.${toPath(enter(place, outer), inner.join('.'))}`;
}

function toCallersPaging(paging: Paging, { parameters }: Operation, result: Place): Paging {
  const item = enterItems(enter(result, ...(paging.items?.split('.') ?? [])));
  return mapPaging(paging, {
    parameter: (path) => {
      const outer = parameters.find(({ name }) => path.startsWith(`${name}.`));
      if (!outer || parameters.some(({ name }) => name === path)) return path;
      return `${outer.name}.${toPath({ ...result, schema: outer.schema }, path.slice(outer.name.length + 1))}`;
    },
    member: (path) => toPath(result, path),
    property: (name) => toName(item, name),
  });
}

function toCallersReport({ row, header, footer, keys }: Report, { body }: Operation, result: Place): Report {
  const piece = enterItems(result);
  const sent = { ...result, schema: body?.contents[0]?.schema };
  return compact({
    row: toName(piece, row),
    header: header && toName(piece, header),
    footer: footer && toName(piece, footer),
    keys: keys.map((one) => ({
      ...one,
      map: toName(enter(piece, row), one.map),
      from: one.from.map((step, index) => toName(enter(sent, ...one.from.slice(0, index)), step)),
    })),
  });
}

function toCallersParts({ of, always, sometimes, values, ...rest }: Parts, result: Place): Parts {
  const owner = of === undefined ? result : enterItems(enter(result, of));
  const name = (wire: string): string => toName(owner, wire);
  return compact({
    ...rest,
    values,
    of: of && toName(result, of),
    always: always.map(name),
    sometimes: sometimes?.map(name),
    names: values.some((value) => name(value) !== value)
      ? Object.fromEntries(values.map((value) => [value, name(value)]))
      : undefined,
  });
}
