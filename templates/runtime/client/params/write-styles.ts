import type { SerializeRules, WriteStyle } from '../../operation.js';
import { toStringValue, writeForm, writeItems } from './serialize.js';
import { isAbsent, isPlainObject, presentEntries } from './values.js';

/** Writes a parameter of the path in style `label`: `.blue`, and exploded `.blue.black`. */
export const writeLabel: WriteStyle = (_name, value, rules) => {
  const texts = writeItems(value, rules, ',');
  if (!rules.explode) return texts.length ? [`.${texts.join(',')}`] : [];
  // `encodeURIComponent` leaves dots, which separate items here.
  return texts.map((text) => `.${hasItems(value) ? text.replaceAll('.', '%2E') : text}`);
};

/** Writes a parameter of the path in style `matrix`: `;color=blue`, and exploded `;color=blue;color=black`. */
export const writeMatrix: WriteStyle = (name, value, rules) => {
  const { explode } = rules;
  const texts = writeItems(value, rules, ',');
  const joined = explode || !texts.length ? texts : [texts.join(',')];
  const start = explode && isPlainObject(value) ? ';' : `;${encodeURIComponent(name)}=`;
  // By RFC 6570, an empty value has no `=`.
  return joined.map((text) => (start + text).replace(/=$/, ''));
};

/** Writes a list with spaces between its items: in the query `color=blue%20black`. */
export const writeSpaceDelimited: WriteStyle = /* @__PURE__ */ joinBy(' ');

/** Writes a list with bars between its items: in the query `color=blue%7Cblack`. */
export const writePipeDelimited: WriteStyle = /* @__PURE__ */ joinBy('|');

/** Writes a list with tabs between its items (`collectionFormat: tsv` of Swagger 2.0): in the query `color=blue%09black`. */
export const writeTabDelimited: WriteStyle = /* @__PURE__ */ joinBy('\t');

function joinBy(delimiter: string): WriteStyle {
  return (name, value, rules) => {
    // OpenAPI does not define exploded values of these styles.
    if (rules.explode) return writeForm(name, value, rules);
    const isHeader = rules.in === 'header';
    const separator = isHeader ? delimiter : encodeURIComponent(delimiter);
    const texts = writeItems(value, rules, delimiter);
    // The delimiter itself is percent-encoded, so an item that contains it cannot be escaped.
    if (texts.some((text) => text.includes(separator)))
      throw rules.invalid(`contains \`${delimiter}\`, which separates items`);
    const joined = texts.join(separator);
    if (isHeader && joined !== joined.trim())
      throw rules.invalid('begins or ends with an empty item, which headers cannot contain');
    const isPair = rules.in === 'query' || rules.in === 'cookie';
    return texts.length ? [(isPair ? `${encodeURIComponent(name)}=` : '') + joined] : [];
  };
}

/** Maximum number of levels of brackets: deeper objects are probably circular. */
export const deepest = 32;

/**
 * Writes a parameter of the query in style `deepObject`: `color[R]=100`. OpenAPI defines it only for objects of primitives. Deeper
 * members have further brackets, items of lists their index (`tags[0]=a`), and a primitive is written as in style `form`.
 */
export const writeDeepObject: WriteStyle = (name, value, rules) => writeLevel(name, value, rules, 0);

function writeLevel(name: string, value: unknown, rules: SerializeRules, depth: number): readonly string[] {
  const { encode, invalid } = rules;
  if (depth > deepest) throw invalid('is nested too deeply');
  if (!hasItems(value)) return [`${encodeURIComponent(name)}=${encode(toStringValue(value, invalid))}`];
  // Items are numbered without gaps.
  const entries = presentEntries(Array.isArray(value) ? value.filter((item) => !isAbsent(item)) : value);
  return entries.flatMap(([key, item]) => {
    if (/[[\]]/.test(key)) throw invalid('has a member with a bracket in its name');
    return writeLevel(`${name}[${toStringValue(key, invalid)}]`, item, rules, depth + 1);
  });
}

function hasItems(value: unknown): value is object {
  return Array.isArray(value) || isPlainObject(value);
}
