import type { Api, Operation, Parameter } from '../../../api/api.js';
import { toCallersName, toCallersProperty } from '../../../api/conversions/names-agree.js';
import type { Member, Shape } from '../../../api/types/shape.js';
import { camelCase } from '../../../api/tools/names.js';
import type { ArgumentStyle } from '../../emit-context.js';
import { isIdentifier } from '../syntax/literals.js';
import { paramsMembers } from './operation-params.js';

/** What a method takes beside its options, where that is not all in one object. */
export interface ArgumentPlan {
  /** What comes by position: its name among the params, and as an argument. */
  readonly id?: { readonly key: string; readonly name: string };
  /** Whether properties of the body are members beside the others. */
  readonly mergesBody: boolean;
  /** Members of the params object that do not come by position; `body` among them, also where its properties are beside them. */
  readonly others: readonly Member[];
  /** Whether a call may leave all of these out. */
  readonly othersAreOptional: boolean;
}

/** How a method takes what a call needs; `undefined` where it is all in one object, with the body under `body`. */
export function planArguments(
  api: Api,
  operation: Operation,
  style: ArgumentStyle = 'object',
): ArgumentPlan | undefined {
  // Of params that may have any others, TypeScript takes none away.
  if (style === 'object' || operation.openParameters) return undefined;
  const parameter = findIdParameter(operation);
  const body = bodyMembers(api, operation);
  if (parameter === undefined && body === undefined) return undefined;
  const key = parameter && toCallersProperty(parameter);
  const others = paramsMembers(operation).filter((one) => toCallersName(one) !== key);
  return {
    ...(key !== undefined && { id: { key, name: argumentName(key) } }),
    mergesBody: body !== undefined,
    others,
    othersAreOptional: others.every((one) => !one.required || (one.name === 'body' && body?.mayBeEmpty === true)),
  };
}

/** The parameter that a method takes by position: the last one of the path, which says which thing is meant. */
function findIdParameter(operation: Operation): Parameter | undefined {
  const inPath = operation.parameters.filter((one) => one.in === 'path' && one.required);
  return inPath.toSorted((left, right) => indexIn(operation, left) - indexIn(operation, right)).at(-1);
}

function indexIn({ path }: Operation, { name }: Parameter): number {
  return path.indexOf(`{${name}}`);
}

/** What is known of a body whose properties are members beside the parameters. */
interface BodyMembers {
  /** Names of all properties that it can have. */
  readonly names: readonly string[];
  /** Whether it may have none of them. */
  readonly mayBeEmpty: boolean;
}

/**
 * The members of a body that is an object, in each of its media types, where none has the name of a parameter or of what all
 * objects have.
 */
function bodyMembers(api: Api, operation: Operation): BodyMembers | undefined {
  const { body } = operation;
  if (body === undefined || body.media !== undefined || body.contents.length === 0) return undefined;
  const members = mergeAlternatives(body.contents.map(({ shape }) => listBodyMembers(api, shape, new Set())));
  const taken = new Set(paramsMembers(operation).map(toCallersName));
  // `{}`, the default of params, has the members of all objects with types of their own.
  const isTaken = (name: string): boolean => taken.has(name) || Object.hasOwn(Object.prototype, name);
  return members?.names.some(isTaken) === true ? undefined : members;
}

/** The members that a value can have; `undefined` where it may be no object, or have any others. */
function listBodyMembers(api: Api, shape: Shape, seen: ReadonlySet<string>): BodyMembers | undefined {
  switch (shape.kind) {
    case 'object': {
      const { members, rest } = shape;
      if (rest !== undefined) return undefined;
      return { names: members.map(toCallersName), mayBeEmpty: members.every(({ required }) => !required) };
    }
    case 'reference': {
      const model = api.models.find(({ id }) => id === shape.model);
      if (model === undefined || seen.has(model.id)) return undefined;
      return listBodyMembers(api, model.input?.shape ?? model.shape, new Set([...seen, model.id]));
    }
    case 'union':
      return mergeAlternatives(shape.of.map((one) => listBodyMembers(api, one, seen)));
    case 'intersection': {
      const all = known(shape.of.map((one) => listBodyMembers(api, one, seen)));
      return all && { names: all.flatMap(({ names }) => names), mayBeEmpty: all.every((one) => one.mayBeEmpty) };
    }
    default:
      return undefined;
  }
}

function mergeAlternatives(alternatives: readonly (BodyMembers | undefined)[]): BodyMembers | undefined {
  const all = known(alternatives);
  return all && { names: all.flatMap(({ names }) => names), mayBeEmpty: all.some((one) => one.mayBeEmpty) };
}

function known(all: readonly (BodyMembers | undefined)[]): readonly BodyMembers[] | undefined {
  const found = all.flatMap((one) => one ?? []);
  return found.length === all.length ? found : undefined;
}

/** A name for an argument; it is none of the others, and no word of the language. */
function argumentName(key: string): string {
  const name = camelCase(key, 'id');
  return isIdentifier(name) && name !== 'params' && name !== 'options' ? name : `${name}Value`;
}
