import type { Json, JsonObject } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';
import { type PatternStyle, type SampleContext, samplePattern } from '@speccast/runtime/samples';
import { isRegex } from '@speccast/runtime/validators';
import { idFrom, writeUuid } from '../ids.js';
import { listCharacters } from './list-characters.js';
import { isPicture, namedString, writeForm } from './named-values.js';

/** Samples a string with the format, pattern and length of a schema. Prefers a usual value for the name of the property. */
export function sampleString(schema: JsonObject, { next, name = '' }: Pick<SampleContext, 'next' | 'name'>): string {
  const { pattern, format, contentEncoding = format } = schema;
  const expression = typeof pattern === 'string' && isRegex(pattern) ? new RegExp(pattern, 'u') : undefined;
  const fits = (text: string): boolean => fitsString(text, schema) && expression?.test(text) !== false;
  const sampleNamed = () => namedString(name, next, fits);
  const sampleOther = () => namedString(name, next) ?? writeForm('{word}', next);
  if (typeof pattern === 'string')
    return (
      sampleNamed() ?? sampleMatch(pattern, schema, next, fits) ?? sampleFormat(format, next, name) ?? sampleOther()
    );
  if (contentEncoding === 'base64' || contentEncoding === 'byte') return sampleBase64(schema, next);
  return fitString(sampleFormat(format, next, name) ?? sampleNamed() ?? sampleOther(), schema);
}

/** Samples the Base64 of a word, with as many bytes as the lengths of a schema allow: four characters are three bytes. */
function sampleBase64({ minLength = 0, maxLength = Infinity }: JsonObject, next: () => number): string {
  const text = writeForm('{word}', next);
  const least = Math.min(3 * Math.ceil(Number(minLength) / 4), longestBase64);
  const most = 3 * Math.floor(Number(maxLength) / 4);
  const repeated = text.repeat(Math.ceil(Math.max(1, least / text.length)));
  return btoa(repeated.slice(0, Math.min(most, Math.max(least, text.length))));
}

const longestBase64 = 75_000;

/** Samples a string of a format; undefined for unknown formats, and for URLs of pictures, whose values are found by name. */
function sampleFormat(format: Json | undefined, next: () => number, name: string): string | undefined {
  if (typeof format !== 'string' || (/^ur[il]$/.test(format) && isPicture(name))) return undefined;
  const form = readMember(formats, format);
  return typeof form === 'string' ? writeForm(form, next) : form?.(next);
}

/**
 * Samples a string that matches a pattern and passes `fits`. Tries several strings for lookaround and lengths, and mixed characters for
 * patterns of passwords. If none passes, returns the last one; undefined for invalid patterns.
 */
function sampleMatch(
  pattern: string,
  schema: JsonObject,
  next: () => number,
  fits: (text: string) => boolean,
): string | undefined {
  const reverse = (text: string): string => [...text].toReversed().join('');
  const pick = (texts: readonly string[]): string | undefined => texts[next() % texts.length];
  const style: PatternStyle = {
    pickAlternative: pick,
    pickCharacter: (source) => {
      const characters = listCharacters(source);
      // A literal takes no random number.
      return characters.length > 1 || /^[.[]/.test(source) ? (pick(characters) ?? '') : characters.join('');
    },
    repeat: (least, most) => Math.min(least + (next() % (Math.min(most - least, fewMore) + 1)), mostRepeats),
  };
  let text: string | undefined;
  let tested = 0;
  for (let tries = 0; tries < mostTries && tested < mostTested; tries += 1) {
    text = samplePattern(pattern, style);
    if (text === undefined) return text;
    // If a pattern is anchored at the end only, the string can grow at its start.
    const forms = [text, fitString(text, schema), reverse(fitString(reverse(text), schema))];
    const found = forms.find(fits);
    if (found !== undefined) return found;
    tested += text.length;
  }
  const mixed = ['aA1!', 'aA1', 'aA1_', 'aA1@', 'aA1-'].map((part) => part.repeat(mostMixed));
  const lengths = Array.from({ length: mostMixed }, (_, index) => index + 1);
  return lengths.flatMap((length) => mixed.map((one) => one.slice(0, length))).find(fits) ?? text;
}

/** Maximum number of repetitions in addition to the required ones. */
const fewMore = 3;

const mostRepeats = 200;

/** Maximum length of a text of mixed characters. */
const mostMixed = 64;

const mostTries = 24;

/** Total number of characters after which no other text is tried: nested repetitions take half a second for 10,000 characters. */
const mostTested = 20_000;

/** Samples by formats, as forms or functions. */
const formats: Readonly<Record<string, string | ((next: () => number) => string)>> = {
  'date-time': '2025-{01-12}-{01-28}T{00-23}:{00-59}:{00-59}Z',
  'google-datetime': '2025-{01-12}-{01-28}T{00-23}:{00-59}:{00-59}Z',
  'date-time-local': '2025-{01-12}-{01-28}T{00-23}:{00-59}:{00-59}',
  date: '2025-{01-12}-{01-28}',
  time: '{00-23}:{00-59}:{00-59}Z',
  'time-local': '{00-23}:{00-59}:{00-59}',
  duration: 'PT{1-59}M',
  'google-duration': '{1-59}s',
  'google-fieldmask': '{word}',
  email: '{word}@example.test',
  'idn-email': '{word}@example.test',
  hostname: '{word}.example.test',
  'idn-hostname': '{word}.example.test',
  ipv4: '192.0.2.{1-254}',
  ipv6: (next) => `2001:db8::${(1 + (next() % 9999)).toString(16)}`,
  uri: 'https://example.test/{word}',
  iri: 'https://example.test/{word}',
  'uri-reference': '/{word}',
  'iri-reference': '/{word}',
  'uri-template': (next) => `${writeForm('/{word}', next)}/{id}`,
  uuid: writeUuid,
  'json-pointer': '/{word}',
  'relative-json-pointer': '0',
  regex: '^[a-z]+$',
  base64url: (next) => idFrom(String(next()), { length: 8 }),
  int64: '{0-4294967295}',
  uint64: '{0-4294967295}',
  int32: '{0-2147483647}',
  uint32: '{0-4294967295}',
  int16: '{0-127}',
  uint16: '{0-127}',
  int8: '{0-127}',
  uint8: '{0-127}',
  char: (next) => writeForm('{word}', next).slice(0, 1),
  decimal: '{0-127}',
  language: 'en',
  'http-date': (next) => new Date(next() * 1000).toUTCString(),
  'ipv4-cidr': '192.0.2.0/24',
  'ipv6-cidr': '2001:db8::/32',
};

/** Maximum length to which a text is padded for `minLength`. */
const longest = 100_000;

/** Adjustments of a string to keywords, in the order in which they are made; lengths count code points. */
export const adjustments: Readonly<Record<string, (text: string, argument: Json) => string>> = {
  minLength: (text, least) => text + 'x'.repeat(Math.max(0, Math.min(Number(least), longest) - [...text].length)),
  maxLength: (text, most) => ([...text].length > Number(most) ? [...text].slice(0, Number(most)).join('') : text),
};

/** Adjusts a string to the keywords of a schema: `{ maxLength: 3 }`, `amber` → `amb`. */
function fitString(text: string, schema: JsonObject): string {
  let fitted = text;
  for (const [keyword, adjust] of Object.entries(adjustments)) {
    const argument = schema[keyword];
    if (argument !== undefined) fitted = adjust(fitted, argument);
  }
  return fitted;
}

/** Returns whether a string needs no adjustment. */
export function fitsString(text: string, schema: JsonObject): boolean {
  return fitString(text, schema) === text;
}
