import { isJsonObject, type Json } from '@speccast/runtime';
import type { ResourceRules } from '../plan/behaviour.js';
import type { AnswerShape } from './answer-shape.js';
import { mapValues } from './map-values.js';

/**
 * Leaves out members that the schema does not ask for: inside the parts of resources, and only such as no rule of their
 * table refers to, so that what belongs together still can be put together.
 */
export function omitOptional(
  body: Json,
  { schema, rules, items, hasParts }: AnswerShape,
  next: (below: number) => number,
): Json {
  if (schema === undefined || rules === undefined) return body;
  const kept = new Set(pathsOf(rules).flatMap((path) => path.split('.')));
  const top = (items === undefined ? 0 : 2) + (hasParts ? 1 : 0);
  return mapValues(body, schema, (value, place) => {
    if (!isJsonObject(value) || place.path.length < top || place.path.some(isMapOfRules(rules))) return value;
    const required = new Set(Array.isArray(place.schema['required']) ? place.schema['required'] : []);
    const { properties } = place.schema;
    const isOptional = (name: string): boolean =>
      isJsonObject(properties) && Object.hasOwn(properties, name) && !required.has(name) && !kept.has(name);
    const entries = Object.entries(value).filter(([name]) => !isOptional(name) || next(8) !== 0);
    return Object.fromEntries(entries);
  });
}

/** Embedded rows and thumbnails are left whole: other freedoms are about them. */
function isMapOfRules({ thumbnails, embeds = {} }: ResourceRules): (name: string | number) => boolean {
  const names = [...(thumbnails === undefined ? [] : [thumbnails.at]), ...Object.keys(embeds)];
  const last = new Set(names.map((path) => path.split('.').at(-1)));
  return (name) => last.has(String(name));
}

/** Paths that say what a row is, whose it is, where it stands and what it names. */
function pathsOf(rules: ResourceRules): readonly string[] {
  const { key = 'id', owner, visibility = [], references = [], order, closed, embeds = {}, thumbnails } = rules;
  return [
    'id',
    'kind',
    'etag',
    'url',
    key,
    ...(owner === undefined ? [] : [typeof owner === 'string' ? owner : owner.path]),
    ...visibility.flatMap(({ path, through }) => [path, through]),
    ...references.map(({ path }) => path),
    ...(order === undefined ? [] : [order.position, order.within]),
    ...(closed === undefined ? [] : [closed.path]),
    ...Object.keys(embeds),
    ...Object.keys(rules.counts ?? {}),
    ...Object.keys(rules.enums ?? {}),
    ...(rules.mutable ?? []),
    ...(thumbnails === undefined ? [] : [thumbnails.at]),
  ].filter((path): path is string => path !== undefined);
}
