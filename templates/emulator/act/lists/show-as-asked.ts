import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { findTable } from '../../plan/rule.js';
import type { FilterRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { keyOf } from '../rows/rows.js';
import type { Row } from '../../store/table.js';
import { stringAt, stringsOf, valueAt, withValue } from '../../values/json-path.js';
import { given, parameterRules } from './filter-rows.js';

/** Changes what is shown of a row as parameters say: its language, the form of its texts, the size of its player. */
export function showAsAsked(call: Call, row: Row, shown: JsonObject): JsonObject {
  let result = shown;
  for (const [name, rule] of parameterRules(call.plan)) {
    const { localizes, escapes, resizes } = rule;
    if ((localizes ?? escapes ?? resizes) === undefined) continue;
    const value = given(call, name, rule);
    if (value === undefined) continue;
    if (localizes !== undefined)
      result = translate(call, row, result, { ...rule, localizes, language: stringsOf(value)[0] ?? '' });
    if (value === 'html') result = (escapes ?? []).reduce((whole, path) => changeTexts(whole, path.split('.')), result);
    if (resizes !== undefined) result = resize(result, resizes, Number(value));
  }
  return result;
}

type Localizing = FilterRule & { readonly localizes: readonly string[]; readonly language: string };

/** Translates the strings at the paths of a rule; those without a translation stay. */
function translate(call: Call, row: Row, shown: JsonObject, rule: Localizing): JsonObject {
  const { language, localizes, translations = '~localizations', displayNames } = rule;
  const all = valueAt(row, translations);
  const [base = ''] = language.split(/[-_]/);
  const texts = valueAt(all, language) ?? valueAt(all, base);
  const key = keyOf(call.rules(String(findTable(call.plan.behaviour))), row);
  return localizes.reduce((result, path) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const text =
      stringAt(texts, name) ?? (displayNames && base !== 'en' ? readName(displayNames, key, language) : undefined);
    return text === undefined ? result : withValue(result, path, text);
  }, shown);
}

/** The name of a region or language in a language: `DE` is `Alemania` in `es`. Undefined for codes that `Intl` does not know. */
function readName(type: 'region' | 'language', code: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language.replaceAll('_', '-')], { type, fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
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
function changeTexts<Value extends Json>(value: Value, path: readonly string[]): Value;
function changeTexts(value: Json, [name, ...rest]: readonly string[]): Json {
  if (Array.isArray(value))
    return value.map((one: Json) => changeTexts(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined)
    return typeof value === 'string' ? value.replace(/[&<>"'\n]/g, (one) => entities[one] ?? one) : value;
  const inner = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(value) && inner !== undefined ? { ...value, [name]: changeTexts(inner, rest) } : value;
}

/** Gives a player the most pixels that a side may have; where the other side is limited already, it does not grow. */
function resize(shown: JsonObject, rule: NonNullable<FilterRule['resizes']>, most: number): JsonObject {
  const { side, markup, width, height } = rule;
  const html = stringAt(shown, markup);
  if (html === undefined) return shown;
  const read = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(html)?.[1]);
  const size = { width: read('width'), height: read('height') };
  const factor = most / size[side];
  const scale = valueAt(shown, width) === undefined ? factor : Math.min(1, factor);
  const [wide, high] = [size.width, size.height].map((one) => String(Math.round(one * scale)));
  const changed = html.replace(/\bwidth="\d+"/, `width="${wide}"`).replace(/\bheight="\d+"/, `height="${high}"`);
  const sized = withValue(withValue(shown, width, wide ?? ''), height, high ?? '');
  return withValue(sized, markup, changed);
}
