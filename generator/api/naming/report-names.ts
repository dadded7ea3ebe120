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

/** The schemas and operations of a document, with their names and the options for names. */
export interface NamedParts {
  readonly names: ApiNames;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly options: NameOptions;
}

/** Warns of parts that have another name than the preferred one, because it is taken; reports stated names that are not valid. */
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
  for (const { what, at, scope, preferred, name, isExplicit } of claims) {
    const owner = owners.get(printKey(scope, preferred));
    if (preferred === name || !(owner ?? isExplicit)) continue;
    const where = owner ? `at ${positionName(owner, at)}` : 'by the package or the language';
    reportOtherName({ what, name, preferred, reason: `that name is taken ${where}` }, at, diagnostics);
  }
}

/** Lists the options of `names` that change no name of the document, each with a message. */
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

/** The name of one part of the API, with the scope in which it must be unique. */
interface Claim extends ChosenName {
  /** The part, for messages: `the method of listBooks`. */
  readonly what: string;
  readonly at: Position;
  /** Key of the names that must differ: types, the methods of one resource, or the parameters of one operation. */
  readonly scope: string;
}

function listClaims({ names, schemas, drafts }: NamedParts): readonly Claim[] {
  const types = [...schemas].flatMap(([id, { at }]) => {
    const chosen = names.chosen.get(id);
    // Only components are reported: a schema in another file may have a name that the component which refers to it has.
    const isCounted = chosen?.isExplicit || /^#\/components\/schemas\/[^/]+$/.test(id);
    return chosen && isCounted ? [{ ...chosen, what: `the type of ${id}`, at, scope: '' }] : [];
  });
  const members = drafts.flatMap((draft, index) => {
    const { method, group, parameters } = names.operations.get(draft) ?? {};
    const own = draft.parameters.flatMap(({ name, at }, position) => {
      const one = parameters?.[position];
      const what = `the parameter ${JSON.stringify(name)} of ${draft.id}`;
      return one ? [{ ...one, what, at, scope: `${index}`, isExplicit: true }] : [];
    });
    const what = `the method of ${draft.id}`;
    return method && group ? [{ ...method, what, at: draft.at, scope: group.path.join('.') }, ...own] : [];
  });
  return [...types, ...members];
}

/** Rounds after which properties that still have equal names keep those of the wire. */
const MOST_ROUNDS = 20;

/**
 * Gives properties of one value different names for callers, and a property that is declared twice one name. Warns of each change. The
 * first keeps its name; properties of an object itself come before those of its `allOf`. The second gets its name on the wire, or that
 * with a number: for `sideApi` and `side_api` (which is `sideApi` in camelCase) -> `sideApi` and `side_api`.
 */
export function tellPropertiesApart(
  roots: Iterable<Schema>,
  schemas: ReadonlyMap<string, Schema>,
  diagnostics: Diagnostics,
): void {
  const values = listValues(roots, schemas);
  const moved = new Map<Property, { readonly preferred: string; readonly first: Property }>();
  let clashing = values;
  for (let round = 1; clashing.length > 0; round++) {
    clashing = values.filter((properties) => findConflicts(properties).length > 0);
    for (const properties of clashing) {
      for (const { first, second } of findConflicts(properties)) {
        if (!moved.has(second)) moved.set(second, { preferred: toCallersName(second), first });
        const taken = new Set(properties.map(toCallersName));
        let [free, number] = [second.name, 2];
        while (taken.has(free)) free = `${second.name}${number++}`;
        rename(second, first.name === second.name ? toCallersName(first) : free);
      }
      if (round > MOST_ROUNDS) for (const one of properties) rename(one, one.name);
    }
  }
  for (const [property, { preferred, first }] of moved) {
    const [name, { at }] = [toCallersName(property), property.schema];
    if (name === preferred) continue;
    const where = positionName(first.schema.at, at);
    const isSame = first.name === property.name;
    const reason = isSame ? `so is the same property at ${where}` : `that name is taken at ${where}`;
    reportOtherName(
      { what: `the property ${JSON.stringify(property.name)}`, name, preferred, reason },
      at,
      diagnostics,
    );
  }
}

/** Renames a property for callers. Changes the object itself, which is safe since no other code has read its name yet. */
function rename(property: Property, callersName: string): void {
  const named: { callersName?: string } = property;
  if (callersName === property.name) delete named.callersName;
  else named.callersName = callersName;
}

/** Lists the properties that each kind of value can have, one list for each alternative. A name in `required` alone counts as a property. */
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
