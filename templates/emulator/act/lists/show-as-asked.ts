import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { findTable } from '../../plan/rule.js';
import type { FilterRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { readKey } from '../rows/rows.js';
import type { Row } from '../../store/table.js';
import { stringAt, stringsOf, valueAt, withValue } from '../../values/json-path.js';
import { listFilters } from './filter-rows.js';

/** Changes the `item` of a response for a row as parameters say: its language, the form of its texts, the size of its player. */
export function showAsAsked(call: Call, row: Row, item: JsonObject): JsonObject {
  let result = item;
  for (const { rule, value } of listFilters(call)) {
    const { localizes, escapes = [], resizes } = rule;
    if (localizes) result = translate(call, row, result, { ...rule, language: stringsOf(value)[0] ?? '' });
    if (value === 'html') for (const path of escapes) result = escapeTexts(result, path.split('.'));
    if (resizes) result = resize(result, resizes, Number(value));
  }
  return result;
}

/** Translates the strings at the paths of a rule; those without a translation stay. */
function translate(
  call: Call,
  row: Row,
  item: JsonObject,
  rule: FilterRule & { readonly language: string },
): JsonObject {
  const { language, localizes = [], translations = '~localizations', displayNames } = rule;
  const all = valueAt(row, translations);
  const [base = ''] = language.split(/[-_]/);
  const texts = valueAt(all, language) ?? valueAt(all, base);
  const key = readKey(call.rules(String(findTable(call.plan.behaviour))), row);
  let name: string | undefined;
  try {
    // `DE` is `Alemania` in `es`.
    if (displayNames && base !== 'en')
      name = new Intl.DisplayNames(language.replaceAll('_', '-'), { type: displayNames, fallback: 'none' }).of(key);
  } catch {
    // `Intl` rejects unknown forms of languages and codes.
  }
  let result = item;
  for (const path of localizes) {
    const text = stringAt(texts, path.slice(path.lastIndexOf('.') + 1)) ?? name;
    if (text !== undefined) result = withValue(result, path, text);
  }
  return result;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

/** Writes the strings at a path as HTML, in the items of lists, too. */
function escapeTexts<Value extends Json>(value: Value, path: readonly string[]): Value;
function escapeTexts(value: Json, [name, ...rest]: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one: Json) => escapeTexts(one, name ? [name, ...rest] : []));
  if (!name) return typeof value === 'string' ? value.replace(/[&<>"'\n]/g, (one) => entities[one] ?? one) : value;
  const inner = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(value) && inner !== undefined ? { ...value, [name]: escapeTexts(inner, rest) } : value;
}

/** Sets the size of a player by the most pixels of a side; it does not grow where the other side has a limit already. */
function resize(item: JsonObject, rule: NonNullable<FilterRule['resizes']>, most: number): JsonObject {
  const { side, markup, width, height } = rule;
  const html = stringAt(item, markup);
  if (html === undefined) return item;
  const read = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(html)?.[1]);
  const size = { width: read('width'), height: read('height') };
  const factor = most / size[side];
  const scale = valueAt(item, width) === undefined ? factor : Math.min(1, factor);
  const [wide, high] = [size.width, size.height].map((one) => String(Math.round(one * scale)));
  const changed = html.replace(/\bwidth="\d+"/, `width="${wide}"`).replace(/\bheight="\d+"/, `height="${high}"`);
  const sized = withValue(withValue(item, width, wide ?? ''), height, high ?? '');
  return withValue(sized, markup, changed);
}
