import type { Webhook } from '../api.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import { compact } from '../../json.js';
import { findCase, changeCase, type NameOptions, readOwnName } from '../tools/name-options.js';
import {
  type Candidates,
  readIdFile,
  readLastStep,
  parseId,
  sortByKey,
  NameScope,
  pascalCase,
  capitalize,
} from '../tools/names.js';
import type { EnumStyle } from '../types/shape.js';
import type { Schema } from '../types/schema.js';
import { findEnums, type FoundEnum } from './enums.js';
import { readIds } from './framework-ids.js';
import {
  GroupNamer,
  type GroupNames,
  type ChosenName,
  listFunctionNames,
  listOperationTypeNames,
  listOperationValueNames,
  nameMethods,
  nameParameters,
  nameReport,
  type OperationNames,
  type Sited,
} from './name-operations.js';
import { findSite } from './operation-site.js';
import { PathNames } from './path-segments.js';
import { reservedExports } from './reserved-names.js';
import type { MethodNames } from './short-names.js';

/** Every name of a package. */
export interface ApiNames {
  /** Name of the service: `PetStore`. */
  readonly typeName: string;
  /** Type names of models by id: `Pet`. */
  readonly models: ReadonlyMap<string, string>;
  /** The same without bodies of webhooks, together with the preferred names. */
  readonly chosen: ReadonlyMap<string, ChosenName>;
  readonly operations: ReadonlyMap<OperationDraft, OperationNames>;
  /** Groups in the order of the operations that need them. */
  readonly groups: readonly GroupNames[];
  /** The option `names: { operations }` changes the name of at least one group. */
  readonly groupsAreCased: boolean;
  /** Enums whose values have names: `BookGenre`; empty where enums are written as unions. */
  readonly enums: ReadonlyMap<FoundEnum, string>;
  /** Names for the request variants of models, by the ids of models: `PetInput`. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Names for types on the wire, by the names of types for callers: `Pet` -> `PetWire`. */
  readonly wires: ReadonlyMap<string, string>;
  /** Name for the type of the reasons that errors of all operations share. */
  readonly commonReason: string;
  /** Name for the type of the parameters that all operations share. */
  readonly commonParams: string;
}

/** Parts of an API that get names, and the options that change names. */
export interface Nameless {
  readonly name: string;
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly operations: readonly OperationDraft[];
  readonly webhooks: readonly Webhook[];
  readonly methodNames: MethodNames;
  readonly enums: EnumStyle;
  readonly options: NameOptions;
  /** Names that no model and no operation may take, beside those of every package. */
  readonly reserved: Iterable<string>;
}

/**
 * Claims every name of a package. A part takes the first of its candidates that is free, or the last one with a number: `Pet`,
 * `PetModel`, `PetModel2`. Within one step, first candidates are claimed before all others, in an order that does not depend on the
 * spec, so that moving a part in the spec renames nothing.
 */
export function nameApi({ name, schemas, operations: drafts, webhooks, options, ...choices }: Nameless): ApiNames {
  const exports = new NameScope({ reserved: [...reservedExports, ...choices.reserved] });
  // 1. The service: `Pets`, `PetsClient`. `createPets` is the first thing that users import.
  const service = pascalCase(name, 'service');
  const typeName = exports.claim([service, `${service}Client`], (one) => [one, `create${one}`]);

  // 2. Models: `Pet`, `PetModel`. They come before operations, because the spec states their names.
  const bodies = webhooks.flatMap(listWebhookBodies);
  const bodyIds = new Set(bodies.map(({ id }) => id));
  const ownModels = [...schemas].filter(([id]) => !bodyIds.has(id));
  const chosen = nameModels(exports, ownModels, options);

  // 3. Groups: `pets`, `petsResource`. They come before methods, since each call of a method contains the name of its group.
  const style = findCase(options, 'operations');
  const groups = new GroupNamer(exports, style);
  const paths = new PathNames(drafts);
  const context = { paths, schemas, documentIds: readIds(drafts, paths), methodNames: choices.methodNames };
  const written = drafts.map((draft) => ({ draft, site: findSite(draft, context) }));
  const sited = sortByKey(written, ({ draft }) => `${draft.path} ${draft.method}`);
  for (const { site } of sited) groups.group(site.group);

  // 4. to 7. Methods, functions and types of operations.
  const operations = nameOperations(exports, { groups, sited, options });

  // 8. Bodies of webhooks: `NewPetWebhookRequest`, `PostNewPetWebhookRequest`. No call mentions them.
  const models = new Map(Array.from(chosen, ([id, one]) => [id, one.name]));
  for (const [{ id }, one] of exports.claimAll(bodies, ({ names }) => names, listModelNames)) models.set(id, one);
  const further = { schemas, models, operations, options };
  const groupPaths = written.map(({ site }) => site.group);
  return {
    typeName,
    models,
    chosen,
    operations,
    groups: groups.list(groupPaths),
    groupsAreCased: groupPaths.flat().some((step) => changeCase(step, style) !== step),
    // 9. Enums. They come after models, because an enum that is a model has its name.
    enums: choices.enums === 'union' ? new Map() : nameEnums(exports, further),
    // 10. and 11. Request variants and types on the wire.
    ...nameVariants(exports, further),
    // 12. Types that the package adds by itself, where it has them.
    commonReason: exports.claim(['CommonReason', `${typeName}CommonReason`]),
    commonParams: exports.claim(['CommonParams', `${typeName}CommonParams`]),
  };
}

/** Claims the names of operations: steps 4 to 7 of `nameApi`. */
function nameOperations(
  exports: NameScope,
  { groups, sited, options }: { groups: GroupNamer; sited: readonly Sited[]; options: NameOptions },
): ReadonlyMap<OperationDraft, OperationNames> {
  // 4. Methods, unique in their group: `list`, `listPets`. `findSite` finds the candidates, `nameMethods` chooses among them.
  const methods = nameMethods(groups, sited, findCase(options, 'operations'));

  // 5. Functions, with the values that go with each: `petsList`, `petsListResponse`.
  const functions = exports.claimAll(sited, listFunctionNames, listOperationValueNames);

  // 6. Types of operations, named like their functions: `PetsList`, `PetsListOperation`, with `PetsListParams` and others.
  const types = exports.claimAll(
    functions,
    ([, one]) => [capitalize(one), `${capitalize(one)}Operation`],
    listOperationTypeNames,
  );

  // 7. Types of the keys of reports, after the operation: `PetsReportDimensions`. Parameters have a scope of their own.
  const operations = types.map(([[{ draft, site }, name], typeName]) => {
    const method = methods.get(draft);
    if (!method) throw new Error(`no method was named for ${draft.id}`);
    const report = draft.report && nameReport(exports, draft.report, typeName);
    const parameters = nameParameters(draft, findCase(options, 'parameters'));
    return [draft, compact({ name, typeName, method, group: groups.group(site.group), parameters, report })] as const;
  });
  return new Map(operations);
}

/** Results of earlier steps of `nameApi` that later steps need. */
interface NamedSoFar extends Pick<ApiNames, 'models' | 'operations'>, Pick<Nameless, 'schemas' | 'options'> {}

/** Claims the names of enums. A model has its name already; other names begin with the owner: `BookGenre`, `BookGenreEnum`. */
function nameEnums(exports: NameScope, { schemas, models, operations }: NamedSoFar): ReadonlyMap<FoundEnum, string> {
  const found = findEnums(schemas, { models, operations });
  const inner = found.filter(({ model }) => !model);
  const names = exports.claimAll(
    sortByKey(inner, ({ words }) => words.join('\n')),
    ({ words }) => {
      const text = words.map((word, index) => pascalCase(word, index === 0 ? 'enum' : '')).join('');
      // An enum deep inside a model has many words.
      const start = text.slice(0, 128);
      return [start, `${start}Enum`];
    },
    (one) => [one, `is${one}`],
  );
  const innerNames = new Map(names);
  return new Map(found.map((one) => [one, innerNames.get(one) ?? models.get(one.model ?? '') ?? '']));
}

/** Claims the names of variants of models and parameters: steps 10 and 11 of `nameApi`. */
function nameVariants(
  exports: NameScope,
  { schemas, models, operations, options }: NamedSoFar,
): Pick<ApiNames, 'inputs' | 'wires'> {
  const isSnake = findCase(options, 'types') === 'snake_case';
  const end = (text: string, suffix: string): string =>
    isSnake ? `${text}_${changeCase(suffix, 'snake_case')}` : text + suffix;

  // 10. Request variants of models: `PetInput`, `PetRequestInput`. Each model claims one, even if it has no variant, so that a
  // property that becomes `readOnly` renames nothing.
  const inputs = new Map<string, string>();
  for (const id of schemas.keys()) {
    const model = models.get(id) ?? '';
    inputs.set(id, exports.claim([end(model, 'Input'), end(model, 'RequestInput')], listModelNames));
  }

  // 11. Types on the wire: `PetWire`, `PetWireType`. Few users read them, so they come after all names for callers.
  const callersTypes = [
    ...[...models].flatMap(([id, model]) => [model, inputs.get(id) ?? '']),
    ...Array.from(operations.values(), (one) => `${one.typeName}Params`),
  ];
  const wires = new Map(callersTypes.map((one) => [one, exports.claim([end(one, 'Wire'), end(one, 'WireType')])]));
  return { inputs, wires };
}

/** Returns true for schemas whose `x-speccast-name` names their type; directly below `properties` it names the property. */
export function isComponent(id: string): boolean {
  return !/\/properties\/[^/]*$/.test(id);
}

/** Names models. Those with a name by option or extension, or with a type name in the spec, come first: `Pet` before `pet`. */
function nameModels(
  exports: NameScope,
  schemas: readonly (readonly [string, Schema])[],
  options: NameOptions,
): ReadonlyMap<string, ChosenName> {
  const style = findCase(options, 'types');
  const all = sortByKey(schemas, ([id]) => id).map(([id, { extensions }]) => {
    const plain = pascalCase(modelWords(id), 'model');
    const own = isComponent(id) ? readOwnName(extensions, 'type') : undefined;
    const preferred = own ?? changeCase(plain, style);
    const isCased = !own && preferred !== plain;
    const isExplicit = isCased || Boolean(own);
    return { id, preferred, isExplicit, isCased, isFirst: isExplicit || preferred === readLastStep(id) };
  });
  const ordered = all.toSorted((left, right) => Number(right.isFirst) - Number(left.isFirst));
  const named = exports.claimAll(ordered, ({ preferred }) => [preferred, `${preferred}Model`], listModelNames);
  return new Map(named.map(([one, name]) => [one.id, { ...one, name }]));
}

/** Lists the exports of a model: `Pet` -> its type and the functions of its validator. */
function listModelNames(name: string): readonly string[] {
  return [name, `is${name}`, `collect${name}`, `matches${name}`];
}

/** Steps of a schema's id that are no words of its name. */
const plainSteps: ReadonlySet<string> = new Set(
  'components schemas paths content schema properties items $defs definitions application/json'.split(' '),
);

/** Finds the words of a model's name: its name in the components, else the steps of its id without `plainSteps`, else its file. */
function modelWords(id: string): string {
  const steps = parseId(id);
  const [root, kind, name = ''] = steps;
  if (steps.length === 3 && root === 'components' && kind === 'schemas') return name;
  const telling = steps.filter((step) => !plainSteps.has(step));
  const [, file = ''] = /([^/]*?)(?:\.\w+)?$/.exec(readIdFile(id)) ?? [];
  return telling.length > 0 ? telling.join(' ') : file;
}

/** Lists the bodies of a webhook with their candidates: `newPet` → `NewPetWebhookRequest`, `NewPetWebhookResponse`. */
function listWebhookBodies({
  kind,
  name,
  operation = '',
  method,
  payload,
  response,
}: Webhook): readonly { readonly id: string; readonly names: Candidates }[] {
  const body = (id: string | undefined, end: string): ReturnType<typeof listWebhookBodies> => {
    const plain = `${kind === 'callback' ? operation : ''} ${name} ${kind} ${end}`;
    const names = [pascalCase(plain, 'webhook'), pascalCase(`${method.toLowerCase()} ${plain}`, 'webhook')] as const;
    return id ? [{ id, names }] : [];
  };
  return [...body(payload, 'request'), ...body(response, 'response')];
}
