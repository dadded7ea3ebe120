import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { memberAt, readJsonSchema, withMember } from '@speccast/runtime/requests';
import { sampleSchema } from '@speccast/runtime/samples';
import { numbersFrom } from '../ids.js';
import { realistic } from './realistic.js';
import { unsampled } from './find-unsampled.js';

const mostAttempts = 16;

/** Maximum number of schemas that are visited for one value. Values of real documents have far fewer. */
const mostSchemas = 20_000;

/** A schema without a validator, and the root of its references. */
export interface BareSchema {
  readonly schema: Json;
  readonly root: JsonObject;
}

/**
 * Generates a value that a validator accepts, always the same for the same seed string and first attempt. Only the attempts 0 and 1
 * use examples and defaults. Seed strings that end in a number (`1 hats 2`) belong to rows, whose enums get different values. Leaves out
 * members for which it finds no value; returns undefined if the value itself is not accepted. For a schema without a validator, returns
 * the first value.
 */
export function sample(of: Validator<unknown> | BareSchema, text: string, first: number = 0): Json | undefined {
  const isBare = 'root' in of;
  const root = isBare ? of.root : (readJsonSchema(of) ?? {});
  const schema = isBare ? of.schema : root;
  const tried: Json[] = [];
  const [, number] = / (\d{1,9})$/.exec(text) ?? [];
  const turn = number === undefined ? undefined : Number(number) - 1;
  const context = { style: realistic, root, depth: 0 };
  for (let attempt = first; attempt < mostAttempts; attempt += 1) {
    const next = numbersFrom(`${text} ${attempt}`);
    const value = sampleSchema(schema, { ...context, next, attempt, budget: { left: mostSchemas }, turn });
    if (value === undefined) continue;
    if (isBare || of.is(value)) return value;
    tried.push(value);
  }
  if (isBare) return undefined;
  const joined = joinAttempts(of, tried);
  if (joined !== undefined) return joined;
  unsampled.add(of);
  const lenient = { ...context, next: numbersFrom(''), attempt: 0, budget: { left: mostSchemas }, isLenient: true };
  return removeInvalid(of, tried[0] ?? sampleSchema(schema, lenient));
}

/** Removes the members that the validator rejects, although some of them are required; undefined if the value itself is wrong. */
function removeInvalid(validator: Validator<unknown>, value: Json | undefined): Json | undefined {
  let rest = value;
  for (let round = 0; rest !== undefined && round < mostAttempts; round += 1) {
    const issues = validator.check(rest);
    const invalid = issues.filter(({ keyword }) => keyword !== 'required');
    if (invalid.length === 0) return issues.length > 0 || validator.is(rest) ? rest : undefined;
    for (const { path } of invalid.toReversed())
      rest = rest === undefined || path.length === 0 ? undefined : withMember(rest, path, undefined);
  }
  return undefined;
}

/** Replaces invalid members of the first attempt by those of later ones, until the validator accepts the value; undefined if it never does. */
function joinAttempts(validator: Validator<unknown>, [first, ...others]: readonly Json[]): Json | undefined {
  let value = first;
  for (const other of others) {
    if (value === undefined || !isJsonObject(value)) return undefined;
    for (const { path } of validator.check(value)) value = withMember(value, path, memberAt(other, path));
    if (validator.is(value)) return value;
  }
  return undefined;
}
