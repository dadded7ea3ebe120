import type { Diagnostics, Position } from '../../diagnostics.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { Schema } from '../schemas/schema.js';
import { positionName } from '../../spec/check/check-context.js';
import type { ApiNames } from './name-api.js';
import {
  caseOf,
  hasWrongName,
  type NamedNode,
  type NameOptions,
  NAMED,
  type Named,
  reportOtherName,
  reportWrongName,
} from './name-options.js';

/** What was named, and how. */
export interface NamedParts {
  readonly names: ApiNames;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly drafts: readonly OperationDraft[];
  readonly options: NameOptions;
}

/** Warns of names that something else has, so that what would have them is called otherwise, and reports names that are none. */
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
  reportClaims([...typeClaims(parts), ...methodClaims(parts), ...parameterClaims(parts)], diagnostics);
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

/** Something that was named, and how it would be called if nothing else had the name. */
interface Claim {
  /** `the method of listBooks`. */
  readonly what: string;
  readonly at: Position;
  /** Names that must differ, such as the methods of one resource. */
  readonly scope: string;
  readonly wanted: string;
  readonly name: string;
  readonly isAsked: boolean;
}

function reportClaims(claims: readonly Claim[], diagnostics: Diagnostics): void {
  const keyOf = (scope: string, name: string): string => JSON.stringify([scope, name]);
  const owners = new Map(claims.map(({ scope, name, at }) => [keyOf(scope, name), at]));
  for (const { what, at, scope, wanted, name, isAsked } of claims) {
    const owner = owners.get(keyOf(scope, wanted));
    if (wanted === name || (owner === undefined && !isAsked)) continue;
    const who = owner === undefined ? 'the package or the language has' : `what is at ${positionName(owner, at)} has`;
    reportOtherName({ what, name, wanted, reason: `${who} that name` }, at, diagnostics);
  }
}

const COMPONENT = /^#\/components\/schemas\/[^/]+$/;

function typeClaims({ names, schemas }: NamedParts): readonly Claim[] {
  return [...schemas].flatMap(([id, { at }]) => {
    const wanted = names.wanted.models.get(id);
    const name = names.models.get(id);
    // A file may hold what a component refers to: of those, it is called otherwise.
    if (wanted === undefined || name === undefined || !(wanted.isAsked || COMPONENT.test(id))) return [];
    return [{ what: `the type of ${id}`, at, scope: '', wanted: wanted.name, name, isAsked: wanted.isAsked }];
  });
}

function methodClaims({ names, drafts }: NamedParts): readonly Claim[] {
  return drafts.flatMap((draft) => {
    const { property, group } = names.operations.get(draft) ?? {};
    const wanted = names.wanted.methods.get(draft);
    if (wanted === undefined || property === undefined || group === undefined) return [];
    const scope = group.path.join('.');
    const { name, isAsked } = wanted;
    return [{ what: `the method of ${draft.id}`, at: draft.at, scope, wanted: name, name: property, isAsked }];
  });
}

function parameterClaims({ names, drafts }: NamedParts): readonly Claim[] {
  return drafts.flatMap((draft, index) => {
    const named = names.operations.get(draft)?.parameters ?? [];
    return draft.parameters.flatMap(({ name, at }, position) => {
      const one = named[position];
      const what = `the parameter ${JSON.stringify(name)} of ${draft.id}`;
      return one === undefined ? [] : [{ ...one, what, at, scope: `${index}`, isAsked: true }];
    });
  });
}
