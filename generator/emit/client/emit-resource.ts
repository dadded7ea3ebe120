import type { EmitContext } from '../emit-context.js';
import { listPresent } from '../../iterables.js';
import { code, type Code, render, useAll } from '../code/templates.js';
import { usedClass } from '../custom-code.js';
import type { Api, Operation, OperationGroup } from '../../api/api.js';
import {
  acceptedTypes,
  responseHeaders,
  isDownload,
  isEither,
  isItemStream,
  isStream,
  isUpload,
  statusResponses,
} from '../code/operation-result.js';
import { acceptParameter, callTypes, typeParameter, reportParameterNames } from '../code/call-types.js';
import { assertPropertyName, literal, memberKey, propertyKey } from '../code/literals.js';
import { Imports, runtime } from '../code/imports.js';
import { fullOperationDocs, shortOperationDocs } from '../code/operation-sentences.js';
import { planArguments, paramsAreOptional } from '../code/operation-params.js';
import { findErrorBodies, hasOwnErrors } from '../../api/shapes/error-bodies.js';
import { aliasStructure, type InterfaceParts, interfaceStructure } from '../code/structures.js';
import { allGroups, type Layout } from '../layout.js';
import type { ServiceOptions } from '../../options.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import type { Diagnostics } from '../../diagnostics.js';
import { printShape, typeNames } from '../code/types.js';

/** Emits `client/<resource>.ts`: the free functions of a resource's operations, and its class. */
export function emitResource(group: OperationGroup, context: EmitContext): SourceFile {
  const { api, layout, argumentStyle } = context;
  const { name, module } = layout.resource(group);
  const operations = layout.operationsOf(group);
  const imports = new Imports(module, [
    name,
    typeParameter,
    acceptParameter,
    ...operations.flatMap(reportParameterNames),
    ...operations.flatMap((one) => planArguments(api, one, argumentStyle)?.id?.name ?? []),
    ...operations.map((one) => layout.method(one).name),
    groupSymbol(group, 'GroupErrors').name,
    groupSymbol(group, 'GroupReason').name,
  ]);
  const view = {
    docs: [`Calls of the resource \`${group.path.join('.')}\`.`],
    name,
    core: imports.useType(runtime('Core')),
    groups: groupViews(group.groups, imports, context),
    methods: operations.map((operation) => methodView(operation, imports, context)),
  };
  return imports.toFile([
    ...operations.map((operation) =>
      render(context, 'client/function.hbs', {
        docs: shortOperationDocs(operation),
        name: layout.method(operation).name,
        core: view.core,
        ...printSending(operation, imports, layout, 'core'),
        ...signature(operation, imports, layout),
      }),
    ),
    // A class without methods needs no field for the core, which TypeScript would report as unused.
    render(context, operations.length === 0 ? 'client/parent.hbs' : 'client/resource.hbs', view),
    ...groupTypes(group, imports, context),
  ]);
}

/** Prints the code of a call around its params: `core.call(videosListOperation` before them, and `)` after them. */
function printSending(
  operation: Operation,
  imports: Imports,
  layout: Layout,
  core: string,
): Readonly<Record<'call' | 'end', Code>> {
  const sender = chooseSender(operation);
  const send = sender === undefined ? `${core}.call(` : `${imports.use(runtime(sender))}(${core}, `;
  const descriptor = imports.use(layout.descriptor(operation));
  const wrappers = listPresent([
    acceptedTypes(operation).length > 0 && `${imports.use(runtime('asAccepted'))}(`,
    statusResponses(operation).length > 0 && `${imports.use(runtime('byStatus'))}(`,
    responseHeaders(operation).length > 0 && `${imports.use(runtime('withHeaders'))}(${descriptor}, `,
  ]);
  return { call: code(`${wrappers.join('')}${send}${descriptor}`), end: code(')'.repeat(wrappers.length)) };
}

/**
 * Chooses the function of the runtime that sends a call: `listParts`; `undefined` for `core.call`. These are functions and not methods
 * of the core, so that bundles contain only the ones they need.
 */
function chooseSender(operation: Operation): string | undefined {
  const { parts, paging, report } = operation;
  if (isUpload(operation)) return parts ? 'uploadParts' : 'upload';
  if (parts) return paging ? 'listParts' : 'callParts';
  if (paging) return acceptedTypes(operation).some(({ isData }) => !isData) ? 'listAccepted' : 'list';
  if (isDownload(operation)) return 'download';
  if (report) return 'report';
  if (isEither(operation)) return 'sendEither';
  if (isItemStream(operation)) return 'streamItems';
  return isStream(operation) ? 'stream' : undefined;
}

/** Prints the parameters and the type of a call: `params: X`, or `params: X = {}` if no param is required. */
function signature(
  operation: Operation,
  imports: Imports,
  layout: Layout,
): Readonly<Record<'typeParameters' | 'params' | 'callOptions' | 'promise', Code>> {
  const types = callTypes(operation, layout, (symbol) => imports.useType(symbol));
  return {
    typeParameters: code(types.typeParameters),
    params: code(`params: ${types.params}${paramsAreOptional(operation) ? ' = {}' : ''}`),
    callOptions: code(types.options),
    promise: code(types.promise),
  };
}

/** Builds the view of a method. Methods call the core, not the free functions, so that a bundle with the client alone omits these. */
function methodView(operation: Operation, imports: Imports, { api, argumentStyle, layout }: EmitContext): object {
  const { params } = callTypes(operation, layout, (symbol) => imports.useType(symbol));
  const own = argumentStyle === 'positional' ? positionalArguments(api, operation, params, imports) : undefined;
  return {
    docs: fullOperationDocs(api, operation),
    property: code(assertPropertyName(operation.property)),
    argument: code(own?.params ?? 'params'),
    ...printSending(operation, imports, layout, 'this.#core'),
    ...signature(operation, imports, layout),
    ...(own && { params: code(own.parameters) }),
  };
}

/**
 * Returns a type of a group in `client/playlists`: `PlaylistsGroupErrors`, the bodies of its errors by operation and status, or
 * `PlaylistsGroupReason`, the reasons of its errors.
 */
function groupSymbol(group: OperationGroup, suffix: 'GroupErrors' | 'GroupReason'): CodeSymbol {
  return { name: `${group.typeName}${suffix}`, module: `client/${group.module}` };
}

/** Lists the types of the groups in which an operation has errors or reasons of its own. */
function listGroupSymbols(
  { api, layout }: EmitContext,
  suffix: 'GroupErrors' | 'GroupReason',
  isOwner: (operation: Operation) => boolean,
): readonly CodeSymbol[] {
  const groups = allGroups(api.groups).filter((group) => layout.operationsOf(group).some(isOwner));
  return groups.map((group) => groupSymbol(group, suffix));
}

/** Emits the types of the error bodies and reasons of a group, if it has any. */
function groupTypes(group: OperationGroup, imports: Imports, { api, layout }: EmitContext): readonly Statement[] {
  const path = `\`${group.path.join('.')}\``;
  const operations = layout.operationsOf(group);
  const properties = operations
    .filter((one) => hasOwnErrors(api, one))
    .map((one) => ({ name: one.id, required: true, type: imports.useType(layout.type(one, 'Errors')), docs: [] }));
  const reasons = listPresent(operations.map((one) => one.reasons && layout.reason(one)));
  const [errors, reason] = [groupSymbol(group, 'GroupErrors'), groupSymbol(group, 'GroupReason')];
  const union = reasons.map((one) => imports.useType(one)).join(' | ');
  const docs = [`Error responses of ${path}, by operation and status.`];
  return listPresent([
    properties.length > 0 && interfaceStructure({ name: errors.name, docs, properties }),
    union !== '' && aliasStructure(reason.name, union, [`Reasons of the errors of ${path}.`]),
  ]);
}

/** Builds the views of the resources below a client or a resource. */
export function groupViews(
  groups: readonly OperationGroup[],
  imports: Imports,
  context: EmitContext,
): readonly object[] {
  return groups.map((group) => ({
    docs: [`Resource \`${group.path.join('.')}\`.`],
    property: code(assertPropertyName(group.property)),
    class: imports.use(usedClass(context.layout.resource(group), context)),
  }));
}

/**
 * Prints the positional arguments of a method (`parameters`), and the params object that the method builds from them (`params`): the last
 * parameter of the path is the first argument, and properties of the body are beside the other params. `undefined` for a method that
 * takes the params object itself. `type` is the type of the params object.
 * `{ parameters: "petId: PetsUpdateParams['pet_id'], params: FlatParams<…> = {}", params: "mergeBody(params, …)" }`
 */
function positionalArguments(
  api: Api,
  operation: Operation,
  type: string,
  imports: Imports,
): Readonly<Record<'parameters' | 'params', string>> | undefined {
  const plan = planArguments(api, operation, 'positional');
  if (plan === undefined) return undefined;
  const { id, mergesBody, others, othersAreOptional } = plan;
  const name = id?.name;
  const key = id && literal(id.key);
  const own = listPresent([id && (id.key === name ? name : `${propertyKey(id.key)}: ${name}`)]);
  const first = listPresent([id && `${name}: ${type}[${key}]`]);
  if (others.length === 0) return { parameters: first.join(', '), params: inSpacedBraces(own) };
  const helper = (symbol: string): CodeSymbol => ({ name: symbol, module: 'runtime/positional' });
  const rest = mergesBody ? imports.useType(helper('FlatParams')) : 'Omit';
  const restType = `${rest}<${listPresent([type, key]).join(', ')}>`;
  const parameters = [...first, `params: ${restType}${othersAreOptional ? ' = {}' : ''}`].join(', ');
  if (!mergesBody) return { parameters, params: inSpacedBraces(['...params', ...own]) };
  const names = others.filter((one) => one.name !== 'body').map(toCallersName);
  // A required body is sent even if it is empty.
  const kept = listPresent([...own, operation.body?.required === true && 'body: {}']);
  const values = kept.length === 0 ? '{}' : inSpacedBraces(kept);
  return { parameters, params: `${imports.use(helper('mergeBody'))}(params, ${literal(names)}, ${values})` };
}

function inSpacedBraces(entries: readonly string[]): string {
  return `{ ${entries.join(', ')} }`;
}

/** Reports an option `argumentStyle` that has no effect. */
export function checkArguments(
  api: Api,
  { argumentStyle, optionsAt, parts, file }: ServiceOptions & { readonly file: string },
  diagnostics: Diagnostics,
): void {
  const isUsed =
    parts?.includes('client') !== false && api.operations.some((one) => planArguments(api, one, argumentStyle));
  if (isUsed || argumentStyle !== 'positional') return;
  const message =
    '`argumentStyle` changes nothing: no method has a parameter in its path, or a body whose properties are known';
  diagnostics.unused('unused-option', message, { at: optionsAt?.['argumentStyle'], file });
}

const module = 'client/is-error-of';

/** The function that narrows an error to the documented bodies of an operation and a status; emitted if there are any. */
export const isErrorOfSymbol: CodeSymbol = { name: 'isErrorOf', module };

/** The type of the documented bodies of errors. */
export const errorBodiesSymbol: CodeSymbol = { name: 'ErrorBodies', module };

/** Returns true if the spec documents the body of at least one error. */
export function hasErrorBodies(api: Api): boolean {
  return findErrorBodies(api).kind !== 'none';
}

/** Emits `client/is-error-of.ts`: the documented bodies of errors by operation and status, and the function `isErrorOf`. */
export function emitErrorBodies(context: EmitContext): readonly SourceFile[] {
  if (!hasErrorBodies(context.api)) return [];
  const [name, bodies] = [isErrorOfSymbol.name, errorBodiesSymbol.name];
  const imports = new Imports(module, [name, bodies]);
  const view = { name, bodies, ...useAll(imports, 'runtime', { type: 'type IsErrorOf', base: 'isErrorOf' }) };
  const docs = ['Error responses of the service, by operation and status.'];
  return [
    imports.toFile([
      interfaceStructure({ name: bodies, docs, properties: [], ...commonMembers(context, imports) }),
      render(context, 'client/is-error-of.hbs', view),
    ]),
  ];
}

/** Prints the members of `ErrorBodies`: one index signature if all operations have the same bodies, else the types of all groups as bases. */
function commonMembers(context: EmitContext, imports: Imports): Pick<InterfaceParts, 'index' | 'base'> {
  const { api, layout } = context;
  const found = findErrorBodies(api);
  if (found.kind !== 'same') {
    const groups = listGroupSymbols(context, 'GroupErrors', (one) => hasOwnErrors(api, one));
    return { base: groups.map((one) => imports.useType(one)).join(', ') };
  }
  const names = typeNames(layout, imports, 'response');
  const bodies = found.bodies.map(({ status, shape }) => `readonly ${memberKey(status)}: ${printShape(shape, names)}`);
  return { index: { keyName: 'operation', type: `{ ${bodies.join('; ')} }`, docs: [] } };
}

const errorModule = 'client/api-error';

/** The type of all reasons in the spec; emitted if there are any. */
export const reasonUnion: CodeSymbol = { name: 'ApiErrorReason', module: errorModule };

/** Returns the class `ApiError` with the reasons of the service, or the one of the runtime if the spec has no reasons. */
export function apiErrorSymbol(context: EmitContext): CodeSymbol {
  return { name: 'ApiError', module: reasonSymbols(context).length === 0 ? 'runtime' : errorModule };
}

/** Lists the types of reasons: that of all operations, and those of single operations. */
export function reasonSymbols({ api, layout }: EmitContext): readonly CodeSymbol[] {
  const all = listPresent([layout.commonReason(), ...api.operations.map(layout.reason)]);
  return [...new Map(all.map((one) => [`${one.module} ${one.name}`, one])).values()];
}

/** Emits `client/api-error.ts`: `ApiError` with a type of the reasons of all operations. */
export function emitApiError(context: EmitContext): readonly SourceFile[] {
  if (reasonSymbols(context).length === 0) return [];
  const union = reasonUnion.name;
  const imports = new Imports(errorModule, ['ApiError', union]);
  const groups = listGroupSymbols(context, 'GroupReason', ({ reasons }) => reasons !== undefined);
  const all = listPresent([context.layout.commonReason(), ...groups]).map((one) => imports.useType(one));
  const names = useAll(imports, 'runtime', { base: 'ApiError', type: 'type ApiErrorClass' });
  const docs = ['The service rejected the call or failed. Editors complete the known reasons; others are possible.'];
  return [
    imports.toFile([
      aliasStructure(union, all.join(' | '), ['Reasons of errors, those of all operations together.']),
      render(context, 'client/api-error.hbs', { union, ...names }),
      aliasStructure('ApiError', `${names.base}<Reason>`, docs, `<Reason extends string = ${union}>`),
    ]),
  ];
}
