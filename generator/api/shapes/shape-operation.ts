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
  Response,
} from '../api.js';
import { toCallersName } from '../conversions/names-agree.js';
import type { BodyDraft, MediaDraft } from '../messages/lower-body.js';
import type { ContentDraft } from '../messages/lower-content.js';
import type { ResponseDraft } from '../messages/lower-response.js';
import { successResponses } from '../messages/responses.js';
import type { ApiNames } from '../naming/name-api.js';
import type { OperationNames } from '../naming/name-operations.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import { mapPaging } from '../paging/habits.js';
import { describe } from '../schemas/doc.js';
import { isBytesPart } from '../schemas/media-type.js';
import { findProperty, followSchema } from '../schemas/target-schema.js';
import { shapeOfTemplate } from '../tools/paths.js';
import type { Paging } from '../types/paging.js';
import type { Direction, Schema } from '../types/schema.js';
import type { BuiltInShape, Shape } from '../types/shape.js';
import { chooseShape } from './combine-shapes.js';
import { differsOnWire } from './lower-models.js';
import { lowerShape, type Shaping } from './lower-shape.js';

type Schemas = Shaping['schemas'];

/** The facts about a document from which operations are completed. */
interface OperationShaping extends Shaping, Pick<ApiNames, 'wires'> {
  /** Models by id. */
  readonly models: ReadonlyMap<string, Model>;
}

/** Completes an operation with all its names, for callers and for the wire, and the shapes of what it sends and receives. */
export function shapeOperation(
  draft: OperationDraft,
  names: OperationNames,
  { models, wires, ...shaping }: OperationShaping,
): Operation {
  const { id, statedId: _statedId, tags: _tags, callbacks: _callbacks, ...rest } = draft;
  const { name, typeName, method, group, report } = names;
  const parameters = shapeParameters(draft, names.parameters, shaping);
  const body = draft.body && shapeBody(draft.body, shaping);
  const sent = [...parameters, ...(body?.contents ?? []), ...(body?.media?.metadata ? [body.media.metadata] : [])];
  const findWire = (model: string): string | undefined => {
    const { input, wire } = models.get(model) ?? {};
    return input === undefined ? wire : input.wire;
  };
  const isConverted =
    parameters.some(({ callersName }) => callersName !== undefined) ||
    sent.some(({ shape }) => differsOnWire(shape, findWire));
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
    responses: draft.responses.map((response) => shapeResponse(response, shaping)),
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
    const { isAsked = false, property = name, name: callersName = property } = names[index] ?? {};
    const { template, contentType } = rest;
    const stated = lowerShape(schema, { direction: 'request', ...shaping });
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
  const toMedia = ({ metadata, ...bytes }: MediaDraft): MediaUpload => {
    const shape = metadata && lowerShape(metadata, { direction: 'request', ...shaping });
    return metadata === undefined || shape === undefined ? bytes : { ...bytes, metadata: { schema: metadata, shape } };
  };
  // A body that has no description is what its schema is; bytes alone have their media types.
  const schema = contents[0]?.schema ?? media?.metadata;
  const described = schema === undefined ? doc : describe(doc, schema, shaping.schemas);
  const isSaid = schema === undefined || (described.summary ?? described.description) !== undefined;
  return {
    required,
    contents: contents.map((content) => shapeContent(content, 'request', shaping)),
    ...(media !== undefined && { media: toMedia(media) }),
    doc: isSaid ? described : { ...described, summary: 'The request body.' },
  };
}

function shapeResponse({ typedHeaders, ...draft }: ResponseDraft, shaping: Shaping): Response {
  const typed = typedHeaders?.map((one) => ({
    ...one,
    shape: lowerShape(one.schema, { direction: 'response', ...shaping }),
  }));
  return {
    ...draft,
    contents: draft.contents.map((content) => shapeContent(content, 'response', shaping)),
    ...(typed !== undefined && { typedHeaders: typed }),
  };
}

function shapeContent({ node: _node, ...content }: ContentDraft, direction: Direction, shaping: Shaping): Content {
  const { kind, schema, encoding } = content;
  if (kind === 'binary') return { ...content, shape: { kind } };
  if (kind !== 'multipart') return { ...content, shape: lowerShape(schema, { direction, ...shaping }) };
  // Spelled out even where a model has the schema: the parts can be bytes, and the properties of a model cannot.
  const whole = withBytes(shaping.schemas, schema, encoding);
  return { ...content, shape: lowerShape(whole, { direction, isMultipart: true, ...shaping }) };
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

/** Makes bytes of a schema of strings without an encoding, or of one that leaves everything open; undefined for any other. */
function toBytesSchema(schema: Schema): Schema | undefined {
  const { types, string, enum: values, const: constant } = schema;
  const isPlain = types?.join() === 'string' && values === undefined && constant === undefined;
  const isOpen = Object.keys(schema).every((key) => annotations.has(key));
  return isOpen || (isPlain && string?.contentEncoding === undefined)
    ? { ...schema, types: ['string'], string: { ...string, format: 'binary' } }
    : undefined;
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

/** Finds the pages, the report and the parts of an operation by the names that callers know, where any of these differs. */
function findCallersFacts(operation: Operation, schemas: Schemas): Operation['callers'] {
  const { paging, report, parts, responses } = operation;
  const contents = successResponses(responses).flatMap((one) => one.contents);
  const result = (contents.find(({ kind }) => kind === 'json') ?? contents[0])?.schema;
  if (result === undefined) return undefined;
  const names = new CallersNames(schemas, result);
  const facts = compact({
    paging: paging && toCallersPaging(paging, operation, names),
    report: report && toCallersReport(report, operation, names),
    parts: parts && toCallersParts(parts, names),
  });
  // `as`: facts of an operation are plain data.
  return isSameJson(facts as Json, compact({ paging, report, parts }) as Json) ? undefined : facts;
}

/** The names by which callers know the properties of a schema, and of those inside it. */
class CallersNames {
  readonly #schemas: Schemas;
  readonly #schema: Schema | undefined;

  constructor(schemas: Schemas, schema: Schema | undefined) {
    this.#schemas = schemas;
    this.#schema = schema;
  }

  /** Finds the name of a property: `page_token` → `pageToken`. One that is not declared is called as on the wire. */
  readonly name = (name: string): string => {
    const found = this.#schema && findProperty(this.#schemas, this.#schema, name);
    return found === undefined ? name : toCallersName(found);
  };

  /** Finds the names in a path with dots, whose names may have dots themselves: `page_info.next_token` → `pageInfo.nextToken`. */
  readonly path = (path: string): string => {
    const at = this.#schema && findProperty(this.#schemas, this.#schema, path) ? -1 : path.indexOf('.');
    if (at < 0) return this.name(path);
    const outer = path.slice(0, at);
    return `${this.name(outer)}.${this.below(outer).path(path.slice(at + 1))}`;
  };

  /** Returns the names in another schema. */
  in(schema: Schema | undefined): CallersNames {
    return new CallersNames(this.#schemas, schema);
  }

  /** Returns the names in the schema of a property. */
  below(name: string): CallersNames {
    return this.in(this.#schema && findProperty(this.#schemas, this.#schema, name)?.schema);
  }

  /** Returns the names in an item of an array. */
  item(): CallersNames {
    return this.in(this.#schema && followSchema(this.#schemas, this.#schema).array?.items);
  }
}

function toCallersPaging(paging: Paging, { parameters }: Operation, result: CallersNames): Paging {
  const item = (paging.items?.split('.') ?? []).reduce((names, step) => names.below(step), result).item();
  const parameter = (path: string): string => {
    const outer = parameters.find(({ name }) => path.startsWith(`${name}.`));
    if (outer === undefined || parameters.some(({ name }) => name === path)) return path;
    return `${outer.name}.${result.in(outer.schema).path(path.slice(outer.name.length + 1))}`;
  };
  return mapPaging(paging, { parameter, member: result.path, property: item.name });
}

function toCallersReport({ row, header, footer, keys }: Report, { body }: Operation, result: CallersNames): Report {
  const piece = result.item();
  const sent = result.in(body?.contents[0]?.schema);
  const toPath = (path: readonly string[]): readonly string[] =>
    path.map((step, index) =>
      path
        .slice(0, index)
        .reduce((names, one) => names.below(one), sent)
        .name(step),
    );
  return compact({
    row: piece.name(row),
    header: header && piece.name(header),
    footer: footer && piece.name(footer),
    keys: keys.map((one) => ({ ...one, map: piece.below(row).name(one.map), from: toPath(one.from) })),
  });
}

function toCallersParts({ of, always, sometimes, values, ...rest }: Parts, result: CallersNames): Parts {
  const { name } = of === undefined ? result : result.below(of).item();
  const names = Object.fromEntries(values.map((value) => [value, name(value)]));
  return compact({
    ...rest,
    values,
    of: of && result.name(of),
    always: always.map(name),
    sometimes: sometimes?.map(name),
    names: values.some((value) => names[value] !== value) ? names : undefined,
  });
}
