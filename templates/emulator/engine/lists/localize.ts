import { textAt, textsOf, valueAt, withValue } from '../values/json-path.js';
import { parameterRules } from './parameter-rules.js';
import type { Call, Row } from '../plan/plan.js';

/** Member of a row with its texts in other languages, by language; it is never sent. */
const translations = '~localizations';

/** Puts texts in the language that a parameter names; where there are none, those of the row itself stay. */
export function localize(call: Call, row: Row): Row {
  let result = row;
  for (const [name, { localizes }] of parameterRules(call.plan)) {
    if (localizes === undefined) continue;
    const [language = ''] = textsOf(call.params[name]);
    const all = valueAt(row, translations);
    const texts = valueAt(all, language) ?? valueAt(all, language.split(/[-_]/)[0] ?? '');
    for (const path of localizes) {
      const text = textAt(texts, path.slice(path.lastIndexOf('.') + 1));
      if (text !== undefined) result = withValue(result, path, text);
    }
  }
  return result;
}
