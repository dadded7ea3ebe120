import type { TextRules } from '../../operation.js';
import { itemsOf, toText } from './parameter-text.js';

/** A parameter of the path in style `matrix`: `;color=blue`, and exploded `;color=blue;color=black`. */
export function writeMatrix(name: string, value: unknown, rules: TextRules): readonly string[] {
  const assign = (text: string): string => `;${withoutEmpty(`${encodeURIComponent(name)}=${text}`)}`;
  const items = itemsOf(value, rules, ',');
  if (items === undefined) return [assign(rules.encode(toText(value, rules.refuse)))];
  if (items.texts.length === 0) return [];
  if (!rules.explode) return [assign(items.texts.join(','))];
  return items.texts.map(items.kind === 'list' ? assign : (text) => `;${withoutEmpty(text)}`);
}

/** An empty value has no `=`, as RFC 6570 has it. */
function withoutEmpty(pair: string): string {
  return pair.replace(/=$/, '');
}
