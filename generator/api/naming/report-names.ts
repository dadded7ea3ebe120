import { type Diagnostics, type Position, positionName } from '../../diagnostics.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { Schema } from '../types/schema.js';
import { type ApiNames, isComponent } from './name-api.js';
import type { ChosenName } from './name-operations.js';
import {
  findCase,
  hasWrongName,
  type NamedNode,
  type NameOptions,
  NAMED,
  type Named,
  reportOtherName,
  reportWrongName,
} from '../tools/name-options.js';

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
  const nodes: readonly NamedNode[] = [
    ...[...schemas].flatMap(([id, schema]) => (isComponent(id) ? [schema] : [])),
    ...drafts,
    ...new Set(drafts.flatMap(({ parameters }) => parameters)),
  ];
  const wrong = new Map(
    nodes.filter((one) => hasWrongName(one.extensions)).map((one) => [JSON.stringify(one.at), one]),
  );
  for (const node of wrong.values()) reportWrongName(node, diagnostics);
  reportClaims([...typeClaims(parts), ...operationClaims(parts)], diagnostics);
}

/** The cases of names that change no name of the document, and how to say so. */
export function unusedCases(
  { names, options }: NamedParts,
  arePropertiesUsed: boolean,
): readonly { readonly named: Named; readonly message: string }[] {
  const operations = [...names.operations.values()];
  const isUsed: Readonly<Record<Named, boolean>> = {
    properties: arePropertiesUsed,
    parameters: operations.some(({ parameters }) => parameters.some(({ isCased }) => isCased)),
    operations: names.groupsAreCased || operations.some(({ method }) => method.isCased),
    types: [...names.chosen.values()].some(({ isCased }) => isCased),
  };
  return NAMED.flatMap((named) => {
    if (options[named] === undefined || isUsed[named] || findCase(options, named) === undefined) return [];
    // Parameters follow properties.
    if (named === 'properties' && options.parameters === undefined && isUsed.parameters) return [];
    return [{ named, message: `\`names: { ${named}: ${options[named]} }\` changes no name of the document` }];
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

function reportClaims(claims: readonly Claim[], diagnostics: Diagnostics): void {
  const toClaimKey = (scope: string, name: string): string => JSON.stringify([scope, name]);
  const owners = new Map(claims.map(({ scope, name, at }) => [toClaimKey(scope, name), at]));
  for (const { what, at, scope, wanted, name, isAsked } of claims) {
    const owner = owners.get(toClaimKey(scope, wanted));
    if (wanted === name || (owner === undefined && !isAsked)) continue;
    const who = owner === undefined ? 'the package or the language has' : `what is at ${positionName(owner, at)} has`;
    reportOtherName({ what, name, wanted, reason: `${who} that name` }, at, diagnostics);
  }
}

const COMPONENT = /^#\/components\/schemas\/[^/]+$/;

function typeClaims({ names, schemas }: NamedParts): readonly Claim[] {
  return [...schemas].flatMap(([id, { at }]) => {
    const chosen = names.chosen.get(id);
    // A file may hold what a component refers to: of those, it is called otherwise.
    if (chosen === undefined || !(chosen.isAsked || COMPONENT.test(id))) return [];
    return [{ ...chosen, what: `the type of ${id}`, at, scope: '' }];
  });
}

function operationClaims({ names, drafts }: NamedParts): readonly Claim[] {
  return drafts.flatMap((draft, index): readonly Claim[] => {
    const named = names.operations.get(draft);
    if (named === undefined) return [];
    const { method, group, parameters } = named;
    return [
      { ...method, what: `the method of ${draft.id}`, at: draft.at, scope: group.path.join('.') },
      ...draft.parameters.flatMap(({ name, at }, position) => {
        const one = parameters[position];
        const what = `the parameter ${JSON.stringify(name)} of ${draft.id}`;
        return one === undefined ? [] : [{ ...one, what, at, scope: `${index}`, isAsked: true }];
      }),
    ];
  });
}
