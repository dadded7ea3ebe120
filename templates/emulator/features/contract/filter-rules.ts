import type { FilterRule } from '../../plan/behaviour.js';
import type { OperationPlan } from '../../plan/plan.js';
import { readAction, type RuleDrafts } from '../../plan/rule.js';

/** Lists the rules of the parameters that select rows of a list. */
export function filterRules({ behaviour }: OperationPlan): RuleDrafts {
  const { selectors = {}, filters = {} } = behaviour;
  const { list, perform } = readAction(behaviour);
  const names = Object.keys(selectors);
  return [
    list !== undefined &&
      perform === undefined &&
      names.length > 0 && {
        name: 'selectors',
        kind: 'selector',
        status: 400,
        reasons: ['missingRequiredParameter'],
        location: 'parameters',
        got: 'none of them',
        text: `The request has one of the parameters ${names.join(', ')}.`,
        fix: `Send ${names.join(' or ')}.`,
      },
    ...Object.entries(selectors).flatMap(([name, rule]) => listRules('selector', name, rule)),
    ...Object.entries(filters).flatMap(([name, rule]) => listRules('filter', name, rule)),
  ];
}

/** Lists the rules of one parameter: its credential, its values, the row that it names, and the owner of that row. */
function listRules(kind: 'selector' | 'filter', parameter: string, rule: FilterRule): RuleDrafts {
  const { token, values, table, column, status = 404, reason, owned } = rule;
  const name = `${kind}s/${parameter}`;
  const base = { kind, parameter, location: parameter } as const;
  const allowed = values?.join(', ');
  const key = column === undefined ? 'the id' : `the ${column}`;
  return [
    token && {
      ...base,
      name: `${name}/token`,
      status: 401,
      text: `The parameter ${parameter}${token === true ? '' : ` with the value ${token.join(' or ')}`} needs a token.`,
      fix: 'Send the token of a user as Authorization: Bearer.',
    },
    values && {
      ...base,
      name: table === undefined ? name : `${name}/values`,
      status: 400,
      reasons: [reason ?? 'invalidParameter'],
      text: `The parameter ${parameter} is one of ${allowed}.`,
      fix: `Send one of ${allowed} as ${parameter}.`,
    },
    table !== undefined && {
      ...base,
      name,
      status,
      reasons: [reason ?? 'notFound'],
      text: `The parameter ${parameter} is ${key} of an entry of ${table}.`,
      fix: `Send ${key} of an entry of ${table} that the caller may see.`,
    },
    owned && {
      ...base,
      name: `${name}/owned`,
      status: 403,
      location: '',
      text: `What the parameter ${parameter} names belongs to the caller.`,
      fix: 'Name what is your own, or send the token of its owner.',
    },
  ];
}
