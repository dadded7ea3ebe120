import { decodePercent, isJsonObject, type Json } from '@speccast/runtime';
import { HttpError, type HttpErrorDetails } from '@speccast/runtime/requests';
import type { Call } from '../plan/plan.js';
import { missingCredentials } from '../request/credentials.js';
import { partsAsked } from '../rows/parts.js';
import { missing } from '../rows/rows.js';
import { stringsOf, valueAt, valuesAt } from '../values/json-path.js';
import type { BoundRule, ParameterRules } from './vendor-rules.js';

/** Checks the undocumented rules of the real service. */
export function checkVendor(call: Call): void {
  checkDeclared(call);
  checkParts(call);
  checkParameterRules(call);
  checkBatches(call);
  checkLanguage(call);
  checkBody(call);
}

function checkDeclared({ params, plan, emulator }: Call): void {
  if (plan.operation.openParameters === true) return;
  const { parameters = [] } = emulator.vendor?.settings ?? {};
  const known = new Set([
    ...parameters,
    ...(plan.operation.parameters ?? []).map(({ name, property }) => property ?? name),
    ...Object.keys(plan.behaviour.sets ?? {}),
  ]);
  const other = Object.keys(params).find((name) => !known.has(name));
  if (other !== undefined)
    throw badRequest('unexpectedParameter', `The operation has no parameter ${other}.`, at(other, 'parameter'));
}

/** The parts parameter is required, its values must be parts, and the body must have no other part. */
function checkParts(call: Call): void {
  const { parts, body: validator } = call.plan;
  if (parts === undefined) return;
  const { parameter, values, always } = parts;
  const asked = partsAsked(call);
  if (asked.length === 0) throw missing(parameter);
  const unknown = asked.find((name) => !values.includes(name));
  if (unknown !== undefined)
    throw badRequest('unknownPart', `There is no part ${unknown}.`, at(parameter, 'parameter'));
  if (validator === undefined || !isJsonObject(call.body)) return;
  const extra = Object.keys(call.body).find(
    (name) => values.includes(name) && !asked.includes(name) && !always.includes(name),
  );
  if (extra !== undefined)
    throw badRequest(
      'unexpectedPart',
      `The body holds ${extra}, which ${parameter} does not name.`,
      at(parameter, 'parameter'),
    );
}

function checkBatches({ params, emulator }: Call): void {
  for (const [name, rule] of Object.entries(emulator.vendor?.settings?.batches ?? {})) {
    const count = stringsOf(params[name]).length;
    if (count > rule.atMost)
      throw badRequest(
        rule.reason ?? 'invalidParameter',
        `${name} takes at most ${rule.atMost} values, not ${count}.`,
        at(name, 'parameter'),
      );
  }
}

function checkLanguage({ params, plan, emulator, tables }: Call): void {
  const rule = emulator.vendor?.settings?.languages;
  const declared = plan.operation.parameters?.some(({ name }) => name === rule?.parameter) === true;
  if (rule === undefined || !declared) return;
  const sent = params[rule.parameter];
  if (sent === undefined || sent === '') return;
  const code = String(sent).replaceAll('_', '-').toLowerCase();
  const known = tables.list(rule.table).map((row) => String(valueAt(row, rule.column)).toLowerCase());
  if (known.includes(code) || known.includes(code.split('-')[0] ?? '')) return;
  throw badRequest(
    rule.reason ?? 'invalidLanguage',
    `There is no language ${String(sent)}.`,
    at(rule.parameter, 'parameter'),
  );
}

function checkBody(call: Call): void {
  const { required = [], partRequires = {}, lengths = {}, issued = {} } = call.plan.vendor ?? {};
  const { body } = call;
  const reasons = call.plan.behaviour.requires ?? {};
  for (const path of required) if (isMissing(body, path)) throw missing(path, reasons[path] ?? 'required', 'body');
  const written = new Set(partsAsked(call));
  for (const [path, reason] of Object.entries(partRequires)) {
    if (written.has(path.split('.')[0] ?? path) && isMissing(body, path)) throw missing(path, reason, 'body');
  }
  for (const [path, rule] of Object.entries(lengths)) checkLength(body, path, rule);
  for (const [path, reason] of Object.entries(issued)) checkIssued(call, path, reason);
}

function isMissing(body: Json | undefined, path: string): boolean {
  const value = valueAt(body, path);
  return value === undefined || value === null || value === '';
}

/** Counts code points, not UTF-16 code units. */
function checkLength(body: Json | undefined, path: string, { atMost, reason = 'invalidValue' }: BoundRule): void {
  const texts = valuesAt(body, path).filter((one) => typeof one === 'string');
  const length = texts.reduce((sum, text) => sum + [...text].length, 0);
  if (length > atMost)
    throw badRequest(reason, `${path} holds ${length} characters; there can be at most ${atMost}.`, at(path, 'body'));
}

function checkIssued({ body, tables }: Call, path: string, reason: string): void {
  const value = valueAt(body, path);
  if (value === undefined || value === null || value === '') return;
  const [, key] = /\/__media\/([^?#]+)$/.exec(String(value)) ?? [];
  if (key !== undefined && tables.blob(key.split('/').map(decodePercent).join('/')) !== undefined) return;
  throw badRequest(reason, `${path} has to be an address that an upload answered.`, at(path, 'body'));
}

function at(location: string, locationType: 'parameter' | 'body'): HttpErrorDetails {
  return { location, locationType };
}

function badRequest(reason: string, message: string, details: HttpErrorDetails): HttpError {
  return new HttpError(400, reason, message, details);
}

/** Rejects parameters that exclude each other (400), lack others (400) or require a token (401). */
function checkParameterRules(call: Call): void {
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
  if (guarded !== undefined && call.caller === undefined) throw missingCredentials(true, guarded);
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

/** The missing parameter, or value of a parameter. */
function lackOf({ params }: Call, needed: Json, isSent: (name: string) => boolean): string | undefined {
  if (!isJsonObject(needed)) return stringsOf(needed).find((name) => !isSent(name));
  const lacking = Object.entries(needed).find(([name, value]) => !isOnly(params[name], value));
  return lacking && `${lacking[0]}=${String(lacking[1])}`;
}

function isOnly(sent: Json | undefined, value: Json): boolean {
  const texts = stringsOf(sent);
  return texts.length > 0 && texts.every((one) => one === String(value));
}

/** A flag that is false counts as absent. */
function isGiven(value: Json | undefined): boolean {
  if (value === undefined || value === '' || value === false || value === 'false') return false;
  return !Array.isArray(value) || value.length > 0;
}

function unfit({ reasons = {} }: ParameterRules, location: string, usual: string, message: string): HttpError {
  return new HttpError(400, reasons[location] ?? usual, message, { location, locationType: 'parameter' });
}

function among(reason: string, message: string): HttpError {
  return new HttpError(400, reason, message, { location: 'parameters', locationType: 'other' });
}
