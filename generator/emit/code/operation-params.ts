import { toCallersProperty, toCallersName } from '../../api/conversions/names-agree.js';
import { compact, type Json, toObject, toStrings } from '../../json.js';
import { chooseShape } from '../../api/shapes/combine-shapes.js';
import type { Api, Operation, Parameter, RequestBody } from '../../api/api.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { commentCode, mediaSentences } from './operation-sentences.js';
import type { CodeSymbol } from '../source-file.js';
import { camelCase } from '../../api/tools/names.js';
import type { ArgumentStyle } from '../../options.js';
import { isIdentifier } from './literals.js';

/** Lists the members of the params object of an operation, in the order of the spec; then `body`, `contentType` and `media`. */
export function paramsMembers(operation: Operation): readonly Member[] {
  const members = operation.parameters.map((parameter): Member => {
    const { property: name, callersName, shape, doc, notes } = parameter;
    return compact({ name, callersName, required: parameterIsRequired(operation, parameter), shape, doc, notes });
  });
  if (operation.body === undefined) return members;
  const { contents, media, doc } = operation.body;
  // `body` accepts a value of any of the media types, or the JSON that is sent beside bytes.
  const metadata = media?.metadata === undefined ? [] : [media.metadata.shape];
  const shapes = [...contents.map(({ shape }) => shape), ...metadata];
  if (shapes.length > 0) {
    const required = bodyIsRequired(operation.body);
    members.push({ name: 'body', required, shape: chooseShape(shapes), doc, notes: [] });
  }
  if (contents.length > 1) {
    const summary = 'Media type to send `body` in. Default: the first that takes a value of its class.';
    const values = contents.map(({ mediaType }) => mediaType);
    const shape: Shape = { kind: 'literals', values, open: false };
    members.push({ name: 'contentType', required: false, shape, doc: { summary }, notes: [] });
  }
  if (media !== undefined) {
    const notes = mediaSentences(media, commentCode);
    // An operation without the member `body` has the doc of the request body at `media`.
    const own = shapes.length === 0 ? doc : {};
    members.push({ name: 'media', required: media.required, shape: { kind: 'binary' }, doc: own, notes });
  }
  return members;
}

/** Returns true if a call without any params is possible. */
export function paramsAreOptional(operation: Operation): boolean {
  const isChosen = typedChoices(operation).some(({ helper }) => helper === 'ExactlyOne');
  return !isChosen && paramsMembers(operation).every((member) => !member.required);
}

/** Parameters that exclude each other, by their names for callers, and the type of the runtime that expresses this. */
export interface ParameterChoice {
  readonly helper: 'ExactlyOne' | 'AtMostOne';
  readonly names: readonly string[];
}

/** Most combinations of parameters in a type; if there are more, only validators check the rules. */
const mostCombinations = 24;

/** Lists the choices of `x-parameter-rules` for types; none if there would be too many combinations. */
export function typedChoices({ extensions, parameters }: Operation): readonly ParameterChoice[] {
  const rules = toObject(extensions['x-parameter-rules']);
  const read = (helper: ParameterChoice['helper'], stated: Json | undefined): readonly ParameterChoice[] => {
    const names = toStrings(stated).flatMap((name) =>
      parameters.filter((one) => one.name === name).map(toCallersProperty),
    );
    return names.length === 0 ? [] : [{ helper, names }];
  };
  const choices = [...read('ExactlyOne', rules['exactlyOne']), ...read('AtMostOne', rules['atMostOne'])];
  const combinations = choices.reduce(
    (count, { helper, names }) => count * (names.length + (helper === 'AtMostOne' ? 1 : 0)),
    1,
  );
  return combinations > mostCombinations ? [] : choices;
}

/** Returns true if a call without `body` is an error. A call with bytes may omit it. */
export function bodyIsRequired(body: RequestBody): boolean {
  return body.required && body.contents.length > 0 && body.media === undefined;
}

/** Returns true if a call without a parameter is an error. The parameter for parts may be omitted: the client sends its default. */
export function parameterIsRequired(operation: Operation, { property, required }: Parameter): boolean {
  return required && property !== partProperty(operation);
}

/** Returns the property of the params object that selects parts of the response. */
export function partProperty({ parameters, parts }: Operation): string | undefined {
  if (parts === undefined) return undefined;
  return parameters.find((one) => one.in === 'query' && one.name === parts.parameter)?.property;
}

/** Returns the type of the common parameters, if this operation has them unchanged. */
export function findCommonParams(api: Api, operation: Operation): CodeSymbol | undefined {
  return api.commonParameters?.operations.includes(operation.id) === true ? commonParamsSymbol(api) : undefined;
}

/** Returns the type of the common parameters; `undefined` if there are none. */
export function commonParamsSymbol({ commonParameters }: Api): CodeSymbol | undefined {
  return commonParameters === undefined ? undefined : { name: commonParameters.typeName, module: 'operations/service' };
}

/** Returns the common parameters, if this operation has them unchanged; else none. */
export function sharedParameters(api: Api, operation: Operation): readonly Parameter[] {
  return findCommonParams(api, operation) === undefined ? [] : (api.commonParameters?.parameters ?? []);
}

/** Returns the parameters of an operation without the common ones. */
export function ownParameters(api: Api, operation: Operation): readonly Parameter[] {
  const shared = new Set(sharedParameters(api, operation).map(({ property }) => property));
  return operation.parameters.filter(({ property }) => !shared.has(property));
}

/** Returns the members of an operation's params object without the common parameters. */
export function ownMembers(api: Api, operation: Operation): readonly Member[] {
  const shared = new Set(sharedParameters(api, operation).map(({ property }) => property));
  return paramsMembers(operation).filter(({ name }) => !shared.has(name));
}

/** The arguments of a method with `argumentStyle: positional`, before its options. */
export interface ArgumentPlan {
  /** The first argument, a parameter of the path: its key in the params object, and its name as an argument. */
  readonly id?: { readonly key: string; readonly name: string };
  /** Properties of the body are passed beside the other params, not under `body`. */
  readonly mergesBody: boolean;
  /** Members of the params object that are not passed by position; includes `body` even if `mergesBody`. */
  readonly others: readonly Member[];
  /** A call may omit all of them. */
  readonly othersAreOptional: boolean;
}

/** Plans the arguments of a method; `undefined` where all are in one object, with the body under `body`. */
export function planArguments(
  api: Api,
  operation: Operation,
  style: ArgumentStyle = 'object',
): ArgumentPlan | undefined {
  // `Omit` does not work on params with an index signature (`x-open-parameters`).
  if (style === 'object' || operation.openParameters) return undefined;
  // The last parameter of the path identifies the thing.
  const parameter = operation.parameters
    .filter((one) => one.in === 'path' && one.required)
    .toSorted((left, right) => operation.path.indexOf(`{${left.name}}`) - operation.path.indexOf(`{${right.name}}`))
    .at(-1);
  const body = findBodyMembers(api, operation);
  if (parameter === undefined && body === undefined) return undefined;
  const key = parameter && toCallersProperty(parameter);
  const others = paramsMembers(operation).filter((one) => toCallersName(one) !== key);
  const camel = camelCase(key ?? '', 'id');
  const name = isIdentifier(camel) && camel !== 'params' && camel !== 'options' ? camel : `${camel}Value`;
  return {
    ...(key !== undefined && { id: { key, name } }),
    mergesBody: body !== undefined,
    others,
    othersAreOptional: others.every((one) => !one.required || (one.name === 'body' && body?.mayBeEmpty === true)),
  };
}

/** The properties of a body that can be passed beside the parameters. */
interface BodyMembers {
  /** Names of all properties that the body can have. */
  readonly names: readonly string[];
  /** The body may be `{}`. */
  readonly mayBeEmpty: boolean;
}

/**
 * Finds the properties of a body that is an object in each of its media types. Undefined if one of them has the name of a parameter or of
 * a member of all objects.
 */
function findBodyMembers(api: Api, operation: Operation): BodyMembers | undefined {
  const { body } = operation;
  if (body === undefined || body.media !== undefined || body.contents.length === 0) return undefined;
  const alternatives = body.contents.map(({ shape }) => listBodyMembers(api, shape, new Set()));
  const members = joinMembers(alternatives, 'some');
  const taken = new Set(paramsMembers(operation).map(toCallersName));
  // The default of params is `{}`, which has members such as `toString` with types of their own.
  const isTaken = (name: string): boolean => taken.has(name) || Object.hasOwn(Object.prototype, name);
  return members?.names.some(isTaken) === true ? undefined : members;
}

/** Lists the members that a value can have; `undefined` if it may be no object, or have further members. */
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
    case 'intersection': {
      const all = shape.of.map((one) => listBodyMembers(api, one, seen));
      return joinMembers(all, shape.kind === 'union' ? 'some' : 'every');
    }
    default:
      return undefined;
  }
}

/** Joins the members of several shapes. The value may be empty if `some` alternative, or `every` part of an intersection, allows that. */
function joinMembers(parts: readonly (BodyMembers | undefined)[], which: 'some' | 'every'): BodyMembers | undefined {
  const known = parts.filter((one) => one !== undefined);
  if (known.length < parts.length) return undefined;
  return { names: known.flatMap(({ names }) => names), mayBeEmpty: known[which]((one) => one.mayBeEmpty) };
}
