import type { Content, MediaUpload, Operation, Parameter, RequestBody, Response } from './api.js';
import type { BodyDraft, MediaDraft } from './lower-body.js';
import type { ContentDraft } from './lower-content.js';
import type { OperationDraft } from './lower-operation.js';
import type { ResponseDraft } from './lower-response.js';
import type { ShapeContext } from './lower-shape.js';
import { lowerShape } from './lower-shape.js';
import type { OperationNames } from './name-api.js';
import { nameParameters } from './name-api.js';
import type { Direction, Schema } from './schema.js';
import type { Shape } from './shape.js';
import { followSchema } from './target-schema.js';

type Schemas = ReadonlyMap<string, Schema>;

/** Completes an operation with its names and the shapes of everything that it sends and receives. */
export function shapeOperation(draft: OperationDraft, names: OperationNames, schemas: Schemas): Operation {
  const { name, typeName, property, group } = names;
  return {
    id: draft.id,
    name,
    typeName,
    property,
    group: group.path,
    module: group.module,
    method: draft.method,
    path: draft.path,
    parameters: shapeParameters(draft, schemas),
    openParameters: draft.openParameters,
    ...(draft.body !== undefined && { body: shapeBody(draft.body, schemas) }),
    responses: draft.responses.map((response) => shapeResponse(response, schemas)),
    ...(draft.servers !== undefined && { servers: draft.servers }),
    security: draft.security,
    doc: draft.doc,
    extensions: draft.extensions,
    at: draft.at,
  };
}

function shapeParameters(draft: OperationDraft, schemas: Schemas): readonly Parameter[] {
  const properties = nameParameters(draft);
  return draft.parameters.map(({ name, schema, ...rest }, index) => ({
    name,
    property: properties[index] ?? name,
    ...rest,
    schema,
    shape: lowerShape(schema, contextOf('request', schemas)),
  }));
}

function shapeBody(draft: BodyDraft, schemas: Schemas): RequestBody {
  return {
    required: draft.required,
    contents: draft.contents.map((content) => shapeContent(content, 'request', schemas)),
    ...(draft.media !== undefined && { media: shapeMedia(draft.media, schemas) }),
    doc: draft.doc,
  };
}

function shapeMedia({ required, mediaTypes, metadata }: MediaDraft, schemas: Schemas): MediaUpload {
  if (metadata === undefined) return { required, mediaTypes };
  return {
    required,
    mediaTypes,
    metadata: { schema: metadata, shape: lowerShape(metadata, contextOf('request', schemas)) },
  };
}

function shapeResponse({ status, contents, headers, doc }: ResponseDraft, schemas: Schemas): Response {
  return { status, contents: contents.map((content) => shapeContent(content, 'response', schemas)), headers, doc };
}

function shapeContent({ mediaType, kind, schema }: ContentDraft, direction: Direction, schemas: Schemas): Content {
  return { mediaType, kind, schema, shape: contentShape({ mediaType, kind, schema }, contextOf(direction, schemas)) };
}

/** A multipart body is spelled out even where a model has its schema, for its parts can be bytes and a model's cannot. */
function contentShape({ kind, schema }: Omit<Content, 'shape'>, context: ShapeContext): Shape {
  if (kind === 'binary') return { kind: 'binary' };
  if (kind !== 'multipart') return lowerShape(schema, context);
  return lowerShape(followSchema(context.schemas, schema), { ...context, bytes: true });
}

function contextOf(direction: Direction, schemas: Schemas): ShapeContext {
  return { direction, schemas, bytes: false };
}
