import type { Json } from '../../json.js';
import { readPointer } from './document-pointer.js';
import type { DocumentSchemas } from './document-schemas.js';
import type { IssuePlace, PlaceOf } from './issue-positions.js';

/** Longest line of `openapi.json`. */
const lineWidth = 240;

/** Finds the position in the package's `openapi.json` that an issue is about. */
export function documentPositions({ document, sourceOf }: DocumentSchemas): PlaceOf {
  return ({ schema, path }) => {
    if (!schema.startsWith('#')) return undefined;
    const member = String(path.at(-1)).replaceAll('~', '~0').replaceAll('/', '~1');
    const pointers = /\/(?:required|properties)$/.test(schema) ? [`${schema}/${member}`, schema] : [schema];
    const [exact] = pointers.flatMap((one) => readPointer(document, sourceOf(one)) ?? []);
    let found = exact;
    // Else the nearest thing around it.
    for (let at = sourceOf(pointers[0] ?? schema); !found && at.includes('/'); at = at.slice(0, at.lastIndexOf('/')))
      found = readPointer(document, at);
    const { steps = [] } = found ?? {};
    // The parts of a document that hold all schemas are no position of one.
    if (!exact && steps.length < 3) return undefined;
    return { file: 'openapi.json', ...positionOf(document, steps) };
  };
}

/** Finds the line and column, counted from 1, at which a member of a JSON value begins in its text. */
export function positionOf(root: Json, steps: readonly string[]): Omit<IssuePlace, 'file'> {
  let [line, column, value] = [1, 1, root];
  let isFlat = isOneLine(root, 0);
  // Characters before the value on its line.
  let before = 0;
  for (const [depth, step] of steps.entries()) {
    const members = listMembers(value);
    const index = members.findIndex(({ key }) => key === step);
    const member = members[index];
    if (member === undefined) break;
    const earlier = members.slice(0, index);
    if (isFlat) {
      column = before + 2 + sum(earlier, (one) => one.label + flatLength(one.value) + 1);
    } else {
      const indent = depth + 1;
      line += 1 + sum(earlier, (one) => countLines(one.value, depth + 1, indent + one.label + 1));
      column = indent + 1;
      isFlat = isOneLine(member.value, indent + member.label + (index === members.length - 1 ? 0 : 1));
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
}

function listMembers(value: Json): readonly Member[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).map(([key, member]: [string, Json]) => ({
    key,
    value: member,
    label: isList ? 0 : JSON.stringify(key).length + 1,
  }));
}

/** Returns the length of JSON on one line; of long JSON, some length above the limit. */
function flatLength(value: Json, limit: number = Infinity): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  let length = 2;
  for (const { label, value: inner } of listMembers(value)) {
    if (length > limit) break;
    length += (length === 2 ? 0 : 1) + label + flatLength(inner, limit - length);
  }
  return length;
}

/** Tests if a value takes one line after so many characters. */
function isOneLine(value: Json, before: number): boolean {
  return typeof value !== 'object' || value === null || before + flatLength(value, lineWidth - before) <= lineWidth;
}

/** Numbers of lines of objects that do not fit on one; the position of an object in the document does not change them. */
const brokenLines = new WeakMap<object, number>();

function countLines(value: Json, depth: number, before: number): number {
  if (typeof value !== 'object' || value === null || isOneLine(value, before)) return 1;
  const known = brokenLines.get(value);
  if (known !== undefined) return known;
  const members = listMembers(value);
  const indent = depth + 1;
  const last = members.at(-1);
  const lines =
    2 + sum(members, (one) => countLines(one.value, depth + 1, indent + one.label + (one === last ? 0 : 1)));
  brokenLines.set(value, lines);
  return lines;
}

function sum(members: readonly Member[], count: (member: Member) => number): number {
  return members.reduce((all, one) => all + count(one), 0);
}
