import type { Json, JsonObject } from '@speccast/runtime';
import type { EmulatorPlan } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/tables.js';
import { valueAt } from '../../values/json-path.js';
import { plainName } from '../../values/plain-name.js';

/** Members that refer to another row of the same table. */
const siblings = /^(?:parent|manager|supervisor|previous|next|original|root|source|superior|reportsto)$/;

/** Replaces the ids of other things in a sampled row with those of stored rows: `managerId` of the same table, `userId` of `users`. */
export function withReferences(
  { resources }: EmulatorPlan,
  tables: Tables,
  { table, row, text }: { readonly table: string; readonly row: Row; readonly text: string },
): JsonObject {
  const entries = Object.entries(row).map(([name, value]): [string, Json] => {
    const [, base] = /^([^~].*?)_?(?:id|gid|uuid)$/i.exec(name) ?? [];
    if (base === undefined) return [name, value];
    const plain = plainName(base);
    const other = resources.find(({ table: one, rules }) => {
      const plural = one.toLowerCase();
      const singulars = [plural, plural.replace(/s$/, ''), plural.replace(/ies$/, 'y')];
      return rules.inferred === true && one !== table && singulars.includes(plain);
    });
    const target = other?.table ?? (siblings.test(plain) ? table : undefined);
    const rows = target === undefined ? [] : tables.list(target);
    const { key = 'id' } = resources.find((one) => one.table === target)?.rules ?? {};
    const id = valueAt(rows[text.length % rows.length], key);
    return [name, id !== undefined && typeof id === typeof value ? id : value];
  });
  return Object.fromEntries(entries);
}
