import type { Content, Operation, Parameter, Api, Response } from '../../api/api.js';
import { patternOfTemplate } from '../../api/tools/paths.js';
import type { Property, Schema } from '../../api/types/schema.js';
import { mapInnerShapes } from '../../api/shapes/combine-shapes.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { successResponses } from '../../api/messages/responses.js';
import { holdsItems, isEither } from './operation-result.js';
import { parameterIsRequired, paramsMembers } from './operation-params.js';
import { dataContent } from '../../api/schemas/media-type.js';
import type { JsonObject } from '../../json.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import { parameterTypes } from './parameter-values.js';

/** What an operation has validators for. */
export type OperationPartName = 'Parameters' | 'Body' | 'Response' | 'StreamItem';

/** A part of an operation as one schema. */
export interface OperationPart {
  readonly schema: Schema;
  /** Absent where the part is the whole params object. */
  readonly shape?: Shape;
}

/** The part of an operation that has a validator; `undefined` where the operation has no such part. */
export function operationPart(operation: Operation, of: OperationPartName): OperationPart | undefined {
  if (of === 'Parameters') return parametersPart(operation);
  if (of === 'StreamItem') return itemPart(operation);
  return of === 'Body'
    ? bodyPart(operation)
    : findResponsePart(successResponses(operation.responses).flatMap((response) => response.contents));
}

/** The body in JSON or XML, or the JSON that may travel beside bytes; where there is none, a form, parts or a text. */
function bodyPart({ body }: Operation): OperationPart | undefined {
  if (body === undefined) return undefined;
  const content = validatedContent(body.contents);
  if (content === undefined) return body.media?.metadata;
  return { schema: content.schema, shape: content.kind === 'multipart' ? withStrings(content.shape) : content.shape };
}

/** The media type whose schema validates a body. */
function validatedContent(contents: readonly Content[]): Content | undefined {
  const kinds = ['json', 'xml', 'form', 'multipart', 'text'];
  return kinds.flatMap((kind) => contents.filter((one) => one.kind === kind))[0];
}

/** The media types of bodies that the validator of a body is for, where others can be sent, too. */
export function validatedTypes({ body }: Operation): readonly string[] | undefined {
  const contents = body?.contents ?? [];
  const validated = validatedContent(contents);
  if (validated === undefined || contents.length < 2) return undefined;
  const key = schemaKey(validated);
  const same = contents.filter((one) => one === validated || schemaKey(one) === key).map(({ mediaType }) => mediaType);
  return same.length === contents.length ? undefined : same;
}

/** The same for media types whose values have the same schema. */
export function schemaKey({ schema }: Content): string {
  return (
    schema.ref ?? JSON.stringify(schema, (key, value: unknown) => (key === 'at' || key === 'doc' ? undefined : value))
  );
}

/** Bytes of parts as the emulator validates them: a character a byte. */
function withStrings(shape: Shape): Shape {
  return shape.kind === 'binary' ? { kind: 'string' } : mapInnerShapes(shape, withStrings);
}

/** Items that come one after the other are validated as an array of them. */
function findResponsePart(contents: readonly Content[]): OperationPart | undefined {
  const content = ['json', 'xml', 'events', 'lines', 'text'].flatMap((kind) =>
    contents.filter((one) => one.kind === kind),
  )[0];
  return content === undefined ? undefined : { schema: content.schema, shape: content.shape };
}

/** An item of a response that can come as a whole, too: of the first of its media types that hold items. */
function itemPart(operation: Operation): OperationPart | undefined {
  if (!isEither(operation)) return undefined;
  const contents = successResponses(operation.responses).flatMap((response) => response.contents.filter(holdsItems));
  const [schema] = contents.map((one) => one.schema.array?.items);
  const [shape] = contents.flatMap((one) => (one.shape.kind === 'array' ? [one.shape.items] : []));
  return schema === undefined || shape === undefined ? undefined : { schema, shape };
}

/** All parameters as one object, keyed as callers pass them. */
function parametersPart(operation: Operation): OperationPart {
  const parameters = operation.parameters;
  const properties: readonly Property[] = parameters.map((parameter) => ({
    name: parameter.property,
    ...(parameter.callersName !== undefined && { callersName: parameter.callersName }),
    required: parameterIsRequired(operation, parameter),
    schema: withTemplate(parameter),
  }));
  const open: Schema = { at: operation.at, boolean: true, doc: {} };
  const rules = {
    ...(properties.length === 0 ? {} : { properties }),
    ...(operation.openParameters ? { additionalProperties: open } : {}),
  };
  const schema: Schema = { at: operation.at, types: ['object'], object: rules, doc: {} };
  const names = new Set(parameters.map(({ property }) => property));
  const members = paramsMembers(operation);
  if (members.length === parameters.length) return { schema };
  return {
    schema,
    shape: { kind: 'object', members: members.filter((member) => names.has(member.name)).map(withoutDocs) },
  };
}

/** A resource name is validated by its template where nothing else says as much. */
function withTemplate({ schema, shape, template }: Parameter): Schema {
  if (template === undefined || shape.kind !== 'template' || schema.string?.pattern !== undefined) return schema;
  return { ...schema, string: { ...schema.string, pattern: patternOfTemplate(template) } };
}

function withoutDocs(member: Member): Member {
  return { ...member, doc: {}, notes: [] };
}

/** `validators/calls` : the validators of each operation by its id, where servers need them. */
export const callsSymbol: CodeSymbol = { name: 'calls', module: 'validators/calls' };

/** What strings of fields and parts become, where a body has any. */
export function formTypes(api: Api, { body }: Operation): JsonObject | undefined {
  const content = body?.contents.find(({ kind }) => kind === 'form' || kind === 'multipart');
  return content === undefined ? undefined : parameterTypes(api, content.schema, true);
}

/** The validator of the model that the body of a response is; `undefined` where it is none. */
export function modelValidator({ contents }: Response, layout: Layout): CodeSymbol | undefined {
  const ref = dataContent(contents)?.schema.ref;
  const model = ref === undefined ? undefined : layout.modelById(ref);
  return model === undefined ? undefined : layout.validator(model);
}
