import { valueAt, withValue } from './json-path.js';
import type { OrderRule } from './behaviour.js';
import { Refusal, type Call, type Row } from './plan.js';
import { keyOf } from './rows.js';
import { sorted } from './sorted.js';

/** Gives a row its position among its siblings (the end where it says none), and moves the others. */
export function place(call: Call, table: string, row: Row, before?: Row): Row {
  const { order, ...rules } = call.rules(table);
  if (order === undefined) return row;
  const parent = valueAt(row, order.within);
  if (before !== undefined && valueAt(before, order.within) !== parent) closeGap(call, table, before);
  const key = keyOf(rules, row);
  const siblings = siblingsOf(call, table, order, row).filter((one) => keyOf(rules, one) !== key);
  const position = positionOf(order, row, siblings.length);
  number(call, table, order, [...siblings.slice(0, position), row, ...siblings.slice(position)]);
  return withValue(row, order.position, position);
}

/** Numbers the siblings of a removed row anew. */
export function closeGap(call: Call, table: string, row: Row): void {
  const { order, ...rules } = call.rules(table);
  if (order === undefined) return;
  const key = keyOf(rules, row);
  number(
    call,
    table,
    order,
    siblingsOf(call, table, order, row).filter((one) => keyOf(rules, one) !== key),
  );
}

function siblingsOf(call: Call, table: string, order: OrderRule, row: Row): readonly Row[] {
  const rows = call.tables.find(table, order.within, valueAt(row, order.within) ?? null);
  return sorted(rows, (left, right) => Number(valueAt(left, order.position)) - Number(valueAt(right, order.position)));
}

function positionOf(order: OrderRule, row: Row, count: number): number {
  const sent = valueAt(row, order.position);
  if (sent === undefined) return count;
  if (typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent <= count) return sent;
  throw new Refusal(
    400,
    order.reason ?? 'invalidPosition',
    `${order.position} has to be a number from 0 to ${count}.`,
    { location: order.position, locationType: 'body' },
  );
}

function number(call: Call, table: string, order: OrderRule, rows: readonly Row[]): void {
  for (const [position, row] of rows.entries()) {
    if (valueAt(row, order.position) === position) continue;
    if (call.tables.get(table, keyOf(call.rules(table), row)) === row)
      call.tables.put(table, withValue(row, order.position, position));
  }
}
