import type { Content, Operation, Api, Response } from '../../api/api.js';
import { patternOfTemplate } from '../../api/tools/paths.js';
import type { Property, Schema } from '../../api/types/schema.js';
import { mapInnerShapes } from '../../api/shapes/combine-shapes.js';
import type { Shape } from '../../api/types/shape.js';
import { successResponses } from '../../api/messages/responses.js';
import { holdsItems, isEither } from './operation-result.js';
import { parameterIsRequired, paramsMembers } from './operation-params.js';
import { dataContent } from '../../api/schemas/media-type.js';
import { compact, type JsonObject } from '../../json.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import { parameterTypes } from './parameter-values.js';

/** Parts of an operation that have validators. */
export type OperationPartName = 'Parameters' | 'Body' | 'Response' | 'StreamItem';

/** A part of an operation as one schema. */
export interface OperationPart {
  readonly schema: Schema;
  /** Absent where the part is the whole params object. */
  readonly shape?: Shape;
}

/** Returns the part of an operation that has a validator; `undefined` where the operation has no such part. */
export function operationPart(operation: Operation, name: OperationPartName): OperationPart | undefined {
  const { body, responses } = operation;
  const contents = successResponses(responses).flatMap((response) => response.contents);
  switch (name) {
    case 'Parameters':
      return parametersPart(operation);
    case 'Body': {
      const content = body && findContent(body.contents, bodyKinds);
      // JSON may travel beside bytes.
      if (content === undefined) return body?.media?.metadata;
      const { kind, schema, shape } = content;
      return { schema, shape: kind === 'multipart' ? withStrings(shape) : shape };
    }
    case 'Response': {
      // Items that come one after the other are validated as an array of them.
      const content = findContent(contents, ['json', 'xml', 'events', 'lines', 'text']);
      return content && { schema: content.schema, shape: content.shape };
    }
    case 'StreamItem': {
      // Of the first media type that holds items, where the response can come as a whole, too.
      const lists = isEither(operation) ? contents.filter(holdsItems) : [];
      const schema = lists[0]?.schema.array?.items;
      const [shape] = lists.flatMap((one) => (one.shape.kind === 'array' ? [one.shape.items] : []));
      return schema && shape && { schema, shape };
    }
  }
}

/** Kinds of media types whose schema validates a body, the most precise first. */
const bodyKinds: readonly Content['kind'][] = ['json', 'xml', 'form', 'multipart', 'text'];

/** Finds the content of the first of some kinds. */
function findContent(contents: readonly Content[], kinds: readonly Content['kind'][]): Content | undefined {
  return kinds.map((kind) => contents.find((one) => one.kind === kind)).find((one) => one !== undefined);
}

/** The media types of bodies that the validator of a body is for, where others can be sent, too. */
export function validatedTypes({ body }: Operation): readonly string[] | undefined {
  const contents = body?.contents ?? [];
  const validated = findContent(contents, bodyKinds);
  const key = validated && schemaKey(validated);
  const same = contents.filter((one) => schemaKey(one) === key);
  return validated && same.length < contents.length ? same.map(({ mediaType }) => mediaType) : undefined;
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

/** All parameters as one object, keyed as callers pass them. */
function parametersPart(operation: Operation): OperationPart {
  const parameters = operation.parameters;
  const properties = parameters.map((parameter): Property => {
    const { property, callersName, schema, shape, template } = parameter;
    // A resource name is validated by its template, unless the spec states a pattern.
    const isTemplate = template !== undefined && shape.kind === 'template' && schema.string?.pattern === undefined;
    return compact({
      name: property,
      callersName,
      required: parameterIsRequired(operation, parameter),
      schema: isTemplate ? { ...schema, string: { ...schema.string, pattern: patternOfTemplate(template) } } : schema,
    });
  });
  const open: Schema = { at: operation.at, boolean: true, doc: {} };
  const rules = {
    ...(properties.length > 0 && { properties }),
    ...(operation.openParameters && { additionalProperties: open }),
  };
  const schema: Schema = { at: operation.at, types: ['object'], object: rules, doc: {} };
  const names = new Set(parameters.map(({ property }) => property));
  const members = paramsMembers(operation);
  if (members.length === parameters.length) return { schema };
  const known = members.filter(({ name }) => names.has(name));
  return { schema, shape: { kind: 'object', members: known.map((one) => ({ ...one, doc: {}, notes: [] })) } };
}

/** `validators/calls` : the validators of each operation by its id, where servers need them. */
export const callsSymbol: CodeSymbol = { name: 'calls', module: 'validators/calls' };

/** Returns the types of the fields or parts of a body (`ValueTypes` of the runtime); `undefined` where it has none. */
export function formTypes(api: Api, { body }: Operation): JsonObject | undefined {
  const content = body?.contents.find(({ kind }) => kind === 'form' || kind === 'multipart');
  return content && parameterTypes(api, content.schema, true);
}

/** The validator of the model that the body of a response is; `undefined` where it is none. */
export function modelValidator({ contents }: Response, layout: Layout): CodeSymbol | undefined {
  const ref = dataContent(contents)?.schema.ref;
  const model = ref === undefined ? undefined : layout.modelById(ref);
  return model && layout.validator(model);
}
