import type { Position } from '../../../diagnostics.js';
import { plansIn, type Program } from '../plan/plan.js';
import { asserts, keywords } from '../../../keywords/keywords.js';
import { isCompound, isJsonObject, type Json } from '../../../json.js';
import { printPointer, parsePointer } from '../../../spec/read/pointer.js';
import { isShipped } from './meta-schemas.js';
import type { CompileInput } from './read-input.js';
import { compareStrings, groupBy } from '../../../iterables.js';
import { literal } from '../../code/literals.js';
import type { LocatedSchema } from './registry.js';

/** Prints the table of positions, and the function that reads it. */
export function printPositions(
  program: Program,
  origins: ReadonlyMap<string, UnitOrigin>,
  input: CompileInput,
): readonly string[] {
  const positions = listIssuePositions(program, origins, input);
  return [
    '/** Positions of keywords in the input, by file, schema and pointer inside the schema. Lines are counted from the previous position. */',
    `const issuePositions: PositionTable = ${literal(tabulatePositions(positions))};`,
    '',
    'const findPosition = /* @__PURE__ */ createFindPosition(issuePositions);',
  ];
}

/** The schema of the input from which a unit was planned. */
export interface UnitOrigin {
  /** Name of the top-level schema of the input that is it or refers to it. */
  readonly name: string;
  /** Pointer of the document in the input. */
  readonly base: string;
  readonly located: LocatedSchema;
}

/** Returns the pointer of a named schema in the input; issues have `#` instead, since each such schema is a document of its own. */
export function namedPointer(name: string): string {
  return `#${printPointer(['schemas', name])}`;
}

/** Returns the pointer of a unit's schema, in the input or in a resource with a URI of its own. */
export function unitPointer({ base, located: { resource, pointer } }: UnitOrigin): string {
  return `${resource.label === '' ? base : `${resource.label}#`}${pointer}`;
}

/** The position of a schema or of one of its keywords. */
interface IssuePosition {
  /** JSON pointer, as in issues, of the unit (a schema with functions of its own) that contains the schema. */
  readonly unit: string;
  /** Pointer from the unit to the schema: `/properties/title`. */
  readonly part: string;
  /** Absent for the schema itself. */
  readonly keyword?: string;
  readonly at: Position;
}

/** Lists the positions of all schemas and keywords that can cause issues, each once. */
function listIssuePositions(
  program: Program,
  origins: ReadonlyMap<string, UnitOrigin>,
  input: CompileInput,
): readonly IssuePosition[] {
  const units = new Set<string>();
  return [...origins].flatMap(([key, origin]) => {
    const unit = unitPointer(origin);
    const { resource } = origin.located;
    if (isShipped(resource.uri) || units.has(unit)) return [];
    units.add(unit);
    const root = { at: findRootPosition(origin, input), value: resource.root };
    const { plan } = program.unit(key);
    const pointers = new Set([...plansIn(plan)].map((one) => one.pointer));
    return [...pointers].flatMap((pointer) => {
      const steps = parsePointer(pointer.slice(resource.label.length + 1)) ?? [];
      const found = steps.reduce<Found>((outer, step) => stepInto(outer, step, input), root);
      return listKeywordPositions({ unit, part: pointer.slice(plan.pointer.length) }, found, input);
    });
  });
}

/** A value of the input, with the position of its key; without a value if the input has none there. */
interface Found {
  readonly at: Position;
  readonly value?: Json;
}

function stepInto({ at, value }: Found, step: string, { positions }: CompileInput): Found {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return { at };
  // `Reflect.get` reads members of objects and items of arrays, but returns `any`.
  return { at: positions.ofKey(value, step), value: Reflect.get(value, step) as Json };
}

/** Finds the position of the resource of a unit; `true` and `false` have the position of their key. */
function findRootPosition({ name, located }: UnitOrigin, { positions, schemas, remotes }: CompileInput): Position {
  const { root, label } = located.resource;
  if (typeof root !== 'object' || root === null)
    return label === '' ? positions.ofKey(schemas, name) : positions.ofKey(remotes, label);
  const { parent, key } = positions.get(root);
  return parent === undefined ? positions.of(root) : positions.ofKey(parent, key);
}

/** Lists the positions of a schema and its keywords; none for a reference, since issues name its target. */
function listKeywordPositions(
  where: Pick<IssuePosition, 'unit' | 'part'>,
  found: Found,
  input: CompileInput,
): readonly IssuePosition[] {
  const { value } = found;
  const reported = listReportedKeywords(value);
  const isReference =
    value === undefined || (isJsonObject(value) && value['$ref'] !== undefined && reported.length === 0);
  if (where.part !== '' && isReference) return [];
  const inFile = (at: Position): Position => ({ ...at, file: at.file.replace(/^.*[/\\]/s, '') });
  const keywordsAt = reported.map((keyword) => ({ ...where, keyword, at: inFile(stepInto(found, keyword, input).at) }));
  return [{ ...where, at: inFile(found.at) }, ...keywordsAt];
}

/** Lists the keywords that issues can name: those that validate values themselves, and others if they contain the schema `false`. */
function listReportedKeywords(schema: Json | undefined): readonly string[] {
  if (schema === undefined || !isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, value]) => {
    const keyword = keywords.get(name);
    if (keyword === undefined) return [];
    const holdsFalse = value === false || (isCompound(value) && Object.values(value).includes(false));
    const isReported = keyword.isReported ?? (keyword.is !== undefined || (asserts(keyword) && holdsFalse));
    return isReported ? [name] : [];
  });
}

/** Positions by file, schema and part: the table that `findPosition` of the runtime reads. */
type PositionTable = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Builds the table of positions, sorted by file: `3:7 type 0:15`. Lines are counted from the previous position. */
function tabulatePositions(positions: readonly IssuePosition[]): PositionTable {
  const sorted = positions.toSorted((left, right) => left.at.line - right.at.line || left.at.column - right.at.column);
  const files = [...groupBy(sorted, ({ at }) => at.file)].toSorted(([left], [right]) => compareStrings(left, right));
  return Object.fromEntries(
    files.map(([file, inFile]) => {
      let first = 0;
      const writePart = (inPart: readonly IssuePosition[]): string => {
        const words = inPart.map(({ keyword, at }, index) => {
          const position = `${at.line - (inPart[index - 1]?.at.line ?? first)}:${at.column}`;
          return keyword === undefined ? position : `${keyword} ${position}`;
        });
        first = inPart[0]?.at.line ?? first;
        return words.join(' ');
      };
      const schemas = [...groupBy(inFile, ({ unit }) => unit)].map(([unit, inUnit]) => {
        const parts = [...groupBy(inUnit, ({ part }) => part)];
        return [unit, Object.fromEntries(parts.map(([part, inPart]) => [part, writePart(inPart)]))] as const;
      });
      return [file, Object.fromEntries(schemas)];
    }),
  );
}
