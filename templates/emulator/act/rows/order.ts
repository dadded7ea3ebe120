import { HttpError } from '@speccast/runtime/requests';
import type { OrderRule } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { isScalar, sorted } from '../../store/compare-values.js';
import type { Row } from '../../store/table.js';
import { valueAt, withValue } from '../../values/json-path.js';
import { keyOf } from './rows.js';

/** The tables whose rows take positions. */
type Placed = Pick<Call, 'rules' | 'tables'>;

/** Assigns the position of a row among its siblings (by default the last) and moves the others. */
export function takePosition(call: Placed, table: string, row: Row, before?: Row): Row {
  const { order, ...rules } = call.rules(table);
  if (order === undefined) return row;
  const { within, position: path } = order;
  const [group, stated] = [valueAt(row, within), valueAt(row, path)];
  if (before !== undefined && valueAt(before, within) !== group) closeGap(call, table, before);
  if (isScalar(group) && call.tables.get(table, keyOf(rules, row)) === undefined) {
    // Nearly all rows are new and come last, and a group may be long.
    const rows = call.tables.find(table, within, group);
    if ((stated ?? rows.length) === rows.length && valueAt(rows.at(-1), path) === rows.length - 1)
      return withValue(row, path, rows.length);
  }
  const siblings = listSiblings(call, table, order, row);
  const position = wantedPosition(order, row, siblings.length);
  number(call, table, order, [...siblings.slice(0, position), undefined, ...siblings.slice(position)]);
  return withValue(row, path, position);
}

/** Renumbers the siblings of a removed row. */
export function closeGap(call: Placed, table: string, row: Row): void {
  const { order } = call.rules(table);
  if (order !== undefined) number(call, table, order, listSiblings(call, table, order, row));
}

/** Lists the other rows of the group of a row, in the order of their positions. */
function listSiblings(call: Placed, table: string, { within, position }: OrderRule, row: Row): readonly Row[] {
  const rules = call.rules(table);
  const [group, key] = [valueAt(row, within), keyOf(rules, row)];
  if (!isScalar(group)) return [];
  const others = call.tables.find(table, within, group).filter((one) => keyOf(rules, one) !== key);
  return sorted(others, (left, right) => Number(valueAt(left, position)) - Number(valueAt(right, position)));
}

/** Gives rows the positions that they have in a list. */
function number(call: Placed, table: string, { position }: OrderRule, rows: readonly (Row | undefined)[]): void {
  for (const [index, row] of rows.entries())
    if (row !== undefined && valueAt(row, position) !== index) call.tables.put(table, withValue(row, position, index));
}

function wantedPosition(order: OrderRule, row: Row, count: number): number {
  const sent = valueAt(row, order.position);
  if (sent === undefined) return count;
  if (typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent <= count) return sent;
  throw new HttpError(
    400,
    order.reason ?? 'invalidPosition',
    `${order.position} has to be a number from 0 to ${count}.`,
    { location: order.position, locationType: 'body' },
  );
}
