import type { Api, Content, Operation, Parameter } from '../../api/api.js';
import { patternOfTemplate } from '../../api/resource-template.js';
import type { Property, Schema } from '../../api/schema.js';
import type { Member, Shape } from '../../api/shape.js';
import { successResponses } from '../../api/success-responses.js';
import { callerParameters, parameterIsRequired, paramsMembers } from './operation-params.js';

/** What an operation has validators for. */
export type OperationPartName = 'Parameters' | 'Body' | 'Response';

/** A part of an operation as one schema. */
export interface OperationPart {
  readonly schema: Schema;
  /** Absent where the part is the whole params object. */
  readonly shape?: Shape;
}

/** The part of an operation that a validator judges; `undefined` where the operation has no such part in JSON. */
export function operationPart(api: Api, operation: Operation, of: OperationPartName): OperationPart | undefined {
  if (of === 'Parameters') return parametersPart(api, operation);
  return of === 'Body'
    ? bodyPart(operation)
    : jsonOf(successResponses(operation.responses).flatMap((response) => response.contents));
}

/** The JSON body, or the JSON that may travel beside bytes. */
function bodyPart({ body }: Operation): OperationPart | undefined {
  return jsonOf(body?.contents ?? []) ?? body?.media?.metadata;
}

function jsonOf(contents: readonly Content[]): OperationPart | undefined {
  const content = contents.find((one) => one.kind === 'json');
  return content === undefined ? undefined : { schema: content.schema, shape: content.shape };
}

/** All parameters as one object, keyed as callers pass them. */
function parametersPart(api: Api, operation: Operation): OperationPart {
  const parameters = callerParameters(api, operation);
  const properties: readonly Property[] = parameters.map((parameter) => ({
    name: parameter.property,
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
  const members = paramsMembers(api, operation);
  if (members.length === parameters.length) return { schema };
  return {
    schema,
    shape: { kind: 'object', members: members.filter((member) => names.has(member.name)).map(withoutDocs) },
  };
}

/** A resource name is judged by its template where nothing else says as much. */
function withTemplate({ schema, shape, template }: Parameter): Schema {
  if (template === undefined || shape.kind !== 'template' || schema.string?.pattern !== undefined) return schema;
  return { ...schema, string: { ...schema.string, pattern: patternOfTemplate(template) } };
}

function withoutDocs({ name, required, shape }: Member): Member {
  return { name, required, shape, doc: {}, notes: [] };
}
