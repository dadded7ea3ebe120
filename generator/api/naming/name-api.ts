import type { Webhook } from '../api.js';
import { readIdFile, lastStep, parseId, type Candidates, inFixedOrder, NameScope, pascalCase } from '../tools/names.js';
import { GroupNamer } from './name-groups.js';
import { findCase, inCase, type NameCase } from '../tools/name-options.js';
import { type ChosenName, type NamedOperations, nameOperations, type NamelessOperations } from './name-operations.js';
import { reservedExports } from './reserved-names.js';

/** Every name of a package, decided in one pass. */
export interface ApiNames extends NamedOperations {
  readonly typeName: string;
  /** Type names of models by id. */
  readonly models: ReadonlyMap<string, string>;
  /** Names of types by id, but those of bodies of webhooks, with what would be without what the user or the spec asked for. */
  readonly chosen: ReadonlyMap<string, ChosenName>;
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
  const bodies = webhooks.flatMap((webhook) => listWebhookBodies(webhook));
  const ofWebhooks = new Set(bodies.map(({ id }) => id));
  const chosen = nameModels(scope, { ...nameless, models: nameless.models.filter((id) => !ofWebhooks.has(id)) });
  const groups = new GroupNamer(scope, findCase(options, 'operations'));
  const named = nameOperations(scope, groups, nameless);
  const types = findCase(options, 'types');
  return {
    typeName,
    models: new Map([...[...chosen].map(([id, { name: one }]) => [id, one] as const), ...nameBodies(scope, bodies)]),
    ...named,
    chosen,
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

/** Names models; one whose name was asked for, or is a type name in the spec already, keeps it, even from those before it. */
function nameModels(scope: NameScope, { models, options, ownNames }: Nameless): ReadonlyMap<string, ChosenName> {
  const style = findCase(options, 'types');
  const all = inFixedOrder(models, (id) => id).map((id) => {
    const plain = pascalCase(modelWords(id), 'model');
    const own = ownNames.get(id);
    const wanted = own ?? inCase(plain, style);
    const isCased = own === undefined && wanted !== plain;
    const isAsked = own !== undefined || isCased;
    return { id, wanted, isAsked, isCased, isFirst: isAsked || wanted === lastStep(id) };
  });
  const ordered = all.toSorted((left, right) => Number(right.isFirst) - Number(left.isFirst));
  const named = scope.claimAll(ordered, ({ wanted }) => [wanted, `${wanted}Model`], withValidators);
  return new Map(named.map(([one, name]) => [one.id, { ...one, name }]));
}

/** A model and the functions of its validator. */
function withValidators(name: string): readonly string[] {
  return [name, `is${name}`, `collect${name}`, `matches${name}`];
}

/** Steps that say nothing about what a schema in the middle of a document is. */
const plainSteps: ReadonlySet<string> = new Set(
  'components schemas paths content schema properties items $defs definitions application/json'.split(' '),
);

/** What a model's name is made of: its name in the components, else the telling steps to it, else its file. */
function modelWords(id: string): string {
  const steps = parseId(id);
  const [root, kind, name] = steps;
  if (steps.length === 3 && root === 'components' && kind === 'schemas' && name !== undefined) return name;
  const telling = steps.filter((step) => !plainSteps.has(step));
  return telling.length > 0
    ? telling.join(' ')
    : readIdFile(id)
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
function listWebhookBodies({ kind, name, operation, method, payload, response }: Webhook): readonly WebhookBody[] {
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
