import type { Code } from '../../diagnostics.js';
import { patternBound } from '../../keywords/strings.js';
import { leaveOut, reportFault, type FaultContext, type Repair } from '../repair/repairs.js';
import { isJsonObject, type Json, type JsonObject, toObject } from '../../json.js';
import { regexFlags } from './read-pattern.js';
import { type Attack, type Verdict, analyzePattern } from './analyze-pattern.js';

/** The use of a pattern in a schema. */
interface PatternUse {
  /** Name of the pattern in messages. */
  readonly subject: string;
  /** Name in messages of the keyword that limits the length of texts. */
  readonly bound: string;
  /** Maximum length of texts; Infinity without a limit. */
  readonly longest: number;
}

/** Number of steps of a matcher that is harmless: they take about ten milliseconds. */
const harmless = 10_000_000;
/** Length that is assumed for texts without a limit. */
const long = 100_000;
/** Minimum length that messages suggest as a limit; a smaller limit would be useless. */
const shortest = 32;
/** Maximum length of texts for which a pattern that cannot be analysed is accepted. */
const unjudged = 1000;

/**
 * Checks `pattern` and `patternProperties` of one schema. A pattern that takes exponential time is an error, or with `leavesOut` a
 * warning, because validators then do not check it.
 */
export function checkPatterns(context: FaultContext, schema: JsonObject, leavesOut = false): void {
  const { positions, diagnostics } = context;
  const { pattern, patternProperties, propertyNames } = schema;
  const use = { subject: '"pattern"', bound: `a "${patternBound}"`, longest: readLengthBound(schema) };
  for (const [code, message] of typeof pattern === 'string' ? describe(pattern, use) : []) {
    const at = positions.ofValue(schema, 'pattern');
    if (code !== 'exponential-pattern') diagnostics.warning(code, message, at);
    // Validators of a document do not check it: see `isAsserted`.
    else if (leavesOut) diagnostics.warning(code, `${message}; until then validators do not check it`, at);
    else diagnostics.error(code, message, at);
  }
  const names = toObject(patternProperties);
  const useOfNames = {
    subject: 'this pattern of property names',
    bound: `"propertyNames" with a "${patternBound}"`,
    longest: readLengthBound(propertyNames),
  };
  for (const name of Object.keys(names))
    for (const [code, message] of describe(name, useOfNames)) {
      const at = positions.ofKey(names, name);
      if (code !== 'exponential-pattern') diagnostics.warning(code, message, at);
      else reportFault(context, { code, message, at }, leaveOutPattern(schema, names, name));
    }
}

/** Leaves out a pattern of names, and with it `additionalProperties`, which would now reject the names that it matched. */
export function leaveOutPattern(schema: JsonObject, patterns: JsonObject, pattern: string): Repair {
  const { done, edits } = leaveOut(patterns, pattern);
  const closing = 'additionalProperties' in schema ? [{ owner: schema, key: 'additionalProperties' }] : [];
  return { done, edits: [...edits, ...closing] };
}

/** Describes the problems of a pattern: it has the older syntax, or can be slow. */
function describe(pattern: string, use: PatternUse): readonly (readonly [code: Code, message: string])[] {
  const flags = regexFlags(pattern);
  if (flags === undefined) return [];
  const message = `${use.subject} is not valid in Unicode mode, so it is read without it: a character beyond U+FFFF counts as two; escape only characters that need it`;
  return [
    ...(flags === '' ? [['non-unicode-pattern', message] as const] : []),
    ...describeVerdict(analyzePattern(pattern, flags), use),
  ];
}

function describeVerdict(verdict: Verdict, use: PatternUse): readonly (readonly [code: Code, message: string])[] {
  const { subject, bound, longest } = use;
  switch (verdict.kind) {
    case 'linear':
      return [];
    case 'polynomial':
      return describePolynomial(verdict, use);
    case 'exponential': {
      const text = printAttack(verdict.attack, Math.min(verdict.bound, 30));
      const message = `${subject} takes exponential time, for example on ${text}; rewrite it so that a text matches in only one way, such as "a+" instead of "(a+)+"`;
      return [['exponential-pattern', message]];
    }
    case 'unknown': {
      const message = `${subject} may be slow: how long it takes is not known, because ${verdict.reason}; simplify it or add ${bound} of at most ${unjudged}`;
      return longest <= unjudged ? [] : [['possibly-slow-pattern', message]];
    }
  }
}

function describePolynomial(
  { degree, weight, attack }: Verdict & { readonly kind: 'polynomial' },
  { subject, bound, longest }: PatternUse,
): readonly (readonly [code: Code, message: string])[] {
  const most = (harmless / weight) ** (1 / degree);
  const unit = 10 ** Math.floor(Math.log10(most));
  // Rounded down to one significant digit: 2345 → 2000.
  const limit = Math.floor(most / unit) * unit;
  const isHarmless = degree === 1 && weight * long <= harmless * 10;
  if (isHarmless || longest <= limit) return [];
  const text = printAttack(attack, repetitions[degree] ?? 300);
  const growth = [undefined, 'a large multiple', 'the square', 'the cube'][degree] ?? `power ${degree}`;
  const advice = limit < shortest ? '' : `add ${bound} of at most ${limit}, `;
  const message = `${subject} takes time that grows with ${growth} of the text's length, for example on ${text}; ${advice}limit the repetitions or let no two adjacent repetitions match the same characters`;
  return [['slow-pattern', message]];
}

/** Number of repetitions in the example of a slow text, by degree: enough to take seconds. */
const repetitions: Readonly<Record<number, number>> = { 1: 50_000, 2: 50_000, 3: 2000 };

/** Prints an attack as an expression of JavaScript: `"a".repeat(30) + "!"`. */
function printAttack({ pumps, suffix }: Attack, times: number): string {
  const most = 3;
  const parts = pumps
    .slice(0, most)
    .flatMap(({ before, pump }) => [before === '' ? [] : quote(before), `${quote(pump)}.repeat(${times})`]);
  const rest = suffix === '' ? [] : quote(suffix);
  return [...parts, pumps.length > most ? 'and so on' : rest].flat().join(' + ');
}

/** Prints a text in quotes, with escapes for characters beyond ASCII. */
function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return JSON.stringify(short).replaceAll(/[^ -~]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}

function readLengthBound(schema: Json | undefined): number {
  const bound = isJsonObject(schema) ? schema[patternBound] : undefined;
  return typeof bound === 'number' ? bound : Infinity;
}
