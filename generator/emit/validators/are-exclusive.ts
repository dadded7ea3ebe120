import type { JsonType, Schema } from '../../api/schema.js';
import type { Json } from '../../spec/json.js';
import { hasType, type PlanContext } from './build-plan.js';

/** Whether it is proven that no value matches two of some schemas: by their types, or by a constant property. */
export function areExclusive(branches: readonly Schema[], context: PlanContext): boolean {
  const schemas = branches.map(context.resolve);
  return schemas.every((left, index) => schemas.slice(index + 1).every((right) => areApart(left, right, context)));
}

function areApart(left: Schema, right: Schema, context: PlanContext): boolean {
  if (left.boolean === false || right.boolean === false) return true;
  return haveApartTypes(left, right) || haveApartTags(left, right, context);
}

function haveApartTypes({ types: left }: Schema, { types: right }: Schema): boolean {
  if (left === undefined || right === undefined) return false;
  return left.every((one) => right.every((other) => kindOf(one) !== kindOf(other)));
}

function kindOf(type: JsonType): JsonType {
  return type === 'integer' ? 'number' : type;
}

/** Both are objects, and require a property whose allowed texts differ. */
function haveApartTags(left: Schema, right: Schema, context: PlanContext): boolean {
  if (!isObjectOnly(left) || !isObjectOnly(right)) return false;
  return (left.object?.properties ?? []).some((property) => {
    const other = right.object?.properties?.find(({ name }) => name === property.name);
    if (other === undefined || !context.isRequired(property) || !context.isRequired(other)) return false;
    return areApartValues(valuesOf(context.resolve(property.schema)), valuesOf(context.resolve(other.schema)));
  });
}

function isObjectOnly(schema: Schema): boolean {
  return schema.types?.length === 1 && schema.types[0] === 'object';
}

function valuesOf(schema: Schema): readonly Json[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const.value];
}

function areApartValues(left: readonly Json[] | undefined, right: readonly Json[] | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  return (
    [...left, ...right].every((value) => hasType(value, 'string')) && left.every((value) => !right.includes(value))
  );
}
