import type { Webhook } from '../api.js';
import { fileOf, lastStep, stepsOf, type Candidates, inFixedOrder, NameScope, pascalCase } from './names.js';
import type { OperationDraft } from '../operations/lower-operation.js';
import { GroupNamer, type GroupNames } from './name-groups.js';
import { caseOf, inCase, type NameCase } from './name-options.js';
import { nameOperations, type NamelessOperations, type OperationNames, type WantedName } from './name-operations.js';
import { reservedExports } from './reserved-names.js';

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

/** The names that models and methods would have, and whether the cases that were asked for change any. */
export interface WantedNames {
  readonly models: ReadonlyMap<string, WantedName>;
  readonly methods: ReadonlyMap<OperationDraft, WantedName>;
  readonly groupsAreCased: boolean;
}

/** What is to be named: the service, the ids of its models, its operations. */
export interface Nameless extends NamelessOperations {
  readonly name: string;
  readonly models: readonly string[];
  readonly webhooks: readonly Webhook[];
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
  const { name, webhooks, reserved, options } = nameless;
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
  const { names: operationNames, wanted: methods } = nameOperations(scope, groups, nameless);
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
