import { isJsonObject, type Json } from '@speccast/runtime';
import { refuse } from '../request/credentials.js';
import { textsOf } from '../values/json-path.js';
import { Refusal, type Call } from '../plan/plan.js';
import type { ParameterRules } from './vendor-rules.js';

/** Refuses parameters that do not go together (400), lack others (400) or need a token (401). */
export function checkParameterRules(call: Call): void {
  const rules = call.plan.vendor?.parameters;
  if (rules === undefined) return;
  const isSent = (name: string): boolean => isGiven(call.params[name]);
  checkCounts(rules, isSent);
  for (const [name, others] of Object.entries(rules.excludes ?? {})) {
    const other = isSent(name) ? others.find(isSent) : undefined;
    if (other !== undefined) throw unfit(rules, name, 'incompatibleParameters', `${other} does not go with ${name}.`);
  }
  for (const [name, needed] of Object.entries(rules.requires ?? {})) {
    const lacking = isSent(name) ? lackOf(call, needed, isSent) : undefined;
    if (lacking !== undefined) throw unfit(rules, name, 'incompatibleParameters', `${name} needs ${lacking}.`);
  }
  const guarded = rules.token?.find(isSent);
  if (guarded !== undefined && call.caller === undefined) throw refuse(true, guarded);
}

function checkCounts(rules: ParameterRules, isSent: (name: string) => boolean): void {
  const { exactlyOne = [], atMostOne = [] } = rules;
  if (exactlyOne.length > 0 && !exactlyOne.some(isSent))
    throw among('missingRequiredParameter', `No filter selected. Expected one of: ${exactlyOne.join(', ')}.`);
  for (const names of [exactlyOne, atMostOne]) {
    const sent = names.filter(isSent);
    if (sent.length > 1) throw among('incompatibleParameters', `Only one of these can be sent: ${sent.join(', ')}.`);
  }
}

/** What is missing of a need: another parameter, or a value of one. */
function lackOf({ params }: Call, needed: Json, isSent: (name: string) => boolean): string | undefined {
  if (!isJsonObject(needed)) return textsOf(needed).find((name) => !isSent(name));
  const lacking = Object.entries(needed).find(([name, value]) => !isOnly(params[name], value));
  return lacking && `${lacking[0]}=${String(lacking[1])}`;
}

function isOnly(sent: Json | undefined, value: Json): boolean {
  const texts = textsOf(sent);
  return texts.length > 0 && texts.every((one) => one === String(value));
}

/** A flag that is false counts as absent. */
function isGiven(value: Json | undefined): boolean {
  if (value === undefined || value === '' || value === false || value === 'false') return false;
  return !Array.isArray(value) || value.length > 0;
}

function unfit({ reasons = {} }: ParameterRules, location: string, usual: string, message: string): Refusal {
  return new Refusal(400, reasons[location] ?? usual, message, { location, locationType: 'parameter' });
}

function among(reason: string, message: string): Refusal {
  return new Refusal(400, reason, message, { location: 'parameters', locationType: 'other' });
}
