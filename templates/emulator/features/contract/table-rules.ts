import type { ReferenceRule, ResourceRules, VisibilityRule } from '../../plan/behaviour.js';
import type { EmulatorPlan, ResourcePlan } from '../../plan/plan.js';
import { readAction, type RuleDraft, type RuleDrafts } from '../../plan/rule.js';
import { draftRule } from './draft-rule.js';

/** Lists the rules of one table. Rules for writing are included only if callers can write its rows. */
export function tableRules({ table, rules }: ResourcePlan, { operations }: EmulatorPlan): RuleDrafts {
  const { visibility = [], enums = {}, references = [], owner, order, closed } = rules;
  const writes = operations
    .map(({ behaviour }) => readAction(behaviour))
    .filter((one) => one['perform'] === undefined && [one['insert'], one['update'], one['delete']].includes(table));
  const isStored = writes.some((action) => action['delete'] === undefined);
  const stored: RuleDrafts = [
    ...Object.entries(enums).map(([path, all]) => {
      const values = all.join(', ');
      const text = `The ${path} of an entry of ${table} is one of ${values}.`;
      const rule = draftRule(`enums/${path}`, '400 invalidValue', text, `Send one of ${values} as ${path}.`);
      return { ...rule, location: path, path };
    }),
    ...references.flatMap((one) => (one.path === owner ? [] : referenceRules(table, rules, one))),
    order && {
      ...draftRule(
        'order',
        `400 ${order.reason ?? 'invalidPosition'}`,
        `The ${order.position} is a number from 0 to the number of entries with the same ${order.within}.`,
        `Send a smaller ${order.position} that is not negative, or leave it out to take the last place.`,
      ),
      location: order.position,
      path: order.position,
    },
  ];
  return [
    ...visibility.map((rule, index) => visibilityRule(table, rule, index)),
    ...(isStored ? stored : []),
    writes.length > 0 &&
      closed && {
        ...draftRule(
          'closed',
          `${closed.status ?? 403} ${closed.reason ?? 'forbidden'}`,
          `Entries of ${table} that the service keeps are not written by callers.`,
          'Name an entry that was made by a caller.',
        ),
        got: 'an entry that the service keeps',
        location: '',
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
  const text = `An entry of ${table} is seen where ${condition}${unless === undefined ? '' : `, or by its ${unless}`}.`;
  const fix = 'Nothing is wrong: the entry is hidden from this caller.';
  return { ...draftRule(`visibility/${index}`, '', text, fix), hides: rule };
}

function referenceRules(table: string, { errors }: ResourceRules, rule: ReferenceRule): RuleDrafts {
  const { path, table: other, column, owned, status = 404, reason = errors?.notFound ?? 'notFound' } = rule;
  const name = `references/${path}`;
  const key = `${column === undefined ? 'the id' : `the ${column}`} of an entry of ${other}`;
  return [
    {
      ...draftRule(
        name,
        `${status} ${reason}`,
        `The ${path} of an entry of ${table} is ${key}.`,
        `Send ${key} that the caller may see.`,
      ),
      location: path,
      path,
    },
    owned && {
      ...draftRule(
        `${name}/owned`,
        '403',
        `What the ${path} of an entry of ${table} names belongs to the caller.`,
        `Name an entry of ${other} of your own, or send the token of its owner.`,
      ),
      location: '',
      path,
      got: 'what belongs to somebody else',
    },
  ];
}
