import { HttpError } from '@speccast/runtime/requests';
import type { OrderRule } from '../plan/behaviour.js';
import type { Call } from '../plan/plan.js';
import { isScalar, type Scalar, sorted } from '../store/compare-values.js';
import { positionOf } from '../store/row-order.js';
import type { Row } from '../store/row-index.js';
import { groupOf } from '../store/table.js';
import { valueAt, withValue } from '../values/json-path.js';
import { keyOf } from './rows.js';

/** The tables whose rows take positions. */
type Placed = Pick<Call, 'rules' | 'tables'>;

/** Assigns the position of a row among its siblings (by default the last) and moves the others. */
export function takePosition(call: Placed, table: string, row: Row, before?: Row): Row {
  const { order, ...rules } = call.rules(table);
  if (order === undefined) return row;
  const group = valueAt(row, order.within);
  const key = keyOf(rules, row);
  if (before !== undefined && valueAt(before, order.within) !== group) number(call, table, before);
  if (!isScalar(group)) return withValue(row, order.position, wantedPosition(order, row, 0));
  number(call, table, row);
  const isSibling = call.tables.get(table, key) !== undefined && groupOfKey(call, table, order, key) === group;
  const count = call.tables.count(table, order.within, group) - (isSibling ? 1 : 0);
  const position = wantedPosition(order, row, count);
  const { order: rowOrder } = call.tables.table(table);
  const stays = isSibling && rowOrder !== undefined && positionOf(rowOrder, key) === position;
  if (!stays) call.tables.move(table, order, { key, group }, position);
  return withValue(row, order.position, position);
}

/** Renumbers the siblings of a removed row. */
export function closeGap(call: Placed, table: string, row: Row): void {
  if (call.rules(table).order !== undefined) number(call, table, row);
}

/** Turns stored positions into an order. */
function number(call: Placed, table: string, row: Row): void {
  const { order, ...rules } = call.rules(table);
  const group = order === undefined ? undefined : valueAt(row, order.within);
  if (order === undefined || !isScalar(group)) return;
  if (groupOf(call.tables.table(table), order, group).isOrdered) return;
  const siblings = sorted(
    call.tables.find(table, order.within, group),
    (left, right) => Number(valueAt(left, order.position)) - Number(valueAt(right, order.position)),
  );
  for (const [position, one] of siblings.entries())
    call.tables.move(table, order, { key: keyOf(rules, one), group }, position);
}

function groupOfKey(call: Placed, table: string, { within }: OrderRule, key: string): Scalar | undefined {
  const group = valueAt(call.tables.get(table, key), within);
  return isScalar(group) ? group : undefined;
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
