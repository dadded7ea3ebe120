import { type Diagnostics, type Position, positionName } from '../../diagnostics.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { Schema, Property } from '../types/schema.js';
import { type ApiNames, isComponent } from './name-api.js';
import type { ChosenName } from './name-operations.js';
import {
  findCase,
  type NameOptions,
  NAMED,
  type Named,
  reportOtherName,
  reportWrongName,
} from '../tools/name-options.js';
import { toCallersName, findConflicts } from '../conversions/names-agree.js';
import { typedParts } from '../conversions/tell-apart.js';
import { declaredProperties, followSchema, undeclaredNames } from '../schemas/target-schema.js';
import { reachable } from '../../iterables.js';

/** Named schemas and operations, with their names. */
export interface NamedParts {
  readonly names: ApiNames;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly options: NameOptions;
}

/** Warns of names that something else has, so that what would have them is called otherwise, and reports names that are none. */
export function reportNames(parts: NamedParts, diagnostics: Diagnostics): void {
  const { schemas, drafts } = parts;
  const nodes = [
    ...[...schemas].filter(([id]) => isComponent(id)).map(([, schema]) => schema),
    ...drafts,
    ...drafts.flatMap(({ parameters }) => parameters),
  ];
  const byPlace = new Map(nodes.map((one) => [JSON.stringify(one.at), one]));
  for (const node of byPlace.values()) reportWrongName(node, diagnostics);

  const claims = listClaims(parts);
  const printKey = (scope: string, name: string): string => JSON.stringify([scope, name]);
  const owners = new Map(claims.map(({ scope, name, at }) => [printKey(scope, name), at]));
  for (const { what, at, scope, wanted, name, isAsked } of claims) {
    const owner = owners.get(printKey(scope, wanted));
    if (wanted === name || !(owner ?? isAsked)) continue;
    const where = owner ? `at ${positionName(owner, at)}` : 'by the package or the language';
    reportOtherName({ what, name, wanted, reason: `that name is taken ${where}` }, at, diagnostics);
  }
}

/** Returns the cases of names that change no name of the document, and how to say so. */
export function unusedCases(
  { names, options }: NamedParts,
  arePropertiesUsed: boolean,
): readonly { readonly named: Named; readonly message: string }[] {
  const operations = [...names.operations.values()];
  const parameters = operations.some((one) => one.parameters.some(({ isCased }) => isCased));
  const isUsed: Readonly<Record<Named, boolean>> = {
    // Parameters follow properties.
    properties: arePropertiesUsed || (parameters && !options.parameters),
    parameters,
    operations: names.groupsAreCased || operations.some(({ method }) => method.isCased),
    types: [...names.chosen.values()].some(({ isCased }) => isCased),
  };
  const unused = NAMED.filter((named) => options[named] && findCase(options, named) && !isUsed[named]);
  return unused.map((named) => {
    return { named, message: `\`names: { ${named}: ${options[named]} }\` changes no name of the document` };
  });
}

/** Something that was named, and how it would be called if nothing else had the name. */
interface Claim extends ChosenName {
  /** `the method of listBooks`. */
  readonly what: string;
  readonly at: Position;
  /** Names that must differ, such as the methods of one resource. */
  readonly scope: string;
}

function listClaims({ names, schemas, drafts }: NamedParts): readonly Claim[] {
  const types = [...schemas].flatMap(([id, { at }]) => {
    const chosen = names.chosen.get(id);
    // A file may hold what a component refers to: of those, it is called otherwise.
    const isCounted = chosen?.isAsked || /^#\/components\/schemas\/[^/]+$/.test(id);
    return chosen && isCounted ? [{ ...chosen, what: `the type of ${id}`, at, scope: '' }] : [];
  });
  const members = drafts.flatMap((draft, index) => {
    const { method, group, parameters } = names.operations.get(draft) ?? {};
    const own = draft.parameters.flatMap(({ name, at }, position) => {
      const one = parameters?.[position];
      const what = `the parameter ${JSON.stringify(name)} of ${draft.id}`;
      return one ? [{ ...one, what, at, scope: `${index}`, isAsked: true }] : [];
    });
    const what = `the method of ${draft.id}`;
    return method && group ? [{ ...method, what, at: draft.at, scope: group.path.join('.') }, ...own] : [];
  });
  return [...types, ...members];
}

/** Rounds after which properties that still have the same name are called as on the wire. */
const MOST_ROUNDS = 20;

/**
 * Gives properties of one value different names for callers, and a property that is declared twice one name. The first keeps its name:
 * what an object declares itself before what it combines, in their order. The second is called as on the wire, or else has a number:
 * `side_api` beside `sideApi` -> `side_api`; `sideApi` beside `side_api`, which is called so -> `sideApi2`. Warns of each.
 */
export function tellPropertiesApart(
  roots: Iterable<Schema>,
  schemas: ReadonlyMap<string, Schema>,
  diagnostics: Diagnostics,
): void {
  const values = listValues(roots, schemas);
  const moved = new Map<Property, { readonly wanted: string; readonly first: Property }>();
  let clashing = values;
  for (let round = 1; clashing.length > 0; round++) {
    clashing = values.filter((properties) => findConflicts(properties).length > 0);
    for (const properties of clashing) {
      for (const { first, second } of findConflicts(properties)) {
        if (!moved.has(second)) moved.set(second, { wanted: toCallersName(second), first });
        const taken = new Set(properties.map(toCallersName));
        let [free, number] = [second.name, 2];
        while (taken.has(free)) free = `${second.name}${number++}`;
        rename(second, first.name === second.name ? toCallersName(first) : free);
      }
      if (round > MOST_ROUNDS) for (const one of properties) rename(one, one.name);
    }
  }
  for (const [property, { wanted, first }] of moved) {
    const [name, { at }] = [toCallersName(property), property.schema];
    if (name === wanted) continue;
    const where = positionName(first.schema.at, at);
    const isSame = first.name === property.name;
    const reason = isSame ? `so is the same property at ${where}` : `that name is taken at ${where}`;
    reportOtherName({ what: `the property ${JSON.stringify(property.name)}`, name, wanted, reason }, at, diagnostics);
  }
}

/** Names a property for callers; lowering has made it, and nothing has read its name yet. */
function rename(property: Property, callersName: string): void {
  const named: { callersName?: string } = property;
  if (callersName === property.name) delete named.callersName;
  else named.callersName = callersName;
}

/** Lists the properties that each value can have, alternatives apart. What is only required has its name on the wire. */
function listValues(roots: Iterable<Schema>, schemas: ReadonlyMap<string, Schema>): readonly (readonly Property[])[] {
  const all = [...reachable([...roots, ...schemas.values()], typedParts)];
  const values = all.flatMap((schema) => {
    const own = declaredProperties(schemas, schema);
    const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    return [
      [...undeclaredNames(schemas, schema), ...own],
      ...branches.map((branch) => [...own, ...declaredProperties(schemas, followSchema(schemas, branch))]),
    ];
  });
  return values.filter((properties) => properties.length > 1);
}
