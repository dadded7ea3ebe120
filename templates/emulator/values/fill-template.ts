import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { valueAt } from './json-path.js';

const whole = /^\$\{([^{}]+)\}$/;
const within = /\$\{([^{}]+)\}/g;

/**
 * Replaces `${path}` in the strings of a JSON value by the value at the path, and `${path#UC}` by the string there without the
 * prefix `UC`. Members without a value are left out.
 */
export function fillTemplate(template: Json, values: JsonObject): Json | undefined {
  if (typeof template === 'string') {
    const path = whole.exec(template)?.[1];
    if (path !== undefined) return readName(path, values);
    return template.replace(within, (_match, inner: string) => String(readName(inner, values) ?? ''));
  }
  if (Array.isArray(template)) return template.flatMap((one) => fillTemplate(one, values) ?? []);
  return isJsonObject(template) ? fillObject(template, values) : template;
}

/** Fills the members of an object, as `fillTemplate` does. */
export function fillObject(template: JsonObject, values: JsonObject): JsonObject {
  const entries = Object.entries(template).map(([name, value]) => [name, fillTemplate(value, values)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readName(name: string, values: JsonObject): Json | undefined {
  const [path = '', prefix = ''] = name.split('#');
  const value = valueAt(values, path);
  return typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : value;
}

/** Lists the paths in a template: `${id}-${key#UC}` → `['id', 'key']`. */
export function listPlaceholders(text: string): readonly string[] {
  return Array.from(text.matchAll(within), ([, name = '']) => name.replace(/#.*/, ''));
}
