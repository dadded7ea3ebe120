import { oneLine } from '../../printable.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import type { CoreFeature } from '../options/options.js';

/** Names of the message of an error, the best first. */
const texts = ['message', 'Message', 'detail', 'msg', 'defaultMessage', 'error_description', 'description', 'title'];
/** Matches names of members with the field that an error is about. */
const fields = /^(fields?|loc(ation)?|pointer|param(eter)?|property(name)?|attr(ibute)?|name)$|path$/i;
/** Matches names of members with further errors: a list, or, in `errors`, a map by field. */
const further =
  /^(_|field|form)?errors?$|^(error)?messages?$|violations$|^(details?|issues?|causes|constraints|children|invalid-params|_embedded|modelstate)$/i;

/**
 * Finds the messages of an error and their fields: `{ detail: [{ loc: ['body', 'age'], msg: 'too low' }] }` →
 * `['body.age: too low']`. An object without a message under a usual name is a map of fields: `{ age: ['too low'] }`. Returns at most
 * three messages of fields, after that of the whole error.
 */
export function readErrorTexts(body: unknown): readonly string[] {
  const lines: string[] = [];
  let most = 3;
  // Outside lists and maps, `field` is `undefined`.
  const read = (value: unknown, field?: string, isMap?: boolean): void => {
    if (isText(value)) {
      const line = oneLine(field ? `${field}: ${value}` : value);
      // The message of the whole error may be the same as that of one field.
      lines[[value, line].includes(lines[0] ?? '') ? 0 : lines.length] = line;
    }
    if (Array.isArray(value)) for (const one of value) read(one, field ?? '');
    else if (isJsonObject(value)) {
      // JSON:API has the field in a `source`.
      const entries = Object.entries({ ...Object(value['source']), ...value });
      const own = entries.find(([name]) => field === '' && fields.test(name))?.[1];
      const parts = [own].flat().filter((one) => Object(one) !== one);
      const at = parts.join('.') || field;
      const code = findText(value, ['error', 'reason', 'code']);
      const text = findText(value, texts) ?? (at || code?.includes(' ') ? code : undefined);
      const others = entries.filter(([name, one]) => Object(one) === one && further.test(name));
      if (!isMap && (text ?? others[0])) {
        if (field === undefined && text) most = 4;
        read(text, at);
        for (const [name, one] of others) read(one, at, /errors$/i.test(name));
      } else
        for (const [name, one] of entries)
          if (isMap || !isText(one) || one.includes(' ')) read(one, field && name ? `${field}.${name}` : field || name);
    }
  };
  try {
    // The first line of text that is not HTML or JSON.
    read(typeof body === 'string' ? /^\s*([^<{[\s].*)/.exec(body)?.[1] : body);
  } catch {
    // Nested too deeply for recursion: the messages found so far are enough.
  }
  return lines.slice(0, most);
}

/** The feature that finds the messages of errors in forms that the spec does not declare. */
export const withErrorTexts: CoreFeature<never> = { readErrorTexts };

/** Returns the first of some properties that is a string and not empty. */
function findText(object: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => object[name]).find(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
