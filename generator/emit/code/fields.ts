import type { JsonObject } from '../../spec/read/json.js';
import { code, type Code } from './templates.js';
import { typedLiteral } from './typed-literal.js';

/** One property of an object literal, for templates that write each on a line of its own. */
export interface Field {
  readonly name: string;
  readonly value: Code;
}

/** The properties of an object, each as a literal. */
export function fields(value: JsonObject): readonly Field[] {
  return Object.entries(value).map(([name, item]) => ({ name, value: code(typedLiteral(item)) }));
}
