import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { missingCredentials } from '../request/credentials.js';
import { stringsOf, valueAt } from '../values/json-path.js';
import type { Call, Caller } from '../plan/plan.js';
import { missing } from '../rows/rows.js';

/** The value of a parameter that callers may send in the query or as a member of the body. */
export function inputOf(call: Call, name: string): Json | undefined {
  return call.params[name] ?? (isJsonObject(call.body) ? valueAt(call.body, name) : undefined);
}

/** The text of such a value; refuses (400) where it is missing. */
export function requireInput(call: Call, name: string): string {
  const [text] = stringsOf(inputOf(call, name));
  if (text === undefined) throw missing(name);
  return text;
}

/** The texts of such a value, each once; refuses (400) where there is none. */
export function requireInputs(call: Call, name: string): readonly string[] {
  const texts = [...new Set(stringsOf(inputOf(call, name)))];
  if (texts.length === 0) throw missing(name);
  return texts;
}

/** Who is calling; refuses (401) a call without a token. */
export function requireCaller(call: Call): Caller {
  if (call.caller === undefined) throw missingCredentials(true);
  return call.caller;
}

/** An option of the capability that has to be text: a mistake in the spec where it is not. */
export function textOption(options: JsonObject, name: string): string {
  const value = options[name];
  if (typeof value !== 'string') throw new Error(`The capability needs the option ${name}.`);
  return value;
}
