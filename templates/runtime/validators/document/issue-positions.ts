import type { Issue } from '../check/context.js';
import type { CheckOptions, Validator } from '../check/validator.js';
import { findNearest } from './document-pointer.js';

/** A position in a spec; lines and columns start at 1. The path of the file is relative to the folder of the first file of the spec. */
export interface IssuePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Positions of schemas and their keywords: by file, by JSON pointer of a schema, and by pointer from there to a schema inside it. A string
 * has the position of the schema and those of its keywords: `3:7 type 0:15 required 2:9`. Lines are relative to the previous position, and
 * those of schemas to the previous schema, so that a new line in the spec changes only one number.
 */
export type PositionTable = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Returns the position in the spec of the schema of an issue; `undefined` if the issue is not one of this package. */
export type FindPosition = (issue: Pick<Issue, 'schema' | 'path'>) => IssuePosition | undefined;

/** Creates the function that finds positions in a table, which is read at its first call. */
export function createFindPosition(table: PositionTable): FindPosition {
  let known: ReadonlyMap<string, IssuePosition> | undefined;
  return ({ schema, path }) => {
    const positions = (known ??= readTable(table));
    const member = String(path.at(-1)).replaceAll('~', '~0').replaceAll('/', '~1');
    return findNearest(/\/(?:required|properties)$/.test(schema) ? `${schema}/${member}` : schema, (one) =>
      positions.get(one),
    );
  };
}

function readTable(table: PositionTable) {
  const positions = new Map<string, IssuePosition>();
  for (const [file, schemas] of Object.entries(table)) {
    const texts = Object.entries(schemas).flatMap(([schema, parts]) =>
      Object.entries(parts).map(([part, text]) => [schema + part, text] as const),
    );
    // The line of the previous schema, to which that of the next one is relative.
    let first = 0;
    for (const [pointer, text] of texts) {
      let line = first;
      for (const { index, 1: keyword, 2: further, 3: column } of text.matchAll(/(?:([^ ]+) )?(-?\d+):(\d+)/g)) {
        line += Number(further);
        if (index === 0) first = line;
        positions.set(keyword === undefined ? pointer : `${pointer}/${keyword}`, {
          file,
          line,
          column: Number(column),
        });
      }
    }
  }
  return positions;
}

/** An issue with the position of its schema in the spec. */
export interface PositionedIssue extends Issue {
  /** Absent if the schema is not in the spec, such as a metaschema. */
  readonly position?: IssuePosition;
  /** @deprecated The same as `position`; removed in 0.3. */
  readonly place?: IssuePosition;
}

/** A validator whose issues have positions in the spec. */
export interface PositionedValidator<T> extends Validator<T> {
  readonly check: (value: unknown, options?: CheckOptions) => readonly PositionedIssue[];
}

/** Returns the validator with positions in its issues. `root` is the pointer of its schema in the spec. */
export function withPositions<T>(one: Validator<T>, root: string, find: FindPosition): PositionedValidator<T> {
  const withPosition = (issue: Issue) => {
    const { schema, path } = issue;
    const position = find({ schema: schema.startsWith('#') ? root + schema.slice(1) : schema, path });
    return position ? { ...issue, position, place: position } : issue;
  };
  const check = (value: unknown, options?: CheckOptions): readonly PositionedIssue[] =>
    one.check(value, options).map(withPosition);
  return {
    ...one,
    check,
    '~standard': {
      ...one['~standard'],
      validate: (value) => (one.is(value) ? { value } : { issues: check(value) }),
    },
  };
}

/** @deprecated Use `IssuePosition`; removed in 0.3. */
export type IssuePlace = IssuePosition;

/** @deprecated Use `FindPosition`; removed in 0.3. */
export type PlaceOf = FindPosition;
