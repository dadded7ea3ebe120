import type { ReferenceRule, ResourceRules, VisibilityRule } from '../../plan/behaviour.js';
import type { EmulatorPlan, ResourcePlan } from '../../plan/plan.js';
import { readAction, type RuleDraft } from '../../plan/rule.js';

/** The rules of one table. Rules for writing are included only if callers can write its rows. */
export function tableRules({ table, rules }: ResourcePlan, { operations }: EmulatorPlan): readonly RuleDraft[] {
  const writes = operations.filter(({ behaviour }) => {
    const action = readAction(behaviour);
    return action['perform'] === undefined && [action['insert'], action['update'], action['delete']].includes(table);
  });
  const stores = writes.some(({ behaviour }) => readAction(behaviour)['delete'] === undefined);
  return [
    ...(rules.visibility ?? []).map((rule, index) => visibilityRule(table, rule, index)),
    ...(stores ? storeRules(table, rules) : []),
    ...(writes.length > 0 && rules.closed !== undefined ? [closedRule(table, rules.closed)] : []),
  ];
}

function visibilityRule(table: string, rule: VisibilityRule, index: number): RuleDraft {
  const whose = rule.through === undefined ? '' : ` of what its ${rule.through} names`;
  const what =
    rule.lacks !== undefined
      ? `it has no ${rule.lacks}`
      : rule.path === undefined
        ? `the entry of ${rule.table ?? table} that its ${rule.through ?? 'id'} names is seen`
        : `${rule.path}${whose} is ${(rule.oneOf ?? []).join(' or ')}`;
  const unless = rule.unless === undefined ? '' : `, or by its ${rule.unless}`;
  return {
    name: `visibility/${index}`,
    kind: 'visibility',
    hides: rule,
    text: `An entry of ${table} is seen where ${what}${unless}.`,
    fix: 'Nothing is wrong: the entry is hidden from this caller.',
  };
}

function storeRules(table: string, rules: ResourceRules): readonly RuleDraft[] {
  const { order, enums = {} } = rules;
  return [
    ...Object.entries(enums).map(([path, values]): RuleDraft => {
      const list = values.join(', ');
      const text = `The ${path} of an entry of ${table} is one of ${list}.`;
      return {
        name: `enums/${path}`,
        kind: 'enum',
        status: 400,
        reasons: ['invalidValue'],
        location: path,
        path,
        text,
        fix: `Send one of ${list} as ${path}.`,
      };
    }),
    ...(rules.references ?? []).flatMap((one) => (one.path === rules.owner ? [] : referenceRules(table, rules, one))),
    ...(order === undefined ? [] : [orderRule(order.position, order.within, order.reason)]),
  ];
}

function referenceRules(table: string, { errors }: ResourceRules, rule: ReferenceRule): readonly RuleDraft[] {
  const { path, table: other, status = 404, reason = errors?.notFound ?? 'notFound' } = rule;
  const base = { kind: 'reference', path } as const;
  const name = `references/${path}`;
  const what = rule.column === undefined ? 'the id' : `the ${rule.column}`;
  const exists: RuleDraft = {
    ...base,
    name,
    status,
    reasons: [reason],
    location: path,
    text: `The ${path} of an entry of ${table} is ${what} of an entry of ${other}.`,
    fix: `Send ${what} of an entry of ${other} that the caller may see.`,
  };
  const owned: RuleDraft = {
    ...base,
    name: `${name}/owned`,
    status: 403,
    location: '',
    got: 'what belongs to somebody else',
    text: `What the ${path} of an entry of ${table} names belongs to the caller.`,
    fix: `Name an entry of ${other} of your own, or send the token of its owner.`,
  };
  return rule.owned === true ? [exists, owned] : [exists];
}

function closedRule(
  table: string,
  { status = 403, reason = 'forbidden' }: NonNullable<ResourceRules['closed']>,
): RuleDraft {
  const text = `Entries of ${table} that the service keeps are not written by callers.`;
  return {
    name: 'closed',
    kind: 'closed',
    got: 'an entry that the service keeps',
    status,
    reasons: [reason],
    location: '',
    text,
    fix: 'Name an entry that was made by a caller.',
  };
}

function orderRule(position: string, within: string, reason = 'invalidPosition'): RuleDraft {
  const text = `The ${position} is a number from 0 to the number of entries with the same ${within}.`;
  return {
    name: 'order',
    kind: 'order',
    status: 400,
    reasons: [reason],
    location: position,
    path: position,
    text,
    fix: `Send a smaller ${position} that is not negative, or leave it out to take the last place.`,
  };
}
