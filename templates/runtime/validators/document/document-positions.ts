import type { Json } from '../../json.js';
import { findNearest, readPointer } from './document-pointer.js';
import type { DocumentSchemas } from './document-schemas.js';
import type { IssuePosition, FindPosition } from './issue-positions.js';

/** Maximum number of characters in a line of the generated `openapi.json`. */
const lineWidth = 240;

/** Returns a function that finds the position of the schema of an issue in `openapi.json` of the package. */
export function documentPositions({ document, findSource }: DocumentSchemas): FindPosition {
  return ({ schema, path }) => {
    if (!schema.startsWith('#')) return undefined;
    const member = String(path.at(-1)).replaceAll('~', '~0').replaceAll('/', '~1');
    const pointers = /\/(?:required|properties)$/.test(schema) ? [`${schema}/${member}`, schema] : [schema];
    const [exact] = pointers.flatMap((one) => readPointer(document, findSource(one)) ?? []);
    const around = findSource(pointers[0] ?? schema);
    const { steps = [] } = exact ?? findNearest(around, (one) => readPointer(document, one)) ?? {};
    // `#/components/schemas` is not the position of one schema.
    if (!exact && steps.length < 3) return undefined;
    return { file: 'openapi.json', ...locateMember(document, steps) };
  };
}

/** Returns the line and column, from 1, at which a member starts in the text of `openapi.json`. */
export function locateMember(root: Json, steps: readonly string[]): Omit<IssuePosition, 'file'> {
  let [line, column, value] = [1, 1, root];
  let isFlat = fitsLine(root, 0);
  // Number of characters before the value in its line.
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
  /** Number of characters around the value in its line, if each member of its object starts a line. */
  readonly around: number;
}

function listMembers(value: Json, depth: number) {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly [string, Json][] = Object.entries(value);
  return entries.map(([key, member], index) => {
    const label = Array.isArray(value) ? 0 : JSON.stringify(key).length + 1;
    // All members but the last are followed by a comma.
    const around = depth + label + (index === entries.length - 1 ? 0 : 1);
    return { key, value: member, label, around };
  });
}

/** Objects that do not fit on one line. */
const longObjects = new WeakSet<object>();

/** Returns whether a value fits on one line, together with the characters around it. */
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
