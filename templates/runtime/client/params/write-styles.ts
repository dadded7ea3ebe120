import type { SerializeRules } from '../../operation.js';
import { itemsOf, toStringValue, writeForm } from './serialize.js';
import { isPlainObject, presentEntries } from './values.js';

/** A parameter of the path in style `label`: `.blue`, and exploded `.blue.black`. */
export function writeLabel(_name: string, value: unknown, rules: SerializeRules): readonly string[] {
  const items = itemsOf(value, rules, ',');
  if (items === undefined) return [`.${rules.encode(toStringValue(value, rules.invalid))}`];
  if (items.texts.length === 0) return [];
  if (!rules.explode) return [`.${items.texts.join(',')}`];
  // A dot needs no escape in a path, but here it would begin the next item.
  return items.texts.map((text) => `.${text.replaceAll('.', '%2E')}`);
}

/** A parameter of the path in style `matrix`: `;color=blue`, and exploded `;color=blue;color=black`. */
export function writeMatrix(name: string, value: unknown, rules: SerializeRules): readonly string[] {
  const assign = (text: string): string => `;${withoutEmpty(`${encodeURIComponent(name)}=${text}`)}`;
  const items = itemsOf(value, rules, ',');
  if (items === undefined) return [assign(rules.encode(toStringValue(value, rules.invalid)))];
  if (items.texts.length === 0) return [];
  if (!rules.explode) return [assign(items.texts.join(','))];
  return items.texts.map(items.kind === 'list' ? assign : (text) => `;${withoutEmpty(text)}`);
}

/** An empty value has no `=`, as RFC 6570 has it. */
function withoutEmpty(pair: string): string {
  return pair.replace(/=$/, '');
}

/** A list with spaces between its items: in the query `color=blue%20black`. */
export function writeSpaceDelimited(name: string, value: unknown, rules: SerializeRules): readonly string[] {
  return writeDelimited(name, value, rules, ' ');
}

/** A list with bars between its items: in the query `color=blue%7Cblack`. */
export function writePipeDelimited(name: string, value: unknown, rules: SerializeRules): readonly string[] {
  return writeDelimited(name, value, rules, '|');
}

/** A list with tabs between its items, as Swagger 2.0 has it: in the query `color=blue%09black`. */
export function writeTabDelimited(name: string, value: unknown, rules: SerializeRules): readonly string[] {
  return writeDelimited(name, value, rules, '\t');
}

/** OpenAPI leaves exploded values of these styles open; they are written as those of `form` are. */
function writeDelimited(name: string, value: unknown, rules: SerializeRules, delimiter: string): readonly string[] {
  if (rules.explode) return writeForm(name, value, rules);
  const isPair = rules.in === 'query' || rules.in === 'cookie';
  const separator = rules.in === 'header' ? delimiter : encodeURIComponent(delimiter);
  const texts = itemsOf(value, rules, delimiter)?.texts ?? [
    rules.encode(toStringValue(value, rules.invalid), delimiter),
  ];
  // The delimiter itself is percent-encoded, so that no escape is left for one inside an item.
  if (texts.some((text) => text.includes(separator)))
    throw rules.invalid(`holds \`${delimiter}\`, which separates items`);
  const joined = texts.join(separator);
  if (rules.in === 'header' && joined !== joined.trim())
    throw rules.invalid('begins or ends with an empty item, which a header does not carry');
  return texts.length === 0 ? [] : [(isPair ? `${encodeURIComponent(name)}=` : '') + joined];
}

/** Levels of brackets: deeper objects are taken for circular ones. */
export const deepest = 32;

/**
 * A parameter of the query in style `deepObject`: `color[R]=100`. OpenAPI defines it for objects of primitives; what they
 * hold further is written in further brackets, list items by number, and a primitive as `form` writes it.
 */
export function writeDeepObject(name: string, value: unknown, rules: SerializeRules): readonly string[] {
  return write(name, value, rules, 0);
}

function write(name: string, value: unknown, rules: SerializeRules, depth: number): readonly string[] {
  const { encode, invalid } = rules;
  if (depth > deepest) throw invalid('is nested too deeply');
  if (!Array.isArray(value) && !isPlainObject(value)) {
    return [`${encodeURIComponent(name)}=${encode(toStringValue(value, invalid))}`];
  }
  const entries = Array.isArray(value) ? presentEntries(value.filter(isPresent)) : presentEntries(value);
  return entries.flatMap(([key, item]) => {
    if (/[[\]]/.test(key)) throw invalid('has a name that holds a bracket');
    return write(`${name}[${toStringValue(key, invalid)}]`, item, rules, depth + 1);
  });
}

// Items are numbered without gaps.
function isPresent(item: unknown): boolean {
  return item !== undefined && item !== null;
}
