import type { Code } from '../../diagnostics.js';
import { patternBound } from '../../keywords/strings.js';
import { leaveOut, reportFault, type FaultContext, type Repair } from '../repair/repairs.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { regexFlags } from './read-pattern.js';
import { type Attack, type Verdict, analyzePattern } from './analyze-pattern.js';

/** The diagnostic of a pattern. */
interface PatternComplaint {
  /** Only `exponential-pattern` is an error. */
  readonly code: Code;
  readonly message: string;
}

/** The keyword of a pattern, and the most characters of the strings it is matched with; Infinity where nothing bounds them. */
interface PatternUse {
  readonly keyword: 'pattern' | 'patternProperties';
  readonly longest: number;
}

/** Steps of a matcher that are no danger: some ten milliseconds. */
const harmless = 10_000_000;
/** Characters of a text without a bound; a linear pattern that is slower than this bears would be an exception. */
const long = 100_000;
/** A bound on the length below this is no advice. */
const shortest = 32;
/** Most characters for which a pattern that could not be checked is let pass. */
const unjudged = 1000;

/** The context of the check of patterns. */
interface PatternCheckOptions extends FaultContext {
  /** True if validators leave out a pattern that takes exponential time. Default: it is an error. */
  readonly leavesOut?: boolean;
}

/** Checks `pattern` and `patternProperties` of one schema. */
export function checkPatterns(options: PatternCheckOptions, schema: JsonObject): void {
  const { positions, diagnostics, leavesOut = false } = options;
  const pattern = own(schema, 'pattern');
  const found =
    typeof pattern === 'string' ? describe(pattern, { keyword: 'pattern', longest: readLengthBound(schema) }) : [];
  for (const { code, message } of found) {
    const at = positions.ofValue(schema, 'pattern');
    if (code !== 'exponential-pattern') diagnostics.warning(code, message, at);
    // Validators of a document leave it out: see `isAsserted`.
    else if (leavesOut) diagnostics.warning(code, `${message}; until then validators do not check it`, at);
    else diagnostics.error(code, message, at);
  }
  const names = own(schema, 'patternProperties');
  const use: PatternUse = { keyword: 'patternProperties', longest: readLengthBound(own(schema, 'propertyNames')) };
  if (!isJsonObject(names)) return;
  for (const name of Object.keys(names))
    for (const { code, message } of describe(name, use)) {
      const at = positions.ofKey(names, name);
      if (code !== 'exponential-pattern') diagnostics.warning(code, message, at);
      else reportFault(options, { code, message, at }, leaveOutPattern(schema, names, name));
    }
}

/** Leaves out a pattern of names, and `additionalProperties`, which would reject the names that it matched. */
export function leaveOutPattern(schema: JsonObject, patterns: JsonObject, pattern: string): Repair {
  const { done, edits } = leaveOut(patterns, pattern);
  const closing = 'additionalProperties' in schema ? [{ owner: schema, key: 'additionalProperties' }] : [];
  return { done, edits: [...edits, ...closing] };
}

function describe(pattern: string, use: PatternUse): readonly PatternComplaint[] {
  const flags = regexFlags(pattern);
  if (flags === undefined) return [];
  const complaint = describeVerdict(analyzePattern(pattern, flags), use) ?? [];
  const message = `${subject(use)} is not a regular expression in Unicode mode and is read in the older syntax, in which a character beyond U+FFFF counts as two; escape only what needs it`;
  return [flags === '' ? { code: 'older-pattern' as const, message } : [], complaint].flat();
}

/** Describes a pattern that can be slow; `undefined` for any other. */
function describeVerdict(verdict: Verdict, use: PatternUse): PatternComplaint | undefined {
  switch (verdict.kind) {
    case 'linear':
      return undefined;
    case 'polynomial':
      return describePolynomial(verdict, use);
    case 'exponential':
      return {
        code: 'exponential-pattern',
        message: `${subject(use)} takes exponential time, for example on ${printAttack(verdict.attack, Math.min(verdict.bound, 30))}; write it so that a text can match in one way only, as "a+" in place of "(a+)+"`,
      };
    case 'unknown': {
      if (use.longest <= unjudged) return undefined;
      const message = `how long ${subject(use)} can take is not known, as ${verdict.reason}; write it another way or add ${describeBound(use)} of at most ${unjudged}`;
      return { code: 'unjudged-pattern', message };
    }
  }
}

function describePolynomial(
  { degree, weight, attack }: Verdict & { readonly kind: 'polynomial' },
  use: PatternUse,
): PatternComplaint | undefined {
  const most = (harmless / weight) ** (1 / degree);
  const unit = 10 ** Math.floor(Math.log10(most));
  // One digit that is not zero is enough.
  const limit = Math.floor(most / unit) * unit;
  const bears = degree === 1 && weight * long <= harmless * 10;
  if (bears || use.longest <= limit) return undefined;
  const text = printAttack(attack, repetitions[degree] ?? 300);
  const growth = [undefined, 'a large multiple', 'the square', 'the cube'][degree] ?? `power ${degree}`;
  const fixes = [
    ...(limit < shortest ? [] : [`add ${describeBound(use)} of at most ${limit}`]),
    'bound what repeats',
    'let no two repetitions in a row match the same characters',
  ];
  return {
    code: 'slow-pattern',
    message: `${subject(use)} takes time that grows with ${growth} of the text's length, for example on ${text}; ${fixes.slice(0, -1).join(', ')} or ${fixes.at(-1)}`,
  };
}

function subject({ keyword }: PatternUse): string {
  return keyword === 'pattern' ? '"pattern"' : 'this pattern of property names';
}

function describeBound({ keyword }: PatternUse): string {
  return keyword === 'pattern' ? `a "${patternBound}"` : `"propertyNames" with a "${patternBound}"`;
}

/** Repetitions that an attack shows, by degree: enough for seconds. */
const repetitions: Readonly<Record<number, number>> = { 1: 50_000, 2: 50_000, 3: 2000 };

/** Prints an attack as an expression of JavaScript: `"a".repeat(30) + "!"`. */
function printAttack({ pumps, suffix }: Attack, times: number): string {
  const shown = pumps.slice(0, 3);
  const parts = shown.flatMap(({ before, pump }) => [
    ...(before === '' ? [] : [quote(before)]),
    `${quote(pump)}.repeat(${times})`,
  ]);
  const rest = shown.length < pumps.length ? ['and so on'] : suffix === '' ? [] : [quote(suffix)];
  return [...parts, ...rest].join(' + ');
}

/** Prints a text in quotes, with escapes for characters beyond ASCII. */
function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return JSON.stringify(short).replaceAll(/[^ -~]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}

function readLengthBound(schema: Json | undefined): number {
  const value = isJsonObject(schema) ? own(schema, patternBound) : undefined;
  return typeof value === 'number' ? value : Infinity;
}

function own(schema: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(schema, key) ? schema[key] : undefined;
}
