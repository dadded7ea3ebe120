import { dropAll, rewritable } from '../read/tree.js';
import { readInner, isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { ListContext } from './list-operations.js';

/** Takes the rows out of `x-seed` whose table no schema declares any more. */
export function pruneSeed(root: JsonObject, tables: ReadonlySet<string>): void {
  for (const section of ['tables', 'caller']) {
    const rows = rewritable(readInner(root['x-seed'], section));
    for (const table of Object.keys(rows)) if (table !== 'media' && !tables.has(table)) delete rows[table];
  }
}

/** Takes the checks out of `x-conformance` that call an operation which is left out. */
export function pruneConformance({ root, positions }: ListContext, lostIds: ReadonlySet<string>): void {
  const conformance = root['x-conformance'];
  if (!isJsonObject(conformance)) return;
  const given = rewritable(readInner(conformance, 'given'));
  const lostSteps = new Set<string>();
  for (const [name, step] of Object.entries(given)) if (calls(step)) lostSteps.add(name);
  for (const name of lostSteps) delete given[name];
  for (const key of ['cleanup', 'goesWith']) {
    const named = rewritable(readInner(conformance, key));
    for (const [call, undo] of Object.entries(named))
      if (lostIds.has(call) || (typeof undo === 'string' && lostIds.has(undo))) delete named[call];
  }
  const sections = rewritable(readInner(conformance, 'sections'));
  for (const [name, checks] of Object.entries(sections)) {
    if (!Array.isArray(checks)) continue;
    const lost = checks.flatMap((check: Json, index) => (calls(check) ? [index] : []));
    if (lost.length === checks.length) delete sections[name];
    else if (lost.length > 0) dropAll(positions, checks, new Set(lost));
  }
  if (Object.keys(sections).length === 0) delete rewritable(root)['x-conformance'];

  /** Says whether a step or check, or one inside of it, needs what is left out. */
  function calls(step: Json): boolean {
    if (!isJsonObject(step)) return false;
    const { call, given: name, steps, finally: last } = step;
    if (typeof call === 'string' && lostIds.has(call)) return true;
    if (typeof name === 'string' && lostSteps.has(name)) return true;
    return [steps, last].some((list) => Array.isArray(list) && list.some((one: Json) => calls(one)));
  }
}
