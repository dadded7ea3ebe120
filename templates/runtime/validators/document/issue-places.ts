import type { Issue } from '../check/context.js';

/** A place in a spec, counted from 1; the file as seen from the folder of the spec's first one. */
export interface IssuePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Places of schemas and of their keywords: by file, by the JSON pointer of a schema and by the way from there to a schema
 * inside it. Each text says where that schema stands and then where its keywords do: `3:7 type 0:15 required 2:9`. Lines
 * are counted from the place before, those of the first place of a text from the first place of the text before: so a
 * new line in the spec changes one number.
 */
export type PlaceTable = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Finds the place in the spec that an issue is about; `undefined` where no validator of the package can have made the issue. */
export type PlaceOf = (issue: Pick<Issue, 'schema' | 'path'>) => IssuePlace | undefined;

/** Keywords that may state something else about each member in a place of its own. */
const namesMembers = /\/(?:required|properties)$/;

/** Makes the search in a table, which is read when it is first asked. */
export function createPlaceOf(table: PlaceTable): PlaceOf {
  let places: ReadonlyMap<string, IssuePlace> | undefined;
  return ({ schema, path }) => {
    places ??= readTable(table);
    const member = String(path.at(-1)).replaceAll('~', '~0').replaceAll('/', '~1');
    const stated = namesMembers.test(schema) ? places.get(`${schema}/${member}`) : undefined;
    return stated ?? findNearest(places, schema);
  };
}

/** The place of what a pointer leads to, or of the nearest thing around it. */
function findNearest(places: ReadonlyMap<string, IssuePlace>, pointer: string): IssuePlace | undefined {
  for (let at = pointer; at.includes('/'); at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return undefined;
}

function readTable(table: PlaceTable): ReadonlyMap<string, IssuePlace> {
  const places = new Map<string, IssuePlace>();
  for (const [file, schemas] of Object.entries(table)) {
    let first = 0;
    for (const [schema, parts] of Object.entries(schemas))
      for (const [part, text] of Object.entries(parts))
        first = readText(text, `${schema}${part}`, { file, first, places });
  }
  return places;
}

/** Where a text of the table stands: its file, and the line of the first place of the text before. */
interface Reading {
  readonly file: string;
  readonly first: number;
  readonly places: Map<string, IssuePlace>;
}

/** Reads the places of one schema; returns the line of the first. */
function readText(text: string, pointer: string, { file, first, places }: Reading): number {
  const lines: number[] = [];
  for (const [, keyword, further, column] of text.matchAll(/(?:([^ ]+) )?(-?\d+):(\d+)/g)) {
    const line = (lines.at(-1) ?? first) + Number(further);
    lines.push(line);
    places.set(keyword === undefined ? pointer : `${pointer}/${keyword}`, { file, line, column: Number(column) });
  }
  return lines[0] ?? first;
}
