import type { ReferenceRule, ResourceRules, VisibilityRule } from '../../plan/behaviour.js';
import type { EmulatorPlan, ResourcePlan } from '../../plan/plan.js';
import { readAction, type RuleDraft, type RuleDrafts } from '../../plan/rule.js';

/** Lists the rules of one table. Rules for writing are included only if callers can write its rows. */
export function tableRules({ table, rules }: ResourcePlan, { operations }: EmulatorPlan): RuleDrafts {
  const { visibility = [], enums = {}, references = [], owner, order, closed } = rules;
  const writes = operations
    .map(({ behaviour }) => readAction(behaviour))
    .filter((one) => one['perform'] === undefined && [one['insert'], one['update'], one['delete']].includes(table));
  const isStored = writes.some((action) => action['delete'] === undefined);
  return [
    ...visibility.map((rule, index) => visibilityRule(table, rule, index)),
    ...(isStored
      ? [
          ...Object.entries(enums).map(([path, values]) => enumRule(table, path, values.join(', '))),
          ...references.flatMap((one) => (one.path === owner ? [] : referenceRules(table, rules, one))),
        ]
      : []),
    isStored &&
      order && {
        name: 'order',
        kind: 'order',
        status: 400,
        reasons: [order.reason ?? 'invalidPosition'],
        location: order.position,
        path: order.position,
        text: `The ${order.position} is a number from 0 to the number of entries with the same ${order.within}.`,
        fix: `Send a smaller ${order.position} that is not negative, or leave it out to take the last place.`,
      },
    writes.length > 0 &&
      closed && {
        name: 'closed',
        kind: 'closed',
        got: 'an entry that the service keeps',
        status: closed.status ?? 403,
        reasons: [closed.reason ?? 'forbidden'],
        location: '',
        text: `Entries of ${table} that the service keeps are not written by callers.`,
        fix: 'Name an entry that was made by a caller.',
      },
  ];
}

function visibilityRule(table: string, rule: VisibilityRule, index: number): RuleDraft {
  const { through, lacks, path, oneOf = [], unless } = rule;
  let condition = `it has no ${lacks}`;
  if (lacks === undefined)
    condition =
      path === undefined
        ? `the entry of ${rule.table ?? table} that its ${through ?? 'id'} names is seen`
        : `${path}${through === undefined ? '' : ` of what its ${through} names`} is ${oneOf.join(' or ')}`;
  return {
    name: `visibility/${index}`,
    kind: 'visibility',
    hides: rule,
    text: `An entry of ${table} is seen where ${condition}${unless === undefined ? '' : `, or by its ${unless}`}.`,
    fix: 'Nothing is wrong: the entry is hidden from this caller.',
  };
}

function enumRule(table: string, path: string, values: string): RuleDraft {
  return {
    name: `enums/${path}`,
    kind: 'enum',
    status: 400,
    reasons: ['invalidValue'],
    location: path,
    path,
    text: `The ${path} of an entry of ${table} is one of ${values}.`,
    fix: `Send one of ${values} as ${path}.`,
  };
}

function referenceRules(table: string, { errors }: ResourceRules, rule: ReferenceRule): RuleDrafts {
  const { path, table: other, column, owned, status = 404, reason = errors?.notFound ?? 'notFound' } = rule;
  const base = { kind: 'reference', path } as const;
  const name = `references/${path}`;
  const key = column === undefined ? 'the id' : `the ${column}`;
  return [
    {
      ...base,
      name,
      status,
      reasons: [reason],
      location: path,
      text: `The ${path} of an entry of ${table} is ${key} of an entry of ${other}.`,
      fix: `Send ${key} of an entry of ${other} that the caller may see.`,
    },
    owned && {
      ...base,
      name: `${name}/owned`,
      status: 403,
      location: '',
      got: 'what belongs to somebody else',
      text: `What the ${path} of an entry of ${table} names belongs to the caller.`,
      fix: `Name an entry of ${other} of your own, or send the token of its owner.`,
    },
  ];
}
