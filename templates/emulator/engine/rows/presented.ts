import type { JsonObject } from '@speccast/runtime';
import type { Call } from '../plan/plan.js';
import type { Row } from '../store/row-index.js';

/** A cached resource, and what it depends on besides the row. */
interface Presented {
  readonly table: string;
  readonly rules: Call['rules'];
  readonly baseUrl: string;
  readonly versions: readonly object[];
  readonly shown: JsonObject;
}

/** Rows are immutable, so a cached resource is valid until one of the tables changes that it takes values from. */
let known = new WeakMap<Row, Presented>();

let kept = 0;

const mostKept = 5000;

/** Returns the cached resource of a row, or creates it. */
export function presented(call: Call, table: string, row: Row, show: () => JsonObject): JsonObject {
  const { rules, baseUrl, tables } = call;
  const others = othersOf(rules, table);
  if (others === undefined) return show();
  const before = known.get(row);
  const isGood = before !== undefined && before.rules === rules && before.table === table && before.baseUrl === baseUrl;
  if (isGood && others.every((other, index) => tables.version(other) === before.versions[index])) return before.shown;
  const shown = show();
  // Entries take memory until their rows are released.
  if (kept >= mostKept) {
    known = new WeakMap();
    kept = 0;
  }
  kept += 1;
  known.set(row, { table, rules, baseUrl, versions: others.map((other) => tables.version(other)), shown });
  return shown;
}

type Others = readonly string[] | undefined;

const othersBy = new WeakMap<Call['rules'], Map<string, Others>>();

/** The tables that rows of a table take values from; undefined if some of these rows are not visible to all. */
function othersOf(rules: Call['rules'], table: string): Others {
  const tables = othersBy.get(rules) ?? new Map<string, Others>();
  othersBy.set(rules, tables);
  if (!tables.has(table)) tables.set(table, collect(rules, table));
  return tables.get(table);
}

function collect(rules: Call['rules'], table: string): Others {
  const others = new Set<string>();
  const embedded = new Set([table]);
  for (const name of embedded) {
    const { copies = {}, counts = {}, embeds = {} } = rules(name);
    for (const { of } of [...Object.values(copies), ...Object.values(counts)]) others.add(of);
    for (const { of, at } of Object.values(embeds)) {
      if (at === undefined) return undefined;
      others.add(of);
      embedded.add(of);
    }
  }
  return [...others];
}
