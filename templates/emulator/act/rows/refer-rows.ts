import type { Json, JsonObject } from '@speccast/runtime';
import type { EmulatorPlan } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import type { Tables } from '../../store/tables.js';
import { valueAt } from '../../values/json-path.js';
import { plainName } from '../../values/plain-name.js';

/** Members that refer to another thing of the same kind. */
const own = /^(?:parent|manager|supervisor|previous|next|original|root|source|superior|reportsto)$/;

/** A sampled row whose ids of other things name rows that are there: `managerId` another one, `userId` one of `users`. */
export function withReferences(
  { resources }: EmulatorPlan,
  tables: Tables,
  { table, row, text }: { readonly table: string; readonly row: Row; readonly text: string },
): JsonObject {
  const entries = Object.entries(row).map(([name, value]): [string, Json] => {
    const target = name.startsWith('~') ? undefined : targetOf(name, table, resources);
    const key = resources.find((one) => one.table === target)?.rules.key ?? 'id';
    const rows = target === undefined ? [] : tables.list(target);
    const found = rows.length === 0 ? undefined : valueAt(rows[text.length % rows.length], key);
    return [name, found !== undefined && typeof found === typeof value ? found : value];
  });
  return Object.fromEntries(entries);
}

/** The table that a member refers to, by its name; undefined if it refers to none. */
function targetOf(name: string, table: string, resources: EmulatorPlan['resources']): string | undefined {
  const [, base] = /^(.+?)_?(?:id|gid|uuid)$/i.exec(name) ?? [];
  if (base === undefined) return undefined;
  const plain = plainName(base);
  const found = resources.find(({ table: other, rules }) => {
    const plural = other.toLowerCase();
    const singulars = [plural, plural.replace(/s$/, ''), plural.replace(/ies$/, 'y')];
    return rules.inferred === true && other !== table && singulars.includes(plain);
  });
  return found?.table ?? (own.test(plain) ? table : undefined);
}
