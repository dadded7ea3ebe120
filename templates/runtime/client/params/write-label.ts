import type { TextRules } from '../../operation.js';
import { itemsOf, toText } from './parameter-text.js';

/** A parameter of the path in style `label`: `.blue`, and exploded `.blue.black`. */
export function writeLabel(_name: string, value: unknown, rules: TextRules): readonly string[] {
  const items = itemsOf(value, rules, ',');
  if (items === undefined) return [`.${rules.encode(toText(value, rules.refuse))}`];
  if (items.texts.length === 0) return [];
  if (!rules.explode) return [`.${items.texts.join(',')}`];
  // A dot needs no escape in a path, but here it would begin the next item.
  return items.texts.map((text) => `.${text.replaceAll('.', '%2E')}`);
}
