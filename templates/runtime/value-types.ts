/** The type that the text of a parameter is read as; `unknown` if the schema has no type. */
export type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'unknown';

/** The type that the text of a value is read as: one type, one of several, or an array or object with the types of its members. */
export type ValueType = ParameterType | readonly ParameterType[] | ValueTypes;

/** The types of a value and of its items and properties. Default: `string`. */
export interface ValueTypes {
  /** Of several types, the first that the text fits, in this order: boolean, integer, number, string. Default: `string`. */
  readonly type?: ParameterType | readonly ParameterType[];
  /** Type of the items of an array. Default: `string`. */
  readonly items?: ValueType;
  /** Types of an object's properties. */
  readonly properties?: Readonly<Record<string, ValueType>>;
  /** Type of an object's further properties, if the schema allows them. */
  readonly additional?: ValueType;
}

/** Lists the types that a value may have: `string` by default. */
export function listTypes(type: ValueType | undefined): readonly ParameterType[] {
  if (type === undefined) return ['string'];
  if (typeof type === 'string') return [type];
  // Not `Array.isArray`, which does not narrow `readonly` arrays.
  return 'length' in type ? type : listTypes(type.type);
}

/** Returns a type as an object with its items and properties: `string` → `{ type: 'string' }`. */
export function toValueTypes(type: ValueType): ValueTypes {
  return typeof type === 'object' && !('length' in type) ? type : { type };
}
