import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { inlineCode } from './sentence.js';
import type { Schema } from '../schemas/schema.js';

/** What the notes begin with that belong into a list. */
const bullet = '- ';

/**
 * What the values of an enum, or of the enum that a list holds, are called (`x-enum-varnames`, `x-enumNames`) and mean
 * (`x-enum-descriptions`, by value or in the order of the values), and which are deprecated (`x-enum-deprecated`).
 */
export function valueNotes(schema: Schema): readonly string[] {
  const values = schema.enum ?? schema.array?.items?.enum ?? [];
  const extensions = (schema.enum === undefined ? schema.array?.items : schema)?.extensions ?? {};
  const { 'x-enum-deprecated': deprecated = [] } = extensions;
  return values.flatMap((value, index) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const [name, meaning] = [nameKeys, meaningKeys].map((keys) => meaningOf(extensions, keys, { text, index }));
    const old = Array.isArray(deprecated) && deprecated.includes(value);
    const said = [name === text ? '' : name, meaning].filter((one) => one !== undefined && one !== '').join(': ');
    if (said === '' && !old) return [];
    return [`${bullet}${inlineCode(text)}${old ? ' (deprecated)' : ''}${said === '' ? '' : `: ${said}`}`];
  });
}

const nameKeys = ['x-enum-varnames', 'x-enumNames'];
const meaningKeys = ['x-enum-descriptions', 'x-enumDescriptions'];

/** What one of the extensions says about a value: as a list in the order of the values, or by value. */
function meaningOf(extensions: JsonObject, keys: readonly string[], value: { text: string; index: number }): string {
  const said = keys.map((key) => extensions[key]).find((one) => one !== undefined);
  if (Array.isArray(said)) return lineOf(said[value.index]);
  return isJsonObject(said) && Object.hasOwn(said, value.text) ? lineOf(said[value.text]) : '';
}

/** Notes apart: sentences, and the items of a list. */
export function splitNotes(notes: readonly string[]): {
  readonly sentences: readonly string[];
  readonly items: readonly string[];
} {
  return {
    sentences: notes.filter((note) => !note.startsWith(bullet)),
    items: notes.filter((note) => note.startsWith(bullet)).map((note) => note.slice(bullet.length)),
  };
}

/** A meaning on one line. */
function lineOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
}
