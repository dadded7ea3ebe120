import { groupBy } from '../../iterables.js';
import type { Report, Operation, OperationGroup } from '../api.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { ReportDraft } from '../operations/lower-parts.js';
import { changeCase, changeMemberCase, type NameCase, readOwnName } from '../tools/name-options.js';
import { camelCase, type Candidates, sortByKey, NameScope, pascalCase, kebabCase } from '../tools/names.js';
import { operationWords, type OperationSite } from './operation-site.js';
import { reservedExports, reservedMembers, reservedModules } from './reserved-names.js';
import { joinName } from './rest-names.js';
import { shortenAll } from './short-names.js';

/** The names of an operation. */
export interface OperationNames {
  readonly name: string;
  readonly typeName: string;
  /** Its method in its group. */
  readonly method: ChosenName;
  readonly group: GroupNames;
  /** The names of its parameters, in their order. */
  readonly parameters: readonly ParameterNames[];
  /** Its report, with the names of the types of its keys. */
  readonly report?: Report;
}

/** A name, together with the preferred one, which differs if another part has claimed it. */
export interface ChosenName {
  readonly name: string;
  readonly preferred: string;
  /** The user chose the preferred name, by the option `names` or by `x-speccast-name`. */
  readonly isExplicit: boolean;
  /** The option `names` changed the preferred name. */
  readonly isCased: boolean;
}

/** Name of a parameter for callers, and its property in the params object on the wire. */
export interface ParameterNames extends ChosenName {
  readonly property: string;
}

/** An operation and the candidates for its names. */
export interface Sited {
  readonly draft: OperationDraft;
  readonly site: OperationSite;
}

/** Names the methods, group by group. Names that the spec states are claimed first; the others are as short as possible. */
export function nameMethods(
  groups: GroupNamer,
  sited: readonly Sited[],
  style: NameCase | undefined,
): ReadonlyMap<OperationDraft, ChosenName> {
  const byGroup = groupBy(sited, ({ site }) => groups.group(site.group));
  const named = [...byGroup].flatMap(([{ path }, members]) => {
    const scope = groups.members(path);
    const own = members.flatMap(({ draft, site: { further } }) => {
      const preferred = readOwnName(draft.extensions, 'method');
      return preferred ? [{ draft, preferred, further, isExplicit: true, isCased: false }] : [];
    });
    const others = members.filter(({ draft }) => own.every((one) => one.draft !== draft));
    const short = shortenAll(
      others.map(({ site }) => site.names),
      (name) => scope.isFree(name) && own.every(({ preferred }) => preferred !== name),
    );
    const cased = others.map(({ draft, site: { names, further: last } }, index) => {
      const plain = short[index] ?? names[0];
      const next = [plain, ...names.slice(names.lastIndexOf(plain) + 1), ...last];
      const [preferred = plain, ...further] = next.map((one) => changeCase(one, style));
      return { draft, preferred, further, isExplicit: preferred !== plain, isCased: preferred !== plain };
    });
    return scope.claimAll([...own, ...cased], ({ preferred, further }) => [
      preferred,
      ...further,
      `${further.at(-1) ?? preferred}Operation`,
    ]);
  });
  return new Map(named.map(([one, name]) => [one.draft, { ...one, name }]));
}

/** Lists the candidates for the function of an operation: first the one of `findSite`, last its whole id or path. */
export function listFunctionNames({ draft, site: { group, functionName } }: Sited): Candidates {
  const plain = joinName(operationWords(draft));
  return [functionName, joinName(...group, functionName), plain, `${plain}Call`];
}

/** Names the types of the lists of keys in a request by the property with the list: `dimensions` -> `PetsReportDimensions`. */
export function nameReport(scope: NameScope, report: ReportDraft, typeName: string): Report {
  const parameters = new NameScope({ reserved: reservedExports });
  const keys = report.keys.map((one) => {
    const name = pascalCase(one.from.at(-1) ?? '', 'keys');
    return {
      ...one,
      typeParameter: parameters.claim([name, `${name}List`]),
      typeName: scope.claim([`${typeName}${name}`, `${typeName}${name}List`]),
    };
  });
  return { ...report, keys };
}

/** Lists the constants and functions that are exported with an operation: `petsList` -> `petsList`, `petsListResponse`, ... */
export function listOperationValueNames(name: string): readonly string[] {
  return [name, ...['Operation', 'Parameters', 'Body', 'Response', 'StreamItem'].map((suffix) => name + suffix)];
}

/** Lists the types that are exported with an operation: `PetsList` -> `PetsListParams`, `PetsListResult`, ... */
export function listOperationTypeNames(typeName: string): readonly string[] {
  const suffixes =
    'Params BaseParams Response MediaTypes Part DefaultPart Result Row Reason StreamItem Errors Headers Responses';
  return suffixes.split(' ').map((suffix) => typeName + suffix);
}

/** Locations in the order in which parameters with equal names claim them. */
const locations: readonly string[] = ['path', 'query', 'header', 'cookie'];

/** Members that every object has in TypeScript: if a param had this name and another type, `{}` would not be assignable to the params. */
const inherited: readonly string[] =
  '__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf'.split(' ');

/**
 * Names the properties of the params object. `body`, `media` and `contentType` are taken if the operation has them. The option for
 * cases changes the name that is free: a parameter `body` → `bodyQuery` → `body_query`.
 */
export function nameParameters(draft: OperationDraft, style: NameCase | undefined): readonly ParameterNames[] {
  const { parameters, body: { contents = [], media } = {} } = draft;
  const isRequired = (name: string): boolean => parameters.some((one) => one.required && one.name === name);
  const reserved = [
    ...inherited.filter((name) => name === '__proto__' || !isRequired(name)),
    ...(contents.length > 0 || media?.metadata ? ['body'] : []),
    ...(media ? ['media'] : []),
    ...(contents.length > 1 ? ['contentType'] : []),
  ];
  const ordered = sortByKey(parameters, ({ name, in: location }) => `${locations.indexOf(location)} ${name}`);
  const properties = new Map(
    new NameScope({ reserved }).claimAll(ordered, ({ name, in: location }) => [
      name,
      camelCase(`${name} ${location}`, 'parameter'),
    ]),
  );
  const preferred = parameters.map((parameter) => {
    const property = properties.get(parameter) ?? parameter.name;
    const [own, cased] = [readOwnName(parameter.extensions, 'property'), changeMemberCase(property, style)];
    return { property, own, preferred: own ?? cased, isCased: !own && cased !== property };
  });
  // Of two equal names, the first parameter in the spec has it; the second keeps its name without the case, or gets a number.
  const named = new NameScope({ reserved }).claimAll(preferred, (one) => [one.preferred, one.property]);
  return named.map(([one, name]) => ({ ...one, name, isExplicit: one.own !== undefined || name !== one.property }));
}

/** File stem of the models that several groups use. */
export const SHARED = 'shared';

/** The names of a group: its position in the client, its class and its files. */
export type GroupNames = Omit<OperationGroup, 'operations' | 'groups'>;

/** Names groups, each once, and the members of the client's classes. */
export class GroupNamer {
  readonly #exports: NameScope;
  readonly #style: NameCase | undefined;
  readonly #modules = new NameScope({ reserved: reservedModules, ignoreCase: true });
  readonly #members = new Map<string, NameScope>();
  readonly #groups = new Map<string, GroupNames>();

  constructor(exports: NameScope, style: NameCase | undefined) {
    this.#exports = exports;
    this.#style = style;
  }

  /** Returns the names of a group; claims them, and those of the groups above it, at the first call. */
  group(path: readonly string[]): GroupNames {
    const key = path.join('.');
    const known = this.#groups.get(key);
    if (known) return known;
    const parent = path.length > 1 ? this.group(path.slice(0, -1)).path : [];
    const last = changeCase(path.at(-1) ?? 'default', this.#style);
    const property = this.members(parent).claim([last, `${last}Resource`]);
    const typeName = this.#exports.claim([pascalCase(key, 'group')], (one) => [`${one}Resource`]);
    const stem = kebabCase(key, 'group');
    const module = this.#modules.claim([stem, `${stem}-resource`]);
    const named = { path: [...parent, property], property, typeName, module };
    this.#groups.set(key, named);
    return named;
  }

  /** Returns the scope of the members of a group in the client: its methods and the groups below it. */
  members(path: readonly string[]): NameScope {
    const key = path.join('.');
    const scope = this.#members.get(key) ?? new NameScope({ reserved: reservedMembers });
    this.#members.set(key, scope);
    return scope;
  }

  /** Names the groups at these paths and those above them, each once, in the order in which they are first needed. */
  list(paths: readonly (readonly string[])[]): readonly GroupNames[] {
    return [...new Set(paths.flatMap((path) => path.map((_, index) => this.group(path.slice(0, index + 1)))))];
  }
}

/** Lowers the resources of the client as a forest, in the order of the operations that need them; each group is after the one above it. */
export function lowerGroups(
  groups: readonly GroupNames[],
  operations: readonly Operation[],
): readonly OperationGroup[] {
  const members = groupBy(operations, ({ group }) => group.join('.'));
  const below = groupBy(groups, ({ path }) => path.slice(0, -1).join('.'));
  const listBelow = (path: readonly string[]): readonly OperationGroup[] =>
    (below.get(path.join('.')) ?? []).map((group) => ({
      ...group,
      operations: (members.get(group.path.join('.')) ?? []).map(({ id }) => id),
      groups: listBelow(group.path),
    }));
  return listBelow([]);
}
