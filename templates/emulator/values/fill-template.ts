import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { valueAt } from './json-path.js';

const whole = /^\$\{([^{}]+)\}$/;
const within = /\$\{([^{}]+)\}/g;

/**
 * Replaces `${path}` in the strings of a JSON value by the value at the path, and `${path#UC}` by the string there without the
 * beginning `UC`. Members without a value are left out.
 */
export function fillTemplate(template: Json, values: JsonObject): Json | undefined {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.flatMap((one) => fillTemplate(one, values) ?? []);
  return isJsonObject(template) ? fillObject(template, values) : template;
}

/** Fills the members of an object. */
export function fillObject(template: JsonObject, values: JsonObject): JsonObject {
  const entries = Object.entries(template).flatMap(([name, value]): [string, Json][] => {
    const filled = fillTemplate(value, values);
    return filled === undefined ? [] : [[name, filled]];
  });
  return Object.fromEntries(entries);
}

function fillText(text: string, values: JsonObject): Json | undefined {
  const path = whole.exec(text)?.[1];
  if (path !== undefined) return readName(path, values);
  return text.replace(within, (_match, inner: string) => String(readName(inner, values) ?? ''));
}

function readName(name: string, values: JsonObject): Json | undefined {
  const [path = '', beginning = ''] = name.split('#');
  const value = valueAt(values, path);
  return typeof value === 'string' && value.startsWith(beginning) ? value.slice(beginning.length) : value;
}

/** The names in `${name}` of a string. */
export function namesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(within), ([, name = '']) => name.replace(/#.*/, ''));
}
