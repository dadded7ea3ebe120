import { isJsonObject, type Json } from '../spec/json.js';
import { inlineCode } from './inline-code.js';
import type { Schema } from './schema.js';

/** What the notes begin with that belong into a list. */
const bullet = '- ';

/** What the values of an enum, or of the enum that a list holds, mean (`x-enum-descriptions`), and which are deprecated (`x-enum-deprecated`). */
export function valueNotes(schema: Schema): readonly string[] {
  const values = schema.enum ?? schema.array?.items?.enum ?? [];
  const extensions = (schema.enum === undefined ? schema.array?.items : schema)?.extensions ?? {};
  const { 'x-enum-descriptions': meanings = {}, 'x-enum-deprecated': deprecated = [] } = extensions;
  return values.flatMap((value) => {
    const name = typeof value === 'string' ? value : JSON.stringify(value);
    const meaning = isJsonObject(meanings) && Object.hasOwn(meanings, name) ? textOf(meanings[name]) : '';
    const old = Array.isArray(deprecated) && deprecated.includes(value);
    if (meaning === '' && !old) return [];
    return [`${bullet}${inlineCode(name)}${old ? ' (deprecated)' : ''}${meaning === '' ? '' : `: ${meaning}`}`];
  });
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
function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
}
