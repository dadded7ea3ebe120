import { isJsonObject, type Json } from '@speccast/runtime';
import { textsOf, valueAt, valuesAt } from '../values/json-path.js';
import { partsAsked } from '../rows/parts.js';
import { Refusal, type Call, type RefusalDetails } from '../plan/plan.js';
import { decode } from '../request/query.js';
import { missing } from '../rows/rows.js';
import { checkParameterRules } from './check-parameter-rules.js';
import type { BoundRule } from './vendor-rules.js';

/** Refuses what the real service refuses and its documents do not speak of. */
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
    throw refuse('unexpectedParameter', `The operation has no parameter ${other}.`, at(other, 'parameter'));
}

/** Parts have to be named, be parts, and be all that the body holds. */
function checkParts(call: Call): void {
  const { parts, body: validator } = call.plan;
  if (parts === undefined) return;
  const { parameter, values, always } = parts;
  const asked = partsAsked(call);
  if (asked.length === 0) throw missing(parameter);
  const unknown = asked.find((name) => !values.includes(name));
  if (unknown !== undefined) throw refuse('unknownPart', `There is no part ${unknown}.`, at(parameter, 'parameter'));
  if (validator === undefined || !isJsonObject(call.body)) return;
  const extra = Object.keys(call.body).find(
    (name) => values.includes(name) && !asked.includes(name) && !always.includes(name),
  );
  if (extra !== undefined)
    throw refuse(
      'unexpectedPart',
      `The body holds ${extra}, which ${parameter} does not name.`,
      at(parameter, 'parameter'),
    );
}

function checkBatches({ params, emulator }: Call): void {
  for (const [name, rule] of Object.entries(emulator.vendor?.settings?.batches ?? {})) {
    const count = textsOf(params[name]).length;
    if (count > rule.atMost)
      throw refuse(
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
  throw refuse(
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

/** Counts characters as people do, not as UTF-16. */
function checkLength(body: Json | undefined, path: string, { atMost, reason = 'invalidValue' }: BoundRule): void {
  const texts = valuesAt(body, path).filter((one) => typeof one === 'string');
  const length = texts.reduce((sum, text) => sum + [...text].length, 0);
  if (length > atMost)
    throw refuse(reason, `${path} holds ${length} characters; there can be at most ${atMost}.`, at(path, 'body'));
}

function checkIssued({ body, tables }: Call, path: string, reason: string): void {
  const value = valueAt(body, path);
  if (value === undefined || value === null || value === '') return;
  const [, key] = /\/__media\/([^?#]+)$/.exec(String(value)) ?? [];
  if (key !== undefined && tables.blob(key.split('/').map(decode).join('/')) !== undefined) return;
  throw refuse(reason, `${path} has to be an address that an upload answered.`, at(path, 'body'));
}

function at(location: string, locationType: 'parameter' | 'body'): RefusalDetails {
  return { location, locationType };
}

function refuse(reason: string, message: string, details: RefusalDetails): Refusal {
  return new Refusal(400, reason, message, details);
}
