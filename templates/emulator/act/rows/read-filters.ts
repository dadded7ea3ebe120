import type { Json } from '@speccast/runtime';
import { readMember } from '@speccast/runtime/requests';
import type { FilterRule } from '../../plan/behaviour.js';
import type { Call, OperationPlan } from '../../plan/plan.js';
import { readOnce } from '../../plan/read-once.js';
import { stringAt, valueAt } from '../../values/json-path.js';

/** Reads the value of a parameter by its rule. Empty strings, empty lists and false flags count as absent. */
export function readFilter(call: Call, name: string, rule: FilterRule): Json | undefined {
  const value = paramAt(call, name);
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return rule.default;
  if (!Array.isArray(value) && rule.every?.includes(value) === true) return undefined;
  const isFlag = rule.equals !== undefined || (rule.related !== undefined && rule.related.path === undefined);
  if (isFlag && (value === false || value === 'false')) return undefined;
  const path = typeof value === 'string' ? readMember(rule.own, value) : undefined;
  const { caller } = call.emulator.settings;
  const own = path && caller && call.caller && call.tables.get(caller.table, call.caller.ownId);
  return (own && stringAt(own, path)) ?? value;
}

/** Returns whether a call lists rows by their ids. */
export function isByIds(call: Call): boolean {
  return listFilters(call).some(({ rule }) => rule.ids);
}

/** Reads the value of a parameter, or of a property of a parameter that is an object: `page.size`. */
export function paramAt({ params }: Call, name: string): Json | undefined {
  return params[name] ?? valueAt(params, name);
}

/** A rule and the value of its parameter. */
export interface Filter {
  readonly name: string;
  readonly rule: FilterRule;
  readonly value: Json;
}

/** Lists the filters that a call sends, in the order of the spec. */
export function listFilters(call: Call): readonly Filter[] {
  return listFilterRules(call.plan).flatMap(([name, rule]) => {
    const value = readFilter(call, name, rule);
    return value === undefined ? [] : { name, rule, value };
  });
}

/** Lists the rules of an operation's parameters, selectors first. */
export const listFilterRules: (plan: OperationPlan) => readonly (readonly [name: string, rule: FilterRule])[] =
  readOnce(({ behaviour }) => Object.entries({ ...behaviour.selectors, ...behaviour.filters }));
