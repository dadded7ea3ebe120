import { block } from './statements.js';
import { any, isConstant, not, print } from './condition.js';
import { coverOfOthers } from './cover.js';
import { list, record } from './data.js';
import type { Data } from './data.js';
import { hoistPattern } from './assertion-condition.js';
import { isDeclared, matches } from './matches.js';
import { isFree } from '../plan/plan.js';
import type { Check, MembersCheck, Plan } from '../plan/plan.js';
import { look } from './scope.js';
import type { Scope } from './scope.js';
import { contextParameter, printArrow, printVerdict, verdictScope, inner, keyword } from './schema-parts.js';
import { numberLiteral, stringLiteral } from '../../code/syntax/literals.js';

/** Data of `propertyNames`, `patternProperties` and `additionalProperties`. */
export function printMembersKeyword(check: MembersCheck, scope: Scope): readonly Data[] {
  const declared = isDeclared(check, 'key', verdictScope(scope));
  const { additional, names, patterns } = check;
  const concerns = additional !== undefined && !isFree(additional) && !isConstant(declared, true);
  // Where names are refused, all patterns count: none is tried on such a name.
  const judged = patterns.filter(({ plan }) => names !== undefined || !isFree(plan));
  const says: readonly (readonly [string, Data])[] = [
    ...(concerns ? [['additional', inner(additional, scope)] as const] : []),
    ...(concerns && !isConstant(declared, false)
      ? [['isDeclared', printArrow(print(declared), ['key: string'])] as const]
      : []),
    ...(names === undefined || isFree(names) ? [] : [['isName', printVerdict(names, scope)] as const]),
    ...(judged.length === 0 ? [] : [['patterns', list(judged.map((one) => printPattern(one, scope)))] as const]),
  ];
  return says.length === 0 ? [] : keyword(scope, 'objects', 'checkMembers', record(says));
}

function printPattern({ pattern, flags, plan }: MembersCheck['patterns'][number], scope: Scope): Data {
  return list([hoistPattern(pattern, flags, scope), stringLiteral(pattern), inner(plan, scope)]);
}

/** Data of `prefixItems`, `items` and `contains`. */
export function printArrayKeyword(
  check: Extract<Check, { kind: 'items' | 'contains' }>,
  scope: Scope,
): readonly Data[] {
  if (check.kind === 'contains') {
    const bounds = check.most === undefined && check.least === 1 ? [] : [numberLiteral(check.least)];
    const most = check.most === undefined ? [] : [numberLiteral(check.most)];
    return keyword(scope, 'arrays', 'checkContains', printVerdict(check.plan, scope), ...bounds, ...most);
  }
  const { prefix, rest } = check;
  const from = prefix.length === 0 ? [] : [numberLiteral(prefix.length)];
  return [
    ...(prefix.every(isFree)
      ? []
      : keyword(scope, 'arrays', 'checkPrefixItems', list(prefix.map((one) => inner(one, scope))))),
    ...(rest === undefined || isFree(rest) ? [] : keyword(scope, 'arrays', 'checkItems', inner(rest, scope), ...from)),
  ];
}

/** Data of `unevaluatedProperties` and `unevaluatedItems`: a function says which members other keywords evaluate. */
export function printUnevaluated(
  check: Extract<Check, { kind: 'unevaluatedItems' | 'unevaluatedProperties' }>,
  plan: Plan,
  scope: Scope,
): readonly Data[] {
  const isObject = check.kind === 'unevaluatedProperties';
  const of = isObject ? 'key' : 'index';
  const inside = verdictScope(scope);
  const { covered: ofOthers, variables } = coverOfOthers(plan, of, of, inside);
  const names = isObject ? plan.checks.flatMap((one) => (one.kind === 'members' ? (one.names ?? []) : [])) : [];
  const covered = any([...names.map((one) => not(matches(one, look(inside, 'key')))), ofOthers]);
  if (isFree(check.plan) || isConstant(covered, true)) return [];
  const member = printArrow(print(covered), [isObject ? 'key: string' : 'index: number']);
  const body = variables.length === 0 ? member : block('', [...variables, `return ${member};`]).join('\n');
  const value = isObject ? 'value: Readonly<Record<string, unknown>>' : 'value: readonly unknown[]';
  const cover = printArrow(body, [value, contextParameter(scope)]);
  const [file, name] = isObject ? ['objects', 'checkUnevaluatedProperties'] : ['arrays', 'checkUnevaluatedItems'];
  return keyword(scope, file, name, inner(check.plan, scope), cover);
}
