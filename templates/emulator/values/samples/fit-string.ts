import type { Json, JsonObject } from '@speccast/runtime';

/** Longest text that is padded to `minLength`. */
const longest = 100_000;

/** Adjustments of a string to keywords, in the order in which they are made; lengths count code points. */
export const adjustments: Readonly<Record<string, (text: string, argument: Json) => string>> = {
  minLength: (text, least) => text + 'x'.repeat(Math.max(0, Math.min(Number(least), longest) - [...text].length)),
  maxLength: (text, most) => ([...text].length > Number(most) ? [...text].slice(0, Number(most)).join('') : text),
};

/** Adjusts a string to the keywords of a schema: `{ maxLength: 3 }`, `amber` → `amb`. */
export function fitString(text: string, schema: JsonObject): string {
  let fitted = text;
  for (const [keyword, adjust] of Object.entries(adjustments)) {
    const argument = schema[keyword];
    if (argument !== undefined) fitted = adjust(fitted, argument);
  }
  return fitted;
}

/** Tells whether a string needs no adjustment. */
export function fitsString(text: string, schema: JsonObject): boolean {
  return fitString(text, schema) === text;
}
