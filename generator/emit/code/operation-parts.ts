import type { Content, Operation, Api, Response } from '../../api/api.js';
import { toPattern } from '../../api/tools/paths.js';
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
  /** Absent if the part is the whole params object. */
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
      // An operation that takes bytes can also take JSON.
      if (content === undefined) return body?.media?.metadata;
      const { kind, schema, shape } = content;
      return { schema, shape: kind === 'multipart' ? withStrings(shape) : shape };
    }
    case 'Response': {
      // A response of events or lines is validated as an array of all items.
      const content = findContent(contents, ['json', 'xml', 'events', 'lines', 'text']);
      return content && { schema: content.schema, shape: content.shape };
    }
    case 'StreamItem': {
      // The first media type with items, if callers choose between items and a whole response.
      const lists = isEither(operation) ? contents.filter(holdsItems) : [];
      const schema = lists[0]?.schema.array?.items;
      const [shape] = lists.flatMap((one) => (one.shape.kind === 'array' ? [one.shape.items] : []));
      return schema && shape && { schema, shape };
    }
  }
}

/** Kinds of media types whose schema validates a body, the most precise first. */
const bodyKinds: readonly Content['kind'][] = ['json', 'xml', 'form', 'multipart', 'text'];

/** Finds the content of the first kind that there is. */
function findContent(contents: readonly Content[], kinds: readonly Content['kind'][]): Content | undefined {
  return kinds.map((kind) => contents.find((one) => one.kind === kind)).find((one) => one !== undefined);
}

/** Lists the media types that the validator of a body is for; `undefined` if it is for all of them. */
export function validatedTypes({ body }: Operation): readonly string[] | undefined {
  const contents = body?.contents ?? [];
  const validated = findContent(contents, bodyKinds);
  const key = validated && schemaKey(validated);
  const same = contents.filter((one) => schemaKey(one) === key);
  return validated && same.length < contents.length ? same.map(({ mediaType }) => mediaType) : undefined;
}

/** Returns a key that is equal for contents with the same schema. */
export function schemaKey({ schema }: Content): string {
  return (
    schema.ref ?? JSON.stringify(schema, (key, value: unknown) => (key === 'at' || key === 'doc' ? undefined : value))
  );
}

/** Replaces bytes by strings: the emulator validates bytes of parts as strings, with one character for each byte. */
function withStrings(shape: Shape): Shape {
  return shape.kind === 'binary' ? { kind: 'string' } : mapInnerShapes(shape, withStrings);
}

/** Returns the schema and shape of all parameters as one object, by their properties for callers. */
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
      schema: isTemplate ? { ...schema, string: { ...schema.string, pattern: toPattern(template) } } : schema,
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

/** The export of `validators/calls`: the validators of all operations by id, for servers. */
export const callsSymbol: CodeSymbol = { name: 'calls', module: 'validators/calls' };

/** Returns the types of the fields or parts of a body (`ValueTypes` of the runtime); `undefined` where it has none. */
export function formTypes(api: Api, { body }: Operation): JsonObject | undefined {
  const content = body?.contents.find(({ kind }) => kind === 'form' || kind === 'multipart');
  return content && parameterTypes(api, content.schema, true);
}

/** Returns the validator of a response whose body is a model; `undefined` for any other body. */
export function modelValidator({ contents }: Response, layout: Layout): CodeSymbol | undefined {
  const ref = dataContent(contents)?.schema.ref;
  const model = ref === undefined ? undefined : layout.modelById(ref);
  return model && layout.validator(model);
}
