import type { ParameterType, ValueType } from '@speccast/runtime';

const integer = /^-?(?:0|[1-9]\d*)$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The types that a value may have; text where the descriptor says nothing. */
export function typesOf(type: ValueType | undefined): readonly ParameterType[] {
  if (type === undefined) return ['string'];
  if (typeof type === 'string') return [type];
  // Array.isArray does not narrow a readonly list away from the object beside it.
  return 'length' in type ? type : typesOf(type.type);
}

/**
 * Text as the first of its types that it fits, exactly: boolean, integer, number, then text. What fits none stays text,
 * so that the validator names it; so do whole numbers that a double cannot hold.
 */
export function convertText(text: string, type: ValueType | undefined): string | number | boolean {
  const types = typesOf(type);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const value = Number(text);
  if (types.includes('integer') && integer.test(text) && Number.isSafeInteger(value)) return value;
  if (types.includes('number') && number.test(text) && Number.isFinite(value)) return value;
  return text;
}
