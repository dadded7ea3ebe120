import type { Json, JsonObject } from '../../json.js';
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
    const exact = pointers.map((one) => readPointer(document, sourceOf(one))).find((one) => one !== undefined);
    const steps = exact?.steps ?? findNearest(document, sourceOf(pointers[0] ?? schema));
    // What is around all schemas is not what any of them says.
    return exact === undefined && steps.length < 3
      ? undefined
      : { file: 'openapi.json', ...positionOf(document, steps) };
  };
}

/** The steps of the nearest thing around what a pointer does not resolve to. */
function findNearest(document: JsonObject, pointer: string): readonly string[] {
  for (let at = pointer; at.includes('/'); at = at.slice(0, at.lastIndexOf('/'))) {
    const found = readPointer(document, at);
    if (found !== undefined) return found.steps;
  }
  return [];
}

/** Where a member of a JSON value begins in its text: lines and columns are counted from 1. */
export function positionOf(root: Json, steps: readonly string[]): Omit<IssuePlace, 'file'> {
  let [line, column, value] = [1, 1, root];
  let isFlat = isOneLine(root, 0);
  // Characters before the value on its line.
  let before = 0;
  for (const [depth, step] of steps.entries()) {
    const members = membersOf(value);
    const index = members.findIndex(({ key }) => key === step);
    const member = members[index];
    if (member === undefined) break;
    const earlier = members.slice(0, index);
    if (isFlat) {
      column = before + 2 + sum(earlier, (one) => one.label + flatLength(one.value) + 1);
    } else {
      const indent = depth + 1;
      line += 1 + sum(earlier, (one) => linesOf(one.value, depth + 1, indent + one.label + 1));
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

function membersOf(value: Json): readonly Member[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).map(([key, inner]: [string, Json]) => ({
    key,
    value: inner,
    label: isList ? 0 : JSON.stringify(key).length + 1,
  }));
}

/** Length of JSON on one line; of long JSON, some length above the limit. */
function flatLength(value: Json, limit: number = Infinity): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  let length = 2;
  for (const { label, value: inner } of membersOf(value)) {
    if (length > limit) break;
    length += (length === 2 ? 0 : 1) + label + flatLength(inner, limit - length);
  }
  return length;
}

/** Whether a value takes one line behind so many characters. */
function isOneLine(value: Json, before: number): boolean {
  return typeof value !== 'object' || value === null || before + flatLength(value, lineWidth - before) <= lineWidth;
}

/** How many lines an object takes where it does not fit one; its position in the document does not change that. */
const brokenLines = new WeakMap<object, number>();

function linesOf(value: Json, depth: number, before: number): number {
  if (typeof value !== 'object' || value === null || isOneLine(value, before)) return 1;
  const known = brokenLines.get(value);
  if (known !== undefined) return known;
  const members = membersOf(value);
  const indent = depth + 1;
  const last = members.at(-1);
  const lines = 2 + sum(members, (one) => linesOf(one.value, depth + 1, indent + one.label + (one === last ? 0 : 1)));
  brokenLines.set(value, lines);
  return lines;
}

function sum(members: readonly Member[], count: (member: Member) => number): number {
  return members.reduce((all, one) => all + count(one), 0);
}
