import type { TextRules } from '../../operation.js';
import { itemsOf, toText, writeForm } from './parameter-text.js';

/** A parameter of the query in style `spaceDelimited`: `color=blue%20black`. */
export function writeSpaceDelimited(name: string, value: unknown, rules: TextRules): readonly string[] {
  return writeDelimited(name, value, rules, ' ');
}

/** A parameter of the query in style `pipeDelimited`: `color=blue%7Cblack`. */
export function writePipeDelimited(name: string, value: unknown, rules: TextRules): readonly string[] {
  return writeDelimited(name, value, rules, '|');
}

/** OpenAPI leaves exploded values of these styles open; they are written as those of `form` are. */
function writeDelimited(name: string, value: unknown, rules: TextRules, delimiter: string): readonly string[] {
  if (rules.explode) return writeForm(name, value, rules);
  const separator = encodeURIComponent(delimiter);
  const texts = itemsOf(value, rules, delimiter)?.texts ?? [rules.encode(toText(value, rules.refuse), delimiter)];
  // The delimiter itself is percent-encoded, so that no escape is left for one inside an item.
  if (texts.some((text) => text.includes(separator)))
    throw rules.refuse(`holds \`${delimiter}\`, which separates items`);
  return texts.length === 0 ? [] : [`${encodeURIComponent(name)}=${texts.join(separator)}`];
}
