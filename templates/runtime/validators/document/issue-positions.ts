import type { Issue } from '../check/context.js';
import type { CheckOptions, Validator } from '../check/validator.js';

/** A position in a spec, counted from 1; the file as seen from the folder of the spec's first one. */
export interface IssuePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Positions of schemas and their keywords: by file, by the JSON pointer of a schema, and by the way from there to one inside it.
 * A string is a position and those of keywords, `3:7 type 0:15 required 2:9`, with lines counted from the one before or,
 * of a schema, from the schema before: a new line in the spec changes one number.
 */
export type PositionTable = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Finds the position in the spec that an issue is about; `undefined` where no validator of the package can have made the issue. */
export type PlaceOf = (issue: Pick<Issue, 'schema' | 'path'>) => IssuePlace | undefined;

/** Keywords that may state something else about each member in a position of its own. */
const namesMembers = /\/(?:required|properties)$/;

/** Makes the search in a table, which is read when it is first asked. */
export function createPlaceOf(table: PositionTable): PlaceOf {
  let positions: ReadonlyMap<string, IssuePlace> | undefined;
  return ({ schema, path }) => {
    positions ??= readTable(table);
    const member = String(path.at(-1)).replaceAll('~', '~0').replaceAll('/', '~1');
    const stated = namesMembers.test(schema) ? positions.get(`${schema}/${member}`) : undefined;
    return stated ?? findNearest(positions, schema);
  };
}

/** The position of what a pointer resolves to, or of the nearest thing around it. */
function findNearest(positions: ReadonlyMap<string, IssuePlace>, pointer: string): IssuePlace | undefined {
  for (let at = pointer; at.includes('/'); at = at.slice(0, at.lastIndexOf('/'))) {
    const position = positions.get(at);
    if (position !== undefined) return position;
  }
  return undefined;
}

function readTable(table: PositionTable): ReadonlyMap<string, IssuePlace> {
  const positions = new Map<string, IssuePlace>();
  for (const [file, schemas] of Object.entries(table)) {
    let first = 0;
    for (const [schema, parts] of Object.entries(schemas))
      for (const [part, text] of Object.entries(parts))
        first = readPositions(text, `${schema}${part}`, { file, first, positions });
  }
  return positions;
}

/** Where a string of the table counts from: its file, and the line of the first position of the string before. */
interface Reading {
  readonly file: string;
  readonly first: number;
  readonly positions: Map<string, IssuePlace>;
}

/** Reads the positions of one schema; returns the line of the first. */
function readPositions(text: string, pointer: string, { file, first, positions }: Reading): number {
  const lines: number[] = [];
  for (const [, keyword, further, column] of text.matchAll(/(?:([^ ]+) )?(-?\d+):(\d+)/g)) {
    const line = (lines.at(-1) ?? first) + Number(further);
    lines.push(line);
    positions.set(keyword === undefined ? pointer : `${pointer}/${keyword}`, { file, line, column: Number(column) });
  }
  return lines[0] ?? first;
}

/** An issue that says where the spec states what it is about. */
export interface PlacedIssue extends Issue {
  /** Absent where that is no part of the spec: a metaschema. */
  readonly place?: IssuePlace;
}

/** A validator whose issues say where the spec states what they are about. */
export interface PlacedValidator<T> extends Validator<T> {
  readonly check: (value: unknown, options?: CheckOptions) => readonly PlacedIssue[];
}

/** Adds positions to the issues of a validator. `root` is the pointer of its schema in the file that the positions are of. */
export function withPlaces<T>(one: Validator<T>, root: string, placeOf: PlaceOf): PlacedValidator<T> {
  const withPlace = (issue: Issue): PlacedIssue => {
    const { schema, path } = issue;
    const place = placeOf({ schema: schema.startsWith('#') ? root + schema.slice(1) : schema, path });
    return place === undefined ? issue : { ...issue, place };
  };
  const check = (value: unknown, options?: CheckOptions): readonly PlacedIssue[] =>
    one.check(value, options).map(withPlace);
  return {
    ...one,
    check,
    '~standard': {
      ...one['~standard'],
      validate: (value) => (one.is(value) ? { value } : { issues: check(value) }),
    },
  };
}
