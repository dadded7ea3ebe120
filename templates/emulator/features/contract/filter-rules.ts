import type { FilterRule } from '../../plan/behaviour.js';
import type { OperationPlan } from '../../plan/plan.js';
import { readAction, type RuleDraft } from '../../plan/rule.js';

/** The rules of the parameters that select rows of a list. */
export function filterRules({ behaviour }: OperationPlan): readonly RuleDraft[] {
  const { selectors = {}, filters = {} } = behaviour;
  const names = Object.keys(selectors);
  const one: RuleDraft = {
    name: 'selectors',
    kind: 'selector',
    status: 400,
    reasons: ['missingRequiredParameter'],
    location: 'parameters',
    got: 'none of them',
    text: `The request has one of the parameters ${names.join(', ')}.`,
    fix: `Send ${names.join(' or ')}.`,
  };
  const isList = readAction(behaviour)['list'] !== undefined && readAction(behaviour)['perform'] === undefined;
  return [
    ...(isList && names.length > 0 ? [one] : []),
    ...Object.entries(selectors).flatMap(([name, rule]) => rulesOf('selector', name, rule)),
    ...Object.entries(filters).flatMap(([name, rule]) => rulesOf('filter', name, rule)),
  ];
}

function rulesOf(kind: 'selector' | 'filter', parameter: string, rule: FilterRule): readonly RuleDraft[] {
  const base = { kind, parameter, location: parameter };
  const name = `${kind}s/${parameter}`;
  return [
    ...(rule.token === undefined || rule.token === false ? [] : [tokenRule(name, base, rule.token)]),
    ...(rule.values === undefined ? [] : [valuesRule(rule.table === undefined ? name : `${name}/values`, base, rule)]),
    ...(rule.table === undefined ? [] : [existsRule(name, base, rule)]),
    ...(rule.owned === true ? [ownedRule(name, base)] : []),
  ];
}

type Base = Pick<RuleDraft, 'kind'> & { readonly parameter: string; readonly location: string };

function tokenRule(name: string, base: Base, token: true | readonly string[]): RuleDraft {
  const values = token === true ? '' : ` with the value ${token.join(' or ')}`;
  return {
    ...base,
    name: `${name}/token`,
    status: 401,
    text: `The parameter ${base.parameter}${values} needs a token.`,
    fix: 'Send the token of a user as Authorization: Bearer.',
  };
}

function valuesRule(name: string, base: Base, { values = [], reason = 'invalidParameter' }: FilterRule): RuleDraft {
  const list = values.join(', ');
  const text = `The parameter ${base.parameter} is one of ${list}.`;
  return { ...base, name, status: 400, reasons: [reason], text, fix: `Send one of ${list} as ${base.parameter}.` };
}

function existsRule(name: string, base: Base, rule: FilterRule): RuleDraft {
  const { table = '', column, status = 404, reason = 'notFound' } = rule;
  const what = column === undefined ? 'the id' : `the ${column}`;
  const text = `The parameter ${base.parameter} is ${what} of an entry of ${table}.`;
  return {
    ...base,
    name,
    status,
    reasons: [reason],
    text,
    fix: `Send ${what} of an entry of ${table} that the caller may see.`,
  };
}

function ownedRule(name: string, base: Base): RuleDraft {
  const text = `What the parameter ${base.parameter} names belongs to the caller.`;
  return {
    ...base,
    name: `${name}/owned`,
    status: 403,
    location: '',
    text,
    fix: 'Name what is your own, or send the token of its owner.',
  };
}
