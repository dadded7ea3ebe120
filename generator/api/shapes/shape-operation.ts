import type {
  Content,
  MediaUpload,
  Operation,
  Parameter,
  RequestBody,
  Response,
  Model,
  CommonParameters,
  CallersView,
  Parts,
  Report,
} from '../api.js';
import { compact, type Json, isSameJson } from '../../json.js';
import { describe, lowerNotes } from '../schemas/doc.js';
import type { BodyDraft, MediaDraft } from '../messages/lower-body.js';
import type { ContentDraft } from '../messages/lower-content.js';
import { isBytesPart } from '../schemas/media-type.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { ResponseDraft } from '../messages/lower-response.js';
import { lowerShape, type ShapeContext } from './lower-shape.js';
import { shapeOfTemplate } from '../tools/paths.js';
import type { ApiNames } from '../naming/name-api.js';
import { SHARED, type OperationNames } from '../naming/name-operations.js';
import type { Direction, Schema } from '../types/schema.js';
import { chooseShape } from './combine-shapes.js';
import type { BuiltInShape, Shape } from '../types/shape.js';
import { followSchema, findProperty } from '../schemas/target-schema.js';
import { lastStep } from '../tools/names.js';
import type { Usage } from './lower-models.js';
import { groupBy } from '../../iterables.js';
import { successResponses } from '../messages/responses.js';
import type { Paging } from '../types/paging.js';
import { mapPaging } from '../paging/habits.js';
import { toCallersName } from '../conversions/names-agree.js';

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
    const { template, contentType } = rest;
    const stated = lowerShape(schema, toShapeContext('request', shaping));
    // A resource name is any text that its template admits, unless the schema says more than text.
    const shape = template !== undefined && stated.kind === 'string' ? shapeOfTemplate(template) : stated;
    const isText = contentType === undefined && !shaping.conversions.converts(schema);
    return {
      name,
      property,
      ...(isAsked && callersName !== property && { callersName }),
      ...rest,
      doc: describe(rest.doc, schema, shaping.schemas),
      schema,
      shape: isText ? widen(schema, shape, shaping) : shape,
    };
  });
}

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

function shapeBody({ required, contents, media, doc }: BodyDraft, shaping: Shaping): RequestBody {
  const metadata = media?.metadata;
  const shape = metadata && lowerShape(metadata, toShapeContext('request', shaping));
  // A body that has no description is what its schema is; bytes alone have their media types.
  const schema = contents[0]?.schema ?? metadata;
  const described = schema === undefined ? doc : describe(doc, schema, shaping.schemas);
  const isSaid = schema === undefined || (described.summary ?? described.description) !== undefined;
  return {
    required,
    contents: contents.map((content) => shapeContent(content, 'request', shaping)),
    ...(media !== undefined && { media: shapeMedia(media, shape) }),
    doc: isSaid ? described : { ...described, summary: 'The request body.' },
  };
}

function shapeMedia({ metadata, ...media }: MediaDraft, shape: Shape | undefined): MediaUpload {
  return metadata === undefined || shape === undefined ? media : { ...media, metadata: { schema: metadata, shape } };
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
  const { kind, schema, encoding } = content;
  const context = toShapeContext(direction, shaping);
  if (kind === 'binary') return { ...content, shape: { kind } };
  if (kind !== 'multipart') return { ...content, shape: lowerShape(schema, context) };
  // Spelled out even where a model has the schema: the parts can be bytes, and the properties of a model cannot.
  return { ...content, shape: lowerShape(withBytes(context.schemas, schema, encoding), { ...context, bytes: true }) };
}

/** Returns the schema of a multipart body, with strings and lists of strings as bytes where `encoding` says so of their part. */
function withBytes(schemas: Schemas, schema: Schema, encoding: Content['encoding'] = {}): Schema {
  const body = followSchema(schemas, schema);
  if (body.object?.properties === undefined) return body;
  const toBytes = (stated: Schema): Schema => {
    const part = followSchema(schemas, stated);
    const items = part.array?.items;
    if (part.types?.join() !== 'array' || items === undefined) return toBytesSchema(part) ?? stated;
    const bytes = toBytesSchema(followSchema(schemas, items));
    return bytes === undefined ? stated : { ...part, array: { ...part.array, items: bytes } };
  };
  const properties = body.object.properties.map((one) =>
    Object.hasOwn(encoding, one.name) && isBytesPart(encoding[one.name]?.contentType)
      ? { ...one, schema: toBytes(one.schema) }
      : one,
  );
  return { ...body, object: { ...body.object, properties } };
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
  const isSentOnly = usage.sent.has(id) && !usage.received.has(id);
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
    // A model that is only ever sent has the shape of a request.
    shape: lowerShape(schema, toShapeContext(isSentOnly ? 'request' : 'response', shaping)),
    ...(usage.sent.has(id) && { sent: true }),
    ...(input && { input }),
    doc: schema.doc,
    notes: lowerNotes(schema),
    extensions: schema.extensions ?? {},
  };
}

/** Fewest operations for which it is worth saying something once. */
const fewest = 3;

/**
 * Finds the parameters of the components that every operation refers to. An operation with a parameter of its own under the
 * name of one of them says all of its parameters itself, and so does one in which a property had to be renamed.
 */
export function findCommonParameters(operations: readonly Operation[]): Omit<CommonParameters, 'typeName'> | undefined {
  // Paths and parts are an operation's own affair, whatever else names them.
  const candidates = operations.flatMap((operation) =>
    operation.parameters.filter(
      (one) =>
        one.reference !== undefined &&
        one.in !== 'path' &&
        !Object.hasOwn(one.extensions, 'x-part') &&
        one.property === one.name,
    ),
  );
  // Each parameter counts as most operations have it: a reference may describe it in its own words.
  const chosen = new Map<string | undefined, readonly Parameter[]>();
  for (const group of groupBy(candidates, printParameter).values()) {
    const reference = group[0]?.reference;
    if (group.length > (chosen.get(reference)?.length ?? 0)) chosen.set(reference, group);
  }
  const parameters = [...chosen.values()]
    .flatMap(([first]) => first ?? [])
    .filter((one) =>
      operations.every((operation) =>
        operation.parameters.some(({ name, in: location }) => name === one.name && location === one.in),
      ),
    );
  if (parameters.length === 0) return undefined;
  const texts = parameters.map(printParameter);
  const takers = operations.filter((operation) => {
    const own = new Set(operation.parameters.map(printParameter));
    return texts.every((text) => own.has(text));
  });
  if (takers.length < fewest) return undefined;
  return { parameters, operations: takers.map(({ id }) => id) };
}

/** Equal for parameters that differ in nothing but their position in the spec. */
function printParameter({ at: _at, ...parameter }: Parameter): string {
  return JSON.stringify(parameter);
}

/** An operation with what callers know by other names of its pages, its report, and its parts, where there is such a thing. */
export function withCallersView(operation: Operation, schemas: Schemas): Operation {
  const { paging, report, parts } = operation;
  const body = findResultSchema(operation);
  if (body === undefined) return operation;
  const view: CallersView = compact({
    paging: paging && viewPaging(paging, operation, body, schemas),
    report: report && viewReport(report, operation, schemas),
    parts: parts && viewParts(parts, body, schemas),
  });
  // `as`: facts of an operation are plain data.
  const isSame = isSameJson(view as Json, compact({ paging, report, parts }) as Json);
  return isSame ? operation : { ...operation, callers: view };
}

/** The schema of what an operation responds with. */
function findResultSchema({ responses }: Operation): Schema | undefined {
  const contents = successResponses(responses).flatMap((one) => one.contents);
  return (contents.find(({ kind }) => kind === 'json') ?? contents[0])?.schema;
}

/** What callers know a property of a schema by. */
function nameIn(schema: Schema | undefined, name: string, schemas: Schemas): string {
  const found = schema && findProperty(schemas, schema, name);
  return found === undefined ? name : toCallersName(found);
}

function propertyIn(schema: Schema | undefined, name: string, schemas: Schemas): Schema | undefined {
  return schema && findProperty(schemas, schema, name)?.schema;
}

function findItemSchema(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  return schema && followSchema(schemas, schema).array?.items;
}

function viewPaging(paging: Paging, { parameters }: Operation, body: Schema, schemas: Schemas): Paging {
  const member = (path: string): string => viewDotted(path, body, schemas);
  const steps = paging.items?.split('.') ?? [];
  const item = findItemSchema(
    steps.reduce<Schema | undefined>((schema, step) => propertyIn(schema, step, schemas), body),
    schemas,
  );
  const parameter = (path: string): string => {
    const outer = parameters.find(({ name }) => path.startsWith(`${name}.`));
    const isWhole = outer === undefined || parameters.some(({ name }) => name === path);
    return isWhole ? path : `${outer.name}.${viewDotted(path.slice(outer.name.length + 1), outer.schema, schemas)}`;
  };
  return mapPaging(paging, { parameter, member, property: (name) => nameIn(item, name, schemas) });
}

/** A path with dots as callers know it; a name may have dots itself. */
function viewDotted(path: string, from: Schema | undefined, schemas: Schemas): string {
  const at = from && findProperty(schemas, from, path) ? -1 : path.indexOf('.');
  if (at < 0) return nameIn(from, path, schemas);
  const [outer, inner] = [path.slice(0, at), path.slice(at + 1)];
  return `${nameIn(from, outer, schemas)}.${viewDotted(inner, propertyIn(from, outer, schemas), schemas)}`;
}

function viewReport(report: Report, operation: Operation, schemas: Schemas): Report {
  const piece = findItemSchema(findResultSchema(operation), schemas);
  const row = propertyIn(piece, report.row, schemas);
  const name = (one: string | undefined): string | undefined => one && nameIn(piece, one, schemas);
  const sent = operation.body?.contents[0]?.schema;
  return compact({
    row: nameIn(piece, report.row, schemas),
    header: name(report.header),
    footer: name(report.footer),
    keys: report.keys.map((one) => ({
      ...one,
      map: nameIn(row, one.map, schemas),
      from: viewPath(one.from, sent, schemas),
    })),
  });
}

function viewPath(path: readonly string[], from: Schema | undefined, schemas: Schemas): readonly string[] {
  let schema = from;
  return path.map((step) => {
    const name = nameIn(schema, step, schemas);
    schema = propertyIn(schema, step, schemas);
    return name;
  });
}

function viewParts(parts: Parts, body: Schema, schemas: Schemas): Parts {
  const { of, always, sometimes, values, ...rest } = parts;
  const carrier = of === undefined ? body : findItemSchema(propertyIn(body, of, schemas), schemas);
  const name = (one: string): string => nameIn(carrier, one, schemas);
  const names = Object.fromEntries(values.map((value) => [value, name(value)]));
  return compact({
    ...rest,
    values,
    of: of && nameIn(body, of, schemas),
    always: always.map(name),
    sometimes: sometimes?.map(name),
    names: values.some((value) => names[value] !== value) ? names : undefined,
  });
}
