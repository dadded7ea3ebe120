import { compareTexts, groupBy } from '../code/syntax/order.js';
import type { SchemaPlace } from './list-places.js';

/** Places by file, schema and part of it: the table that `placeOf` of the runtime reads. */
export type PlaceTable = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Writes places as a table, all in the order of their files. */
export function placeTable(places: readonly SchemaPlace[]): PlaceTable {
  const files = groupBy(places.toSorted(byPlace), ({ at }) => at.file);
  const sorted = [...files].toSorted(([left], [right]) => compareTexts(left, right));
  return Object.fromEntries(sorted.map(([file, inFile]) => [file, tableOfFile(inFile)]));
}

function tableOfFile(places: readonly SchemaPlace[]): PlaceTable[string] {
  let first = 0;
  const writePart = (inPart: readonly SchemaPlace[]): string => {
    const text = writePlaces(inPart, first);
    first = inPart[0]?.at.line ?? first;
    return text;
  };
  const schemas = [...groupBy(places, ({ unit }) => unit)].map(([unit, inUnit]) => {
    const parts = [...groupBy(inUnit, ({ part }) => part)];
    return [unit, Object.fromEntries(parts.map(([part, inPart]) => [part, writePart(inPart)]))] as const;
  });
  return Object.fromEntries(schemas);
}

/** `3:7 type 0:15`: lines are counted from the place before. */
function writePlaces(places: readonly SchemaPlace[], before: number): string {
  const words = places.map(({ keyword, at }, index) => {
    const place = `${at.line - (places[index - 1]?.at.line ?? before)}:${at.column}`;
    return keyword === undefined ? place : `${keyword} ${place}`;
  });
  return words.join(' ');
}

function byPlace(left: SchemaPlace, right: SchemaPlace): number {
  return left.at.line - right.at.line || left.at.column - right.at.column;
}
