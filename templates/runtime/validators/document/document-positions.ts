import type { Json } from '../../json.js';
import { findNearest, readPointer } from './document-pointer.js';
import type { DocumentSchemas } from './document-schemas.js';
import type { IssuePosition, FindPosition } from './issue-positions.js';

/** Longest line of `openapi.json`. */
const lineWidth = 240;

/** Finds the position in the package's `openapi.json` that an issue is about. */
export function documentPositions({ document, sourceOf }: DocumentSchemas): FindPosition {
  return ({ schema, path }) => {
    if (!schema.startsWith('#')) return undefined;
    const member = String(path.at(-1)).replaceAll('~', '~0').replaceAll('/', '~1');
    const pointers = /\/(?:required|properties)$/.test(schema) ? [`${schema}/${member}`, schema] : [schema];
    const [exact] = pointers.flatMap((one) => readPointer(document, sourceOf(one)) ?? []);
    const around = sourceOf(pointers[0] ?? schema);
    const { steps = [] } = exact ?? findNearest(around, (one) => readPointer(document, one)) ?? {};
    // The parts of a document that hold all schemas are no position of one.
    if (!exact && steps.length < 3) return undefined;
    return { file: 'openapi.json', ...positionOf(document, steps) };
  };
}

/** Finds the line and column, counted from 1, at which a member of a JSON value begins in its text. */
export function positionOf(root: Json, steps: readonly string[]): Omit<IssuePosition, 'file'> {
  let [line, column, value] = [1, 1, root];
  let isFlat = fitsLine(root, 0);
  // Characters before the value on its line.
  let before = 0;
  for (const [depth, step] of steps.entries()) {
    const members = listMembers(value, depth + 1);
    const index = members.findIndex(({ key }) => key === step);
    const member = members[index];
    if (!member) break;
    const earlier = members.slice(0, index);
    if (isFlat) {
      column = before + 2 + sum(earlier, (one) => one.label + JSON.stringify(one.value).length + 1);
    } else {
      line += 1 + sum(earlier, (one) => countLines(one, depth + 1));
      column = depth + 2;
      isFlat = fitsLine(member.value, member.around);
    }
    before = column - 1 + member.label;
    value = member.value;
  }
  return { line, column };
}

interface Member {
  readonly key: string;
  readonly value: Json;
  /** Length of `"key":`. */
  readonly label: number;
  /** Number of characters around the value, if each member of its object has lines of its own. */
  readonly around: number;
}

function listMembers(value: Json, depth: number) {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly [string, Json][] = Object.entries(value);
  return entries.map(([key, member], index) => {
    const label = Array.isArray(value) ? 0 : JSON.stringify(key).length + 1;
    // A comma follows all but the last.
    const around = depth + label + (index === entries.length - 1 ? 0 : 1);
    return { key, value: member, label, around };
  });
}

/** Objects that do not fit on one line; the position of an object in the document does not change that. */
const longObjects = new WeakSet<object>();

/** Tests if a value takes one line, together with so many characters around it. */
function fitsLine(value: Json, around: number) {
  if (typeof value !== 'object' || value === null) return true;
  if (!longObjects.has(value) && around + JSON.stringify(value).length <= lineWidth) return true;
  longObjects.add(value);
  return false;
}

const lineCounts = new WeakMap<object, number>();

function countLines({ value, around }: Member, depth: number): number {
  if (typeof value !== 'object' || value === null || fitsLine(value, around)) return 1;
  const lines = lineCounts.get(value) ?? 2 + sum(listMembers(value, depth + 1), (one) => countLines(one, depth + 1));
  lineCounts.set(value, lines);
  return lines;
}

function sum(members: readonly Member[], count: (member: Member) => number) {
  return members.reduce((all, one) => all + count(one), 0);
}
