import type { Json, JsonObject } from '@speccast/runtime';

/** Longest text that is made to reach a length. */
const longest = 100_000;

/** What makes a string one that a keyword takes, in the order in which it is done; lengths count code points. */
export const adjustments: Readonly<Record<string, (text: string, argument: Json) => string>> = {
  minLength: (text, least) => text + 'x'.repeat(Math.max(0, Math.min(Number(least), longest) - [...text].length)),
  maxLength: (text, most) => ([...text].length > Number(most) ? [...text].slice(0, Number(most)).join('') : text),
};

/** A string that the keywords of a schema take, as near as may be to one that they may not. */
export function fitString(text: string, schema: JsonObject): string {
  return Object.entries(adjustments).reduce((fitted, [keyword, adjust]) => {
    const argument = schema[keyword];
    return argument === undefined ? fitted : adjust(fitted, argument);
  }, text);
}

/** Whether the keywords of a schema take a string as it is. */
export function fitsString(text: string, schema: JsonObject): boolean {
  return fitString(text, schema) === text;
}
