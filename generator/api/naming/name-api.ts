import type { Report, Webhook } from '../api.js';
import { fileOf, lastStep, stepsOf, camelCase, type Candidates, NameScope, pascalCase } from './names.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import type { ReportDraft } from '../operations/lower-parts.js';
import { GroupNamer, type GroupNames, operationWords, siteOf } from './name-groups.js';
import { caseOf, inCase, memberInCase, ownName, type NameCase, type NameOptions } from './name-options.js';
import { reservedExports } from './reserved-names.js';
import { shortenAll, type MethodNames, type OperationSite } from './short-names.js';

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

/** Every name of a package, decided in one pass. */
export interface ApiNames {
  readonly typeName: string;
  /** Type names of models by id. */
  readonly models: ReadonlyMap<string, string>;
  readonly operations: ReadonlyMap<OperationDraft, OperationNames>;
  /** Groups in the order of the operations that need them. */
  readonly groups: readonly GroupNames[];
  /** What was asked for, by the user or the spec, and what would be without that. */
  readonly wanted: WantedNames;
  /** Names the type of the parameters that all operations share; to be asked where there are some. */
  commonParams(): string;
  /** Names the type of the reasons that errors of all operations share; to be asked where there are some. */
  commonReason(): string;
  /** Names the type on the wire of a model or of params; to be asked after everything else has its name. */
  wire(typeName: string): string;
  /** Names enums by the words of each; to be asked after operations and models have their names. */
  enums<T>(items: readonly T[], wordsOf: (item: T) => readonly string[]): ReadonlyMap<T, string>;
  /** Names the request variant of a model; to be asked after everything else has its name. */
  input(modelName: string): string;
}

/** A name that something would have if nothing else had it. */
export interface WantedName {
  readonly name: string;
  /** Whether somebody asked for it: by a case of names, or by `x-speccast-name`. */
  readonly isAsked: boolean;
  /** Whether a case of names changed it. */
  readonly isCased: boolean;
}

/** What callers would know a parameter by, and what it is called in the params object on the wire. */
export interface ParameterNames extends WantedName {
  readonly property: string;
}

/** The names that models and methods would have, and whether the cases that were asked for change any. */
export interface WantedNames {
  readonly models: ReadonlyMap<string, WantedName>;
  readonly methods: ReadonlyMap<OperationDraft, WantedName>;
  readonly groupsAreCased: boolean;
}

/** What is to be named: the service, the ids of its models, its operations. */
export interface Nameless {
  readonly name: string;
  readonly models: readonly string[];
  readonly operations: readonly OperationDraft[];
  readonly webhooks: readonly Webhook[];
  readonly methodNames: MethodNames;
  readonly options: NameOptions;
  /** Names that the spec gives models, by their ids. */
  readonly ownNames: ReadonlyMap<string, string>;
  /** Names that further emitters export. */
  readonly reserved: ReadonlySet<string>;
}

/**
 * Names everything, in an order that does not depend on that of the spec. Who comes first has the name: the package's own exports, models whose name
 * in the spec is a type name already, other models, groups, operations, bodies of webhooks, request variants.
 */
export function nameApi(nameless: Nameless): ApiNames {
  const { name, operations, webhooks, reserved, options } = nameless;
  const scope = new NameScope({ reserved: [...reservedExports, ...reserved] });
  const typeName = scope.claim([pascalCase(name, 'service'), `${pascalCase(name, 'service')}Client`], (one) => [
    one,
    `create${one}`,
  ]);
  const bodies = webhooks.flatMap((webhook) => bodiesOf(webhook));
  const ofWebhooks = new Set(bodies.map(({ id }) => id));
  const models = wantedTypes({ ...nameless, models: nameless.models.filter((id) => !ofWebhooks.has(id)) });
  const modelNames = nameModels(scope, models);
  const groups = new GroupNamer(scope, caseOf(options, 'operations'));
  const { names: operationNames, wanted: methods } = nameOperations(scope, groups, { ...nameless, drafts: operations });
  const types = caseOf(options, 'types');
  return {
    typeName,
    models: new Map([...modelNames, ...nameBodies(scope, bodies)]),
    operations: operationNames,
    groups: groups.all,
    wanted: { models, methods, groupsAreCased: groups.isCaseUsed },
    commonParams: () => scope.claim(['CommonParams', `${typeName}CommonParams`]),
    commonReason: () => scope.claim(['CommonReason', `${typeName}CommonReason`]),
    wire: (modelName) => scope.claim([suffixed(modelName, 'Wire', types), suffixed(modelName, 'WireType', types)]),
    enums: (items, wordsOf) => nameEnums(scope, items, wordsOf),
    input: (modelName) => {
      const names = [suffixed(modelName, 'Input', types), suffixed(modelName, 'RequestInput', types)] as const;
      return scope.claim(names, withValidators);
    },
  };
}

/** Items sorted by a key, so that moving something in the spec renames nothing. */
function inFixedOrder<T>(items: readonly T[], textOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, text: textOf(item) }))
    .toSorted((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ item }) => item);
}

function suffixed(name: string, end: string, types: NameCase | undefined): string {
  return types === 'snake_case' ? `${name}_${inCase(end, types)}` : name + end;
}

/** The names that models would have, by their ids. */
function wantedTypes({ models, options, ownNames }: Nameless): ReadonlyMap<string, WantedName> {
  const style = caseOf(options, 'types');
  return new Map(
    inFixedOrder(models, (id) => id).map((id) => {
      const plain = pascalCase(modelWords(id), 'model');
      const [own, cased] = [ownNames.get(id), inCase(plain, style)];
      const isCased = own === undefined && cased !== plain;
      return [id, { name: own ?? cased, isAsked: own !== undefined || isCased, isCased }];
    }),
  );
}

/** A model whose name in the spec is a type name already keeps it, even from those before it. */
function nameModels(scope: NameScope, wanted: ReadonlyMap<string, WantedName>): ReadonlyMap<string, string> {
  const all = [...wanted].map(([id, { name, isAsked }]) => ({ id, name, isAsked }));
  const [first, others] = [all.filter(isFirst), all.filter((one) => !isFirst(one))];
  const names = scope.claimAll([...first, ...others], ({ name }) => [name, `${name}Model`], withValidators);
  return new Map(names.map(([{ id }, name]) => [id, name]));
}

function isFirst(model: { readonly id: string; readonly name: string; readonly isAsked: boolean }): boolean {
  return model.isAsked || isSpelledAsType(model);
}

function isSpelledAsType({ id, name }: { readonly id: string; readonly name: string }): boolean {
  return name === lastStep(id);
}

/** A model and the functions of its validator. */
function withValidators(name: string): readonly string[] {
  return [name, `is${name}`, `collect${name}`, `matches${name}`];
}

/** Steps that say nothing about what a schema in the middle of a document is. */
const plainSteps: ReadonlySet<string> = new Set([
  'components',
  'schemas',
  'paths',
  'content',
  'schema',
  'properties',
  'items',
  '$defs',
  'definitions',
  'application/json',
]);

/** What a model's name is made of: its name in the components, else the telling steps to it, else its file. */
function modelWords(id: string): string {
  const steps = stepsOf(id);
  const [root, kind, name] = steps;
  if (steps.length === 3 && root === 'components' && kind === 'schemas' && name !== undefined) return name;
  const telling = steps.filter((step) => !plainSteps.has(step));
  return telling.length > 0
    ? telling.join(' ')
    : fileOf(id)
        .replace(/^.*\//, '')
        .replace(/\.\w+$/, '');
}

/** `Book`, `genre` -> `BookGenre`: a name of the spec alone is as it is there. */
function nameEnums<T>(
  scope: NameScope,
  items: readonly T[],
  wordsOf: (item: T) => readonly string[],
): ReadonlyMap<T, string> {
  const named = scope.claimAll(
    inFixedOrder(items, (item) => wordsOf(item).join('\n')),
    (item) => {
      const [first = '', ...others] = wordsOf(item);
      const name = [pascalCase(first, 'enum'), ...others.map((word) => pascalCase(word, ''))]
        .join('')
        .slice(0, LONGEST);
      return [name, `${name}Enum`];
    },
    (name) => [name, `is${name}`],
  );
  return new Map(named);
}

/** Longest name of an enum deep inside a model. */
const LONGEST = 128;

/** A body of a webhook or callback, and the names that it can have. */
interface WebhookBody {
  readonly id: string;
  readonly names: Candidates;
}

/** `newPet` -> `NewPetWebhookRequest`, `NewPetWebhookResponse`. */
function bodiesOf({ kind, name, operation, method, payload, response }: Webhook): readonly WebhookBody[] {
  const body = (id: string | undefined, end: string): readonly WebhookBody[] => {
    if (id === undefined) return [];
    const plain = `${kind === 'callback' ? `${operation ?? ''} ` : ''}${name} ${kind} ${end}`;
    return [{ id, names: [pascalCase(plain, 'webhook'), pascalCase(`${method.toLowerCase()} ${plain}`, 'webhook')] }];
  };
  return [...body(payload, 'request'), ...body(response, 'response')];
}

function nameBodies(scope: NameScope, bodies: readonly WebhookBody[]): readonly (readonly [string, string])[] {
  const named = scope.claimAll(bodies, ({ names }) => names, withValidators);
  return named.map(([{ id }, name]) => [id, name]);
}

/** What operations are named from. */
interface NamelessOperations extends Pick<Nameless, 'methodNames' | 'options'> {
  readonly drafts: readonly OperationDraft[];
}

/** Operations with their names, and the names that their methods would have. */
interface NamedOperations {
  readonly names: ApiNames['operations'];
  readonly wanted: ReadonlyMap<OperationDraft, WantedName>;
}

function nameOperations(
  scope: NameScope,
  groups: GroupNamer,
  { drafts, methodNames, options }: NamelessOperations,
): NamedOperations {
  const written = drafts.map((draft) => ({ draft, site: siteOf(draft) }));
  const sited = inFixedOrder(written, ({ draft }) => `${draft.path} ${draft.method}`);
  // Groups first: a method gives way to a resource of the same name, wherever it is in the spec.
  for (const { site } of sited) groups.group(site.group);
  groups.arrange(written.map(({ site }) => site.group));
  const sites = sited.flatMap(({ draft, site }) => (ownName(draft.extensions) === undefined ? [site] : []));
  const leaves = methodNames === 'short' ? shortLeaves(groups, sites) : new Map<OperationSite, string>();
  const named = scope.claimAll(sited, functionNames, valuesOf);
  const typed = scope.claimAll(named, ([, name]) => [upper(name), `${upper(name)}Operation`], typesOf);
  const style = caseOf(options, 'operations');
  const wanted = new Map(
    sited.map(({ draft, site }) => [draft, wantedMethod(draft, leaves.get(site) ?? site.leaf, style)] as const),
  );
  const names = new Map(
    typed.map(([[{ draft, site }, name], typeName]) => {
      const group = groups.group(site.group);
      const report = draft.report && nameReport(scope, draft.report, typeName);
      const property = groups.method(group, wanted.get(draft)?.name ?? site.leaf);
      const parameters = nameParameters(draft, caseOf(options, 'parameters'));
      return [draft, { name, typeName, property, group, parameters, ...(report && { report }) }];
    }),
  );
  return { names, wanted };
}

function wantedMethod({ extensions }: OperationDraft, leaf: string, style: NameCase | undefined): WantedName {
  const [own, cased] = [ownName(extensions), inCase(leaf, style)];
  const isCased = own === undefined && cased !== leaf;
  return { name: own ?? cased, isAsked: own !== undefined || isCased, isCased };
}

/** Short names of methods, resource by resource. */
function shortLeaves(groups: GroupNamer, sites: readonly OperationSite[]): ReadonlyMap<OperationSite, string> {
  const byGroup = new Map<GroupNames, OperationSite[]>();
  for (const site of sites) {
    const group = groups.group(site.group);
    byGroup.set(group, [...(byGroup.get(group) ?? []), site]);
  }
  return new Map(
    [...byGroup].flatMap(([group, own]) => {
      const names = shortenAll(own, (name) => groups.isFree(group, name));
      return own.map((site, index) => [site, names[index] ?? site.leaf] as const);
    }),
  );
}

function functionNames({ draft, site }: { readonly draft: OperationDraft; readonly site: OperationSite }): Candidates {
  const text = operationWords(draft);
  const plain = camelCase(text, 'operation');
  return [plain, camelCase(`${site.group.join(' ')} ${text}`, 'operation'), `${plain}Call`];
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
  const suffixes = 'Params Response Part DefaultPart Result Row Reason StreamItem Errors Headers';
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
  return draft.parameters.map((parameter) => {
    const property = properties.get(parameter) ?? parameter.name;
    const [own, cased] = [ownName(parameter.extensions), memberInCase(property, style)];
    const isCased = own === undefined && cased !== property;
    return { property, name: own ?? cased, isAsked: own !== undefined || isCased, isCased };
  });
}

/** Names that no parameter of an operation can have in the params object. */
export function takenParameters(draft: OperationDraft): readonly string[] {
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
