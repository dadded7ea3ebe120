import type { Report } from '../api.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { ReportDraft } from '../operations/lower-parts.js';
import type { Schema } from '../schemas/schema.js';
import type { GroupNamer, GroupNames } from './name-groups.js';
import { readIds } from './framework-ids.js';
import { caseOf, inCase, memberInCase, type NameCase, type NameOptions, ownName } from './name-options.js';
import { camelCase, type Candidates, inFixedOrder, NameScope, pascalCase } from './names.js';
import { findSite, operationWords, type OperationSite } from './operation-site.js';
import { PathNames } from './path-segments.js';
import { reservedExports } from './reserved-names.js';
import { type MethodNames, shortenAll } from './short-names.js';

/** The names of an operation. */
export interface OperationNames {
  readonly name: string;
  readonly typeName: string;
  readonly property: string;
  readonly group: GroupNames;
  /** The names of its parameters, in their order. */
  readonly parameters: readonly ParameterNames[];
  /** Its report, with the types that the request has for it. */
  readonly report?: Report;
}

/** A name that something would have if nothing else had it. */
export interface WantedName {
  readonly name: string;
  /** Whether somebody asked for it: by a case of names, or by `x-speccast-name`. */
  readonly isAsked: boolean;
  /** Whether a case of names changed it. */
  readonly isCased: boolean;
}

/** What callers know a parameter by, and what it is called in the params object on the wire. */
export interface ParameterNames extends WantedName {
  readonly property: string;
  /** What callers would know it by if no other parameter had the name. */
  readonly wanted: string;
}

/** What operations are named from. */
export interface NamelessOperations {
  readonly operations: readonly OperationDraft[];
  /** Schemas by their ids: a list is called otherwise than what is in it. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly methodNames: MethodNames;
  readonly options: NameOptions;
}

/** Operations with their names, and the names that their methods would have. */
interface NamedOperations {
  readonly names: ReadonlyMap<OperationDraft, OperationNames>;
  readonly wanted: ReadonlyMap<OperationDraft, WantedName>;
}

/** Names operations, their methods in their resources, and their parameters. */
export function nameOperations(
  scope: NameScope,
  groups: GroupNamer,
  { operations: drafts, schemas, methodNames, options }: NamelessOperations,
): NamedOperations {
  const paths = new PathNames(drafts);
  const context = { paths, schemas, documentIds: readIds(drafts, paths), methodNames };
  const written = drafts.map((draft) => ({ draft, site: findSite(draft, context) }));
  const sited = inFixedOrder(written, ({ draft }) => `${draft.path} ${draft.method}`);
  // Groups first: a method gives way to a resource of the same name, wherever it is in the spec.
  for (const { site } of sited) groups.group(site.group);
  groups.arrange(written.map(({ site }) => site.group));
  const methods = nameMethods(groups, sited, caseOf(options, 'operations'));
  const named = scope.claimAll(sited, functionNames, valuesOf);
  const typed = scope.claimAll(named, ([, name]) => [upper(name), `${upper(name)}Operation`], typesOf);
  const names = new Map(
    typed.map(([[{ draft, site }, name], typeName]) => {
      const group = groups.group(site.group);
      const report = draft.report && nameReport(scope, draft.report, typeName);
      const property = methods.get(draft)?.property ?? '';
      const parameters = nameParameters(draft, caseOf(options, 'parameters'));
      return [draft, { name, typeName, property, group, parameters, ...(report && { report }) }];
    }),
  );
  return { names, wanted: methods };
}

/** An operation and what it can be called. */
interface Sited {
  readonly draft: OperationDraft;
  readonly site: OperationSite;
}

/** Names the methods, resource by resource. Names of the spec's own come first; then whoever comes first has a name. */
function nameMethods(
  groups: GroupNamer,
  sited: readonly Sited[],
  style: NameCase | undefined,
): ReadonlyMap<OperationDraft, WantedName & { readonly property: string }> {
  const byGroup = new Map<GroupNames, Sited[]>();
  for (const one of sited) {
    const group = groups.group(one.site.group);
    byGroup.set(group, [...(byGroup.get(group) ?? []), one]);
  }
  return new Map(
    [...byGroup].flatMap(([group, members]) => {
      const own = members.flatMap(({ draft, site: { further } }) => {
        const name = ownName(draft.extensions, 'method');
        return name === undefined ? [] : [{ draft, names: [name, ...further], isAsked: true, isCased: false }];
      });
      const taken = new Set(own.map(({ names: [name] }) => name));
      const others = members.filter(({ draft }) => own.every((one) => one.draft !== draft));
      const sites = others.map(({ site }) => site);
      const short = shortenAll(sites, (name) => groups.isFree(group, name) && !taken.has(name));
      const cased = others.map(({ draft, site: { names, further } }, index) => {
        const wanted = short[index] ?? names[0];
        const all = [...names.slice(names.lastIndexOf(wanted)), ...further];
        const isCased = inCase(wanted, style) !== wanted;
        return { draft, names: all.map((one) => inCase(one, style)), isAsked: isCased, isCased };
      });
      const named = groups.methods(group, [...own, ...cased], ({ names: [first = '', ...further] }) => [
        first,
        ...further,
        `${further.at(-1) ?? first}Operation`,
      ]);
      return named.map(
        ([
          {
            draft,
            names: [name = ''],
            isAsked,
            isCased,
          },
          property,
        ]) => [draft, { name, isAsked, isCased, property }] as const,
      );
    }),
  );
}

function functionNames({ draft, site }: Sited): Candidates {
  const { group, functionName } = site;
  const plain = camelCase(operationWords(draft), 'operation');
  const grouped = camelCase([...group, functionName].join(' '), 'operation');
  return [functionName, grouped, plain, `${plain}Call`];
}

/** Names the lists of keys that a request has: by the property that holds the list. */
function nameReport(scope: NameScope, report: ReportDraft, typeName: string): Report {
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

/** The constants and functions that are exported with an operation. */
function valuesOf(name: string): readonly string[] {
  return [name, ...['Operation', 'Parameters', 'Body', 'Response', 'StreamItem'].map((suffix) => name + suffix)];
}

/** The types that are exported with an operation. */
function typesOf(typeName: string): readonly string[] {
  const suffixes = 'Params Response MediaTypes Part DefaultPart Result Row Reason StreamItem Errors Headers Responses';
  return suffixes.split(' ').map((suffix) => typeName + suffix);
}

function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Who has a name that parameters in several locations want. */
const locations: readonly string[] = ['path', 'query', 'header', 'cookie'];

/** Members that TypeScript knows of each object: with an optional one of another type, `{}` would be no params object. */
const inherited: readonly string[] = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
];

/**
 * Names the properties of the params object, where `body` and `media` are taken if the operation has them: a case is for what they
 * are called without that.
 */
function nameParameters(draft: OperationDraft, style: NameCase | undefined): readonly ParameterNames[] {
  const scope = new NameScope({ reserved: takenParameters(draft) });
  const ordered = inFixedOrder(draft.parameters, ({ name, in: location }) => `${locations.indexOf(location)} ${name}`);
  const named = scope.claimAll(ordered, ({ name, in: location }) => [
    name,
    camelCase(`${name} ${location}`, 'parameter'),
  ]);
  const properties = new Map(named);
  const wanted = draft.parameters.map((parameter) => {
    const property = properties.get(parameter) ?? parameter.name;
    const [own, cased] = [ownName(parameter.extensions, 'property'), memberInCase(property, style)];
    return { property, own, wanted: own ?? cased, isCased: own === undefined && cased !== property };
  });
  // Who is first in the spec has a name; the other is called as without cases, or else has a number.
  const callers = new NameScope({ reserved: takenParameters(draft) });
  const names = new Map(callers.claimAll(wanted, ({ wanted: name, property }) => [name, property]));
  return wanted.map((one) => {
    const name = names.get(one) ?? one.property;
    return { ...one, name, isAsked: one.own !== undefined || name !== one.property };
  });
}

/** Names that no parameter of an operation can have in the params object. */
function takenParameters(draft: OperationDraft): readonly string[] {
  return [...inheritedBy(draft), ...bodyProperties(draft)];
}

function inheritedBy({ parameters }: OperationDraft): readonly string[] {
  const required = parameters.flatMap((one) => (one.required ? [one.name] : []));
  return inherited.filter((name) => name === '__proto__' || !required.includes(name));
}

function bodyProperties({ body }: OperationDraft): readonly string[] {
  if (body === undefined) return [];
  return [
    ...(body.contents.length > 0 || body.media?.metadata !== undefined ? ['body'] : []),
    ...(body.media === undefined ? [] : ['media']),
    ...(body.contents.length > 1 ? ['contentType'] : []),
  ];
}
