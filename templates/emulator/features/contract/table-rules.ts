import type { EmulatorPlan, ResourcePlan } from '../../plan/plan.js';
import { readAction, type RuleDrafts } from '../../plan/rule.js';
import { draftRule } from './draft-rule.js';

/** Lists the rules of one table. Rules for writing are included only if callers can write its rows. */
export function tableRules({ table, rules }: ResourcePlan, { operations }: EmulatorPlan): RuleDrafts {
  const { visibility = [], enums = {}, references = [], owner, order, closed, errors } = rules;
  const writes = operations
    .map(({ behaviour }) => readAction(behaviour))
    .filter((one) => one['perform'] === undefined && [one['insert'], one['update'], one['delete']].includes(table));
  const isStored = writes.some((action) => action['delete'] === undefined);
  const stored: RuleDrafts = [
    ...Object.entries(enums).map(([path, values]) =>
      draftRule('enums/{path}', { table, path, values: values.join(', ') }, { path }),
    ),
    ...references.flatMap(({ path, table: other, column, owned, status = 404, reason = errors?.notFound }) => {
      if (path === owner) return [];
      const key = column === undefined ? 'the id' : `the ${column}`;
      const values = { table, path, other, key, status, reason: reason ?? 'notFound' };
      return [
        draftRule('references/{path}', values, { path }),
        owned && draftRule('references/{path}/owned', values, { path, got: 'what belongs to somebody else' }),
      ];
    }),
    order &&
      draftRule(
        'order',
        { path: order.position, within: order.within, reason: order.reason ?? 'invalidPosition' },
        { path: order.position },
      ),
  ];
  return [
    ...visibility.map((rule, index) => {
      const { through, lacks, path, oneOf = [], unless } = rule;
      let condition = `it has no ${lacks}`;
      if (lacks === undefined)
        condition =
          path === undefined
            ? `the entry of ${rule.table ?? table} that its ${through ?? 'id'} names is seen`
            : `${path}${through === undefined ? '' : ` of what its ${through} names`} is ${oneOf.join(' or ')}`;
      const exception = unless === undefined ? '' : `, or by its ${unless}`;
      return draftRule('visibility/{index}', { table, index, condition, exception }, { hides: rule });
    }),
    ...(isStored ? stored : []),
    writes.length > 0 &&
      closed &&
      draftRule(
        'closed',
        { table, status: closed.status ?? 403, reason: closed.reason ?? 'forbidden' },
        { got: 'an entry that the service keeps' },
      ),
  ];
}
