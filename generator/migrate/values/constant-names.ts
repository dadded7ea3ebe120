import { nameValues } from '../../api/naming/enums.js';
import { isJsonObject, type Json } from '../../json.js';
import type { OverlayAction } from '../migration.js';
import { jsonPathString } from '../operations.js';
import type { SpecFacts } from '../spec-facts.js';
import { findSchemas } from './type-names.js';

/** Values whose names any rule of cases makes in the same way. */
const PLAIN = /^[A-Za-z][A-Za-z0-9]*(?:[_ -][A-Za-z][A-Za-z0-9]*)*$/;

/** Names the document gives values itself, which count before any case. */
const GIVEN = ['x-enum-varnames', 'x-enumNames'] as const;

/**
 * Gives the constants of the document's enums the names that they had: by value, so that values which come later have the names of
 * their own. Enums whose values are no plain words, or would have the same name twice, keep the names that they have here.
 */
export function nameConstants(facts: SpecFacts, nameOf: (value: string) => string): readonly OverlayAction[] {
  const components = facts.object(facts.root['components']);
  return [...findSchemas(facts)].flatMap(([schema, path]) => {
    const all = facts.object(path === '$.definitions' ? facts.root['definitions'] : components['schemas']);
    const node = all[schema];
    if (!isJsonObject(node) || GIVEN.some((key) => node[key] !== undefined)) return [];
    const values = readEnumWords(node['enum'] ?? []);
    const names = values.map(nameOf);
    const isSame = nameValues(values.map((value) => ({ value }))).every((name, index) => name === names[index]);
    if (isSame || new Set(names).size < names.length) return [];
    const update = { [GIVEN[0]]: Object.fromEntries(values.map((value, index) => [value, names[index] ?? ''])) };
    return [{ target: `${path}[${jsonPathString(schema)}]`, update }];
  });
}

/** The values of an enum of plain words; none where it is something else. */
function readEnumWords(list: Json): readonly string[] {
  const values = Array.isArray(list) ? list.filter((value: Json) => value !== null) : [];
  const words = values.filter((value): value is string => typeof value === 'string' && PLAIN.test(value));
  return words.length === values.length && words.length > 1 ? words : [];
}
