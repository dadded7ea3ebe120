import type { Content, MediaUpload, Operation, Parameter, RequestBody, Response, Model } from '../api.js';
import { compact } from '../tools/compact.js';
import { describe } from '../schemas/doc.js';
import type { BodyDraft, MediaDraft } from '../messages/lower-body.js';
import type { ContentDraft } from '../messages/lower-content.js';
import { isBytesPart } from '../schemas/media-type.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { ResponseDraft } from '../messages/lower-response.js';
import { lowerShape, type ShapeContext } from './lower-shape.js';
import { shapeOfTemplate } from '../tools/paths.js';
import type { ApiNames } from '../naming/name-api.js';
import { SHARED } from '../naming/name-groups.js';
import type { OperationNames } from '../naming/name-operations.js';
import type { Direction, Doc, Schema } from '../types/schema.js';
import { chooseShape } from './combine-shapes.js';
import type { BuiltInShape, Shape } from '../types/shape.js';
import { followSchema } from '../schemas/target-schema.js';
import { lastStep } from '../tools/names.js';
import { lowerNotes } from '../schemas/notes.js';
import type { Usage } from './usage.js';

type Schemas = ReadonlyMap<string, Schema>;

/** The facts about a document from which shapes are made. */
type Shaping = Pick<ShapeContext, 'schemas' | 'conversions' | 'enums'>;

/** Completes an operation with its names and the shapes of everything that it sends and receives. */
export function shapeOperation(draft: OperationDraft, names: OperationNames, shaping: Shaping): Operation {
  const { id, statedId: _statedId, tags: _tags, callbacks: _callbacks, ...rest } = draft;
  const { name, typeName, method, group, parameters, report } = names;
  return compact({
    id,
    name,
    typeName,
    property: method.name,
    group: group.path,
    module: group.module,
    ...rest,
    parameters: shapeParameters(draft, parameters, shaping),
    body: draft.body && shapeBody(draft.body, shaping),
    report,
    responses: draft.responses.map((response) => shapeResponse(response, shaping)),
  });
}

function shapeParameters(
  draft: OperationDraft,
  names: OperationNames['parameters'],
  shaping: Shaping,
): readonly Parameter[] {
  return draft.parameters.map(({ name, schema, ...rest }, index) => {
    const { isAsked = false, property = name, name: callersName = property } = names[index] ?? {};
    return {
      name,
      property,
      ...(isAsked && callersName !== property && { callersName }),
      ...rest,
      doc: describe(rest.doc, schema, shaping.schemas),
      schema,
      shape: parameterShape({ schema, ...rest }, shaping),
    };
  });
}

function parameterShape({ schema, template, contentType }: ShapedParameter, shaping: Shaping): Shape {
  const shape = nameShape(template, lowerShape(schema, toShapeContext('request', shaping)));
  return contentType === undefined && !shaping.conversions.converts(schema) ? widen(schema, shape, shaping) : shape;
}

type ShapedParameter = Pick<Parameter, 'schema' | 'template' | 'contentType'>;

/** Takes a `Date` where the text of a moment is sent, and a `bigint` for integers of 64 bits: both become text as they are. */
function widen(schema: Schema, shape: Shape, shaping: Shaping): Shape {
  const { types = [], string, array, enum: values, const: constant } = followSchema(shaping.schemas, schema);
  if (shape.kind === 'array' && array?.items !== undefined)
    return { ...shape, items: widen(array.items, shape.items, shaping) };
  const name = builtInTypes[string?.format ?? ''];
  const isPlain = values === undefined && constant === undefined && types.some((type) => type !== 'null');
  return name === undefined || !isPlain
    ? shape
    : chooseShape([...(shape.kind === 'union' ? shape.of : [shape]), { kind: 'builtIn', name }]);
}

const builtInTypes: Readonly<Record<string, BuiltInShape['name']>> = {
  'date-time': 'Date',
  'google-datetime': 'Date',
  int64: 'bigint',
  uint64: 'bigint',
};

/** A resource name is any text that its template admits; where the schema says more than text, it is what the schema says. */
function nameShape(template: string | undefined, shape: Shape): Shape {
  return template !== undefined && shape.kind === 'string' ? shapeOfTemplate(template) : shape;
}

function shapeBody(draft: BodyDraft, shaping: Shaping): RequestBody {
  return {
    required: draft.required,
    contents: draft.contents.map((content) => shapeContent(content, 'request', shaping)),
    ...(draft.media !== undefined && { media: shapeMedia(draft.media, shaping) }),
    doc: describeBody(draft, shaping.schemas),
  };
}

/** A body that has no description is what its schema is; bytes alone have their media types. */
function describeBody({ doc, contents, media }: BodyDraft, schemas: Schemas): Doc {
  const schema = contents[0]?.schema ?? media?.metadata;
  if (schema === undefined) return doc;
  const described = describe(doc, schema, schemas);
  const says = described.summary ?? described.description;
  return says === undefined ? { ...described, summary: 'The request body.' } : described;
}

function shapeMedia({ metadata, ...media }: MediaDraft, shaping: Shaping): MediaUpload {
  if (metadata === undefined) return media;
  return {
    ...media,
    metadata: { schema: metadata, shape: lowerShape(metadata, toShapeContext('request', shaping)) },
  };
}

function shapeResponse({ typedHeaders, ...draft }: ResponseDraft, shaping: Shaping): Response {
  const context = toShapeContext('response', shaping);
  const typed = typedHeaders?.map((one) => ({ ...one, shape: lowerShape(one.schema, context) }));
  return {
    ...draft,
    contents: draft.contents.map((content) => shapeContent(content, 'response', shaping)),
    ...(typed !== undefined && { typedHeaders: typed }),
  };
}

function shapeContent({ node: _node, ...content }: ContentDraft, direction: Direction, shaping: Shaping): Content {
  return { ...content, shape: contentShape(content, toShapeContext(direction, shaping)) };
}

/** A multipart body is spelled out even where a model has its schema, for its parts can be bytes and a model's cannot. */
function contentShape({ kind, schema, encoding }: Omit<Content, 'shape'>, context: ShapeContext): Shape {
  if (kind === 'binary') return { kind: 'binary' };
  if (kind !== 'multipart') return lowerShape(schema, context);
  return lowerShape(withBytes(context.schemas, schema, encoding), { ...context, bytes: true });
}

/** The schema of a multipart body, with strings as bytes where `encoding` says so of their part. */
function withBytes(schemas: Schemas, schema: Schema, encoding: Content['encoding'] = {}): Schema {
  const body = followSchema(schemas, schema);
  if (body.object?.properties === undefined) return body;
  const properties = body.object.properties.map((one) =>
    Object.hasOwn(encoding, one.name) && isBytesPart(encoding[one.name]?.contentType)
      ? { ...one, schema: asBytes(schemas, one.schema) }
      : one,
  );
  return { ...body, object: { ...body.object, properties } };
}

/** A string, or a list of strings, as bytes; anything else is what it is. */
function asBytes(schemas: Schemas, stated: Schema): Schema {
  const schema = followSchema(schemas, stated);
  const items = schema.array?.items;
  if (schema.types?.join() !== 'array' || items === undefined) return toBytesSchema(schema) ?? stated;
  const bytes = toBytesSchema(followSchema(schemas, items));
  return bytes === undefined ? stated : { ...schema, array: { ...schema.array, items: bytes } };
}

/** Keywords that say nothing of a value. */
const annotations = new Set<string>([
  'at',
  'doc',
  'title',
  'default',
  'examples',
  'extensions',
] satisfies (keyof Schema)[]);

/** A string without an encoding as bytes, and so a schema that leaves everything open. */
function toBytesSchema(schema: Schema): Schema | undefined {
  const { types, string, enum: values, const: constant } = schema;
  const isPlain = types?.join() === 'string' && values === undefined && constant === undefined;
  const isOpen = Object.keys(schema).every((key) => annotations.has(key));
  return isOpen || (isPlain && string?.contentEncoding === undefined)
    ? { ...schema, types: ['string'], string: { ...string, format: 'binary' } }
    : undefined;
}

function toShapeContext(direction: Direction, shaping: Shaping): ShapeContext {
  return { direction, bytes: false, ...shaping };
}

/** The facts about a document from which its models are made. */
interface ModelSource extends Shaping {
  readonly typeNames: ApiNames;
  readonly usage: Usage;
}

/** Every schema with an id as a model. */
export function lowerModels(source: ModelSource): readonly Model[] {
  return [...source.schemas].map(([id, schema]) => lowerModel(id, schema, source));
}

function lowerModel(id: string, schema: Schema, { typeNames, usage, ...shaping }: ModelSource): Model {
  const name = typeNames.models.get(id);
  if (name === undefined) throw new Error(`no name was made for ${id}`);
  const input = usage.inputs.has(id) && {
    name: typeNames.inputs.get(id) ?? '',
    shape: lowerShape(schema, toShapeContext('request', shaping)),
  };
  return {
    id,
    specName: lastStep(id),
    name,
    module: usage.modules.get(id) ?? SHARED,
    schema,
    shape: lowerShape(schema, toShapeContext(findModelDirection(id, usage), shaping)),
    ...(usage.sent.has(id) && { sent: true }),
    ...(input && { input }),
    doc: schema.doc,
    notes: lowerNotes(schema),
    extensions: schema.extensions ?? {},
  };
}

/** What is only ever sent has the shape of a request; all else has that of a response. */
function findModelDirection(id: string, { sent, received }: Usage): Direction {
  return sent.has(id) && !received.has(id) ? 'request' : 'response';
}
