import type { Json, JsonObject } from '@speccast/runtime';
import { idFrom } from '../ids.js';
import { fitString, fitsString } from './fit-string.js';
import { isPicture, namedString } from './named-values.js';
import { samplePattern } from './sample-pattern.js';

const words = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'harbour',
  'island',
  'juniper',
  'kestrel',
  'lantern',
  'meadow',
  'north',
  'orchard',
  'pebble',
];

/** A string with the format, pattern and length of a schema, such as a property of that name usually has. */
export function sampleString(schema: JsonObject, next: () => number, name = ''): string {
  const { pattern, format, contentEncoding = format } = schema;
  if (isBase64(contentEncoding) && pattern === undefined) return base64(schema, next);
  const expression = typeof pattern === 'string' ? expressionOf(pattern) : undefined;
  const fits = (text: string): boolean => fitsString(text, schema) && expression?.test(text) !== false;
  const shape = pattern === undefined ? shaped(format, next, name) : undefined;
  const named = shape ?? namedString(name, next, fits);
  if (named !== undefined && fits(named)) return named;
  const made = typeof pattern === 'string' ? matching(schema, pattern, next) : undefined;
  const text = made ?? named ?? shaped(format, next, name) ?? namedString(name, next) ?? word(next);
  return typeof pattern === 'string' ? text : fitString(text, schema);
}

function isBase64(encoding: Json | undefined): boolean {
  return encoding === 'base64' || encoding === 'byte';
}

/** Base64 of a word, as many bytes as the lengths of a schema allow: four characters are three of them. */
function base64({ minLength = 0, maxLength = Infinity }: JsonObject, next: () => number): string {
  const text = word(next);
  const least = Math.min(3 * Math.ceil(Number(minLength) / 4), longestBase64);
  const most = 3 * Math.floor(Number(maxLength) / 4);
  return btoa(
    text.repeat(Math.ceil(Math.max(1, least / text.length))).slice(0, Math.min(most, Math.max(least, text.length))),
  );
}

const longestBase64 = 75_000;

/** A string of a format; the address of a picture shows one. */
function shaped(format: Json | undefined, next: () => number, name: string): string | undefined {
  if (typeof format !== 'string' || (/^ur[il]$/.test(format) && isPicture(name))) return undefined;
  return Object.hasOwn(formats, format) ? formats[format]?.(next) : undefined;
}

/** Satisfies lookaround and lengths by trying; what passwords must have, by texts that have some of all characters. */
function matching(schema: JsonObject, pattern: string, next: () => number): string | undefined {
  const expression = expressionOf(pattern);
  const isGood = (one: string): boolean => fitsString(one, schema) && expression?.test(one) !== false;
  let text: string | undefined;
  let tested = 0;
  for (let tries = 0; tries < mostTries && tested < mostTested; tries += 1) {
    text = samplePattern(pattern, next);
    if (text === undefined) return text;
    const found = [...new Set([text, fitString(text, schema), fitAtStart(text, schema)])].find(isGood);
    if (found !== undefined) return found;
    tested += text.length;
  }
  const mixed = ['aA1!', 'aA1', 'aA1_', 'aA1@', 'aA1-'].map((part) => part.repeat(mostMixed));
  const lengths = Array.from({ length: mostMixed }, (_, index) => index + 1);
  return lengths.flatMap((length) => mixed.map((one) => one.slice(0, length))).find(isGood) ?? text;
}

/** Longest text of mixed characters. */
const mostMixed = 64;

/** If a pattern is anchored at the end only, the string can grow at its start. */
function fitAtStart(text: string, schema: JsonObject): string {
  return reverse(fitString(reverse(text), schema));
}

function reverse(text: string): string {
  return [...text].toReversed().join('');
}

const mostTries = 24;

/** Characters after which no other text is tried: an expression of nested repetitions takes half a second for 10,000. */
const mostTested = 20_000;

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

function word(next: () => number): string {
  return words[next() % words.length] ?? 'text';
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function date(next: () => number): string {
  return `2025-${two(1 + (next() % 12))}-${two(1 + (next() % 28))}`;
}

function time(next: () => number): string {
  return `${two(next() % 24)}:${two(next() % 60)}:${two(next() % 60)}Z`;
}

function uuid(next: () => number): string {
  const hex = Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function int64(next: () => number): string {
  return String(next());
}

function small(next: () => number): string {
  return String(next() % 128);
}

const formats: Readonly<Record<string, (next: () => number) => string>> = {
  'date-time': (next) => `${date(next)}T${time(next)}`,
  'google-datetime': (next) => `${date(next)}T${time(next)}`,
  date,
  time,
  duration: (next) => `PT${1 + (next() % 59)}M`,
  'google-duration': (next) => `${1 + (next() % 59)}s`,
  'google-fieldmask': word,
  email: (next) => `${word(next)}@example.test`,
  'idn-email': (next) => `${word(next)}@example.test`,
  hostname: (next) => `${word(next)}.example.test`,
  'idn-hostname': (next) => `${word(next)}.example.test`,
  ipv4: (next) => `192.0.2.${1 + (next() % 254)}`,
  ipv6: (next) => `2001:db8::${(1 + (next() % 9999)).toString(16)}`,
  uri: (next) => `https://example.test/${word(next)}`,
  'uri-reference': (next) => `/${word(next)}`,
  iri: (next) => `https://example.test/${word(next)}`,
  'iri-reference': (next) => `/${word(next)}`,
  'uri-template': (next) => `/${word(next)}/{id}`,
  uuid,
  'json-pointer': (next) => `/${word(next)}`,
  'relative-json-pointer': () => '0',
  regex: () => '^[a-z]+$',
  base64url: (next) => idFrom(String(next()), { length: 8 }),
  int64,
  uint64: int64,
  int32: (next) => String(next() % 2 ** 31),
  uint32: int64,
  int16: small,
  uint16: small,
  int8: small,
  uint8: small,
  char: (next) => word(next).slice(0, 1),
  decimal: small,
  language: () => 'en',
  'date-time-local': (next) => `${date(next)}T${time(next).slice(0, -1)}`,
  'time-local': (next) => time(next).slice(0, -1),
  'http-date': (next) => new Date(next() * 1000).toUTCString(),
  'ipv4-cidr': () => '192.0.2.0/24',
  'ipv6-cidr': () => '2001:db8::/32',
};
