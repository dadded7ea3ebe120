import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Operation } from '../api.js';
import type { ServiceErrors } from '../service/service.js';
import type { Lowering } from '../lowering.js';

/** What an operation says about its errors, their repetition and its cost: `x-reasons`, `x-idempotent`, `x-quota`. */
export function lowerCallFacts(node: JsonObject): Pick<Operation, 'reasons' | 'idempotent' | 'quota'> {
  const reasons = reasonsOf(node);
  const quota = node['x-quota'];
  const { cost, bucket } = isJsonObject(quota) ? quota : {};
  return {
    ...(reasons.length > 0 && { reasons }),
    ...(node['x-idempotent'] === true && { idempotent: true as const }),
    ...(typeof cost === 'number' && {
      quota: { cost, ...(typeof bucket === 'string' && bucket !== 'default' && { bucket }) },
    }),
  };
}

/** What the service says about the errors of all operations; reports time zones and reasons that nobody knows. */
export function lowerServiceErrors(
  lowering: Lowering,
  operations: readonly Pick<Operation, 'reasons'>[],
): Omit<ServiceErrors, 'typeName'> | undefined {
  const { root } = lowering;
  const reasons = reasonsOf(root);
  const known = new Set([...reasons, ...operations.flatMap((one) => one.reasons ?? [])]);
  const retry = objectAt(root, 'x-retry');
  const quota = lowerQuota(lowering, known);
  const errors = {
    ...(reasons.length > 0 && { reasons }),
    ...(retry['reasons'] !== undefined && { retryReasons: knownReasons(lowering, retry, 'reasons', known) }),
    ...(retry['final'] !== undefined && { finalReasons: knownReasons(lowering, retry, 'final', known) }),
    ...(quota !== undefined && { quota }),
  };
  return Object.keys(errors).length === 0 ? undefined : errors;
}

function lowerQuota(lowering: Lowering, known: ReadonlySet<string>): ServiceErrors['quota'] {
  const node = objectAt(lowering.root, 'x-quota-reset');
  const zone = node['zone'];
  if (typeof zone !== 'string') return undefined;
  if (!isTimeZone(zone)) {
    const { diagnostics, document } = lowering;
    const message = `no time zone is called ${JSON.stringify(zone)}`;
    diagnostics.error('unknown-time-zone', message, document.positions.ofValue(node, 'zone'));
    return undefined;
  }
  return { timeZone: zone, reasons: knownReasons(lowering, node, 'reasons', known) };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The reasons of a list; one that no error has is most likely misspelt. */
function knownReasons(
  { diagnostics, document }: Lowering,
  node: JsonObject,
  key: string,
  known: ReadonlySet<string>,
): readonly string[] {
  const texts = stringsOf(node[key]);
  texts.forEach((reason, index) => {
    if (known.has(reason)) return;
    const message = `no "x-reasons" names ${JSON.stringify(reason)}${didYouMean(reason, known)}`;
    const list = node[key];
    const at = Array.isArray(list) ? document.positions.ofValue(list, index) : document.positions.ofValue(node, key);
    diagnostics.warning('unknown-reason', message, at);
  });
  return texts;
}

/** The reasons of all statuses, each once. */
function reasonsOf(node: JsonObject): readonly string[] {
  const byStatus = Object.entries(objectAt(node, 'x-reasons')).filter(([key]) => !key.startsWith('x-'));
  return [...new Set(byStatus.flatMap(([, reasons]) => stringsOf(reasons)))];
}

function objectAt(node: JsonObject, key: string): JsonObject {
  const value = node[key];
  return value !== undefined && isJsonObject(value) ? value : {};
}

function stringsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
