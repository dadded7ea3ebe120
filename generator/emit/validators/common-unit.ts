import type { Api, Operation } from '../../api/api.js';
import type { Schema } from '../../api/schemas/schema.js';
import { commonParamsOf } from '../code/operations/operation-params.js';
import type { OperationPart, OperationPartName } from '../code/operations/operation-parts.js';

/** Id under which the schema of the parameters that all operations share is referred to, and where it stands. */
export const commonId = '#/components/parameters';

/** The schema by which an operation's part is judged: what all operations share is judged in one place. */
export function judgedSchema(api: Api, operation: Operation, of: OperationPartName, { schema }: OperationPart): Schema {
  if (of !== 'Parameters' || commonParamsOf(api, operation) === undefined) return schema;
  const shared = new Set(api.commonParameters?.parameters.map(({ property }) => property));
  const { properties = [], ...rules } = schema.object ?? {};
  const own = properties.filter(({ name }) => !shared.has(name));
  return { ...schema, object: { ...rules, properties: own }, allOf: [{ at: schema.at, ref: commonId, doc: {} }] };
}

/** The schema of the parameters that all operations share, as one object. */
export function commonSchema({ commonParameters }: Api): Schema | undefined {
  const [first] = commonParameters?.parameters ?? [];
  if (commonParameters === undefined || first === undefined) return undefined;
  const properties = commonParameters.parameters.map(({ property, required, schema }) => ({
    name: property,
    required,
    schema,
  }));
  return { at: first.at, types: ['object'], object: { properties }, doc: {} };
}
