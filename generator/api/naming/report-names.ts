import type { Diagnostics, Position } from '../../diagnostics.js';
import { callersNameOf, findConflicts, type NameConflict } from '../codecs/names-agree.js';
import { typedParts } from '../codecs/tell-apart.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { Schema } from '../schemas/schema.js';
import { declaredProperties, followSchema, undeclaredNames } from '../schemas/target-schema.js';
import { type ApiNames, takenParameters } from './name-api.js';
import {
  caseOf,
  hasWrongName,
  type NamedNode,
  type NameOptions,
  NAMED,
  type Named,
  reportWrongName,
} from './name-options.js';

/** What was named, and how. */
export interface NamedParts {
  readonly names: ApiNames;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly options: NameOptions;
}

/**
 * Reports names that the user or the spec asked for and that something else has: where nobody asked, one of the two gets another
 * name, but nobody should have to look for a name that was asked for.
 */
export function reportNames(parts: NamedParts, diagnostics: Diagnostics): void {
  const { schemas, drafts } = parts;
  const nodes: readonly NamedNode[] = [
    ...[...schemas].flatMap(([id, schema]) => (isComponent(id) ? [schema] : [])),
    ...drafts,
    ...new Set(drafts.flatMap(({ parameters }) => parameters)),
  ];
  const wrong = new Map(
    nodes.filter((one) => hasWrongName(one.extensions)).map((one) => [JSON.stringify(one.at), one]),
  );
  for (const node of wrong.values()) reportWrongName(node, diagnostics);
  reportTypes(parts, diagnostics);
  reportMethods(parts, diagnostics);
  for (const draft of drafts) reportParameters(draft, parts, diagnostics);
}

/** Whether a schema is one of the components, whose own name is that of its type. */
export function isComponent(id: string): boolean {
  return !/\/properties\/[^/]*$/.test(id);
}

/** The cases of names that change no name of the document, and how to say so. */
export function unusedCases(
  { names, options }: NamedParts,
  arePropertiesUsed: boolean,
): readonly { readonly named: Named; readonly message: string }[] {
  const { models, methods, groupsAreCased } = names.wanted;
  const isUsed: Readonly<Record<Named, boolean>> = {
    properties: arePropertiesUsed,
    parameters: [...names.operations.values()].some(({ parameters }) => parameters.some(({ isCased }) => isCased)),
    operations: groupsAreCased || [...methods.values()].some(({ isCased }) => isCased),
    types: [...models.values()].some(({ isCased }) => isCased),
  };
  return NAMED.flatMap((named) => {
    if (options[named] === undefined || isUsed[named] || caseOf(options, named) === undefined) return [];
    // Parameters follow properties.
    if (named === 'properties' && options.parameters === undefined && isUsed.parameters) return [];
    return [{ named, message: `\`names: { ${named}: ${options[named]} }\` changes no name of the document` }];
  });
}

/** Reports properties of the same value that callers would know by the same name, and those that have two names. */
export function reportProperties(
  roots: Iterable<Schema>,
  schemas: ReadonlyMap<string, Schema>,
  diagnostics: Diagnostics,
): void {
  const reported = new Set<string>();
  const report = ({ first, second }: NameConflict): void => {
    const { at } = second.schema;
    const key = JSON.stringify([first.schema.at, at]);
    if (reported.has(key)) return;
    reported.add(key);
    const [one, other] = [JSON.stringify(first.name), JSON.stringify(second.name)];
    const where = describe(first.schema.at);
    const message =
      first.name === second.name
        ? `the property ${one} would be ${JSON.stringify(callersNameOf(first))} (${where}) and ${JSON.stringify(callersNameOf(second))} of the same value`
        : `the properties ${one} (${where}) and ${other} would both be ${JSON.stringify(callersNameOf(second))}`;
    diagnostics.error('name-collision', message, at);
  };
  const seen = new Set<Schema>([...roots, ...schemas.values()]);
  // A set hands out what is added while it is walked.
  for (const schema of seen) {
    for (const inner of typedParts(schema)) seen.add(inner);
    const own = declaredProperties(schemas, schema);
    // What is required has its name on the wire where no property declares it.
    findConflicts([...undeclaredNames(schemas, schema), ...own]).forEach(report);
    for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])])
      findConflicts([...own, ...declaredProperties(schemas, followSchema(schemas, branch))]).forEach(report);
  }
}

function reportTypes({ names, schemas }: NamedParts, diagnostics: Diagnostics): void {
  const known = new Map<string, Position>();
  const all = [...schemas].flatMap(([id, { at }]) => {
    const wanted = names.wanted.models.get(id);
    return wanted === undefined ? [] : [{ id, at, ...wanted }];
  });
  const asked = new Set(all.flatMap(({ name, isAsked }) => (isAsked ? [name] : [])));
  // Whichever of several has the name, those after the first are reported.
  const [once, shared] = [new Set<string>(), new Set<string>()];
  for (const { name } of all) (once.has(name) ? shared : once).add(name);
  for (const { id, name, at, isAsked } of all) {
    const other = known.get(name);
    known.set(name, other ?? at);
    const isTaken = isAsked && names.models.get(id) !== name && !shared.has(name);
    if (other !== undefined && asked.has(name)) reportTaken(`the type of ${id}`, { name, at, other }, diagnostics);
    else if (isTaken) reportTaken(`the type of ${id}`, { name, at }, diagnostics);
  }
}

function reportMethods({ names, drafts }: NamedParts, diagnostics: Diagnostics): void {
  const known = new Map<string, Position>();
  const all = drafts.map((draft) => {
    const { property = '', group } = names.operations.get(draft) ?? {};
    const wanted = names.wanted.methods.get(draft) ?? { name: property, isAsked: false };
    return { draft, property, key: [...(group?.path ?? []), wanted.name].join('.'), ...wanted };
  });
  const asked = new Set(all.flatMap(({ key, isAsked }) => (isAsked ? [key] : [])));
  for (const { draft, property, key, name, isAsked } of all) {
    const { id, at } = draft;
    const other = known.get(key);
    known.set(key, other ?? at);
    if (other !== undefined && asked.has(key)) reportTaken(`the method of ${id}`, { name, at, other }, diagnostics);
    else if (isAsked && property !== name) reportTaken(`the method of ${id}`, { name, at }, diagnostics);
  }
}

function reportParameters(draft: OperationDraft, { names }: NamedParts, diagnostics: Diagnostics): void {
  const wanted = names.operations.get(draft)?.parameters ?? [];
  const taken = new Set(takenParameters(draft));
  const known = new Map<string, Position>();
  const all = draft.parameters.flatMap(({ name: wire, at }, index) => {
    const one = wanted[index];
    return one === undefined ? [] : [{ wire, at, ...one }];
  });
  const asked = new Set(all.flatMap(({ name, isAsked }) => (isAsked ? [name] : [])));
  for (const { name, wire, at, isAsked } of all) {
    const other = known.get(name);
    known.set(name, other ?? at);
    const what = `the parameter ${JSON.stringify(wire)} of ${draft.id}`;
    if (other !== undefined && asked.has(name)) reportTaken(what, { name, at, other }, diagnostics);
    else if (isAsked && taken.has(name)) reportTaken(what, { name, at }, diagnostics);
  }
}

/** A name that was asked for, and where what has it is, if the spec has it. */
interface Taken {
  readonly name: string;
  readonly at: Position;
  readonly other?: Position;
}

function reportTaken(what: string, { name, at, other }: Taken, diagnostics: Diagnostics): void {
  const who = other === undefined ? 'the package or the language has that name' : `so is what ${describe(other)} has`;
  diagnostics.error('name-collision', `${what} cannot be ${JSON.stringify(name)}: ${who}`, at);
}

function describe({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
