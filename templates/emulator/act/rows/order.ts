import { HttpError } from '@speccast/runtime/requests';
import type { OrderRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import type { Row } from '../../store/table.js';
import { valueAt, withValue } from '../../values/json-path.js';
import { readKey } from './rows.js';

/** The tables whose rows take positions. */
type Placed = Pick<Call, 'rules' | 'tables'>;

/** Assigns the position of a row among its siblings (by default the last) and moves the others. */
export function takePosition(call: Placed, table: string, row: Row, before?: Row): Row {
  const { order, ...rules } = call.rules(table);
  if (!order) return row;
  const { within, position: path } = order;
  const [group, stated] = [valueAt(row, within), valueAt(row, path)];
  if (before && valueAt(before, within) !== group) closeGap(call, table, before);
  if (group !== undefined && call.tables.get(table, readKey(rules, row)) === undefined) {
    // Nearly all rows are new and come last, and a group may be long.
    const rows = call.tables.find(table, within, group);
    if ((stated ?? rows.length) === rows.length && valueAt(rows.at(-1), path) === rows.length - 1)
      return withValue(row, path, rows.length);
  }
  const siblings = listSiblings(call, table, order, row);
  const count = siblings.length;
  const position = stated ?? count;
  if (typeof position !== 'number' || !Number.isInteger(position) || position < 0 || position > count)
    throw new HttpError(400, order.reason ?? 'invalidPosition', `${path} has to be a number from 0 to ${count}.`, {
      location: path,
      locationType: 'body',
    });
  renumber(call, table, order, [...siblings.slice(0, position), undefined, ...siblings.slice(position)]);
  return withValue(row, path, position);
}

/** Renumbers the siblings of a removed row. */
export function closeGap(call: Placed, table: string, row: Row): void {
  const { order } = call.rules(table);
  if (order) renumber(call, table, order, listSiblings(call, table, order, row));
}

/** Lists the other rows of the group of a row, in the order of their positions. */
function listSiblings(call: Placed, table: string, { within, position }: OrderRule, row: Row): readonly Row[] {
  const rules = call.rules(table);
  const [group, key] = [valueAt(row, within), readKey(rules, row)];
  if (group === undefined) return [];
  const others = call.tables.find(table, within, group).filter((one) => readKey(rules, one) !== key);
  return others.toSorted((left, right) => Number(valueAt(left, position)) - Number(valueAt(right, position)));
}

/** Gives rows the positions that they have in a list. */
function renumber(call: Placed, table: string, { position }: OrderRule, rows: readonly (Row | undefined)[]): void {
  for (const [index, row] of rows.entries())
    if (row && valueAt(row, position) !== index) call.tables.put(table, withValue(row, position, index));
}
