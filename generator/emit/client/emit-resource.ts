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
import { assertPropertyName, literal, propertyKey } from '../code/literals.js';
import { Imports, runtime } from '../code/imports.js';
import { fullOperationDocs, shortOperationDocs } from '../code/operation-sentences.js';
import { planArguments, paramsAreOptional } from '../code/operation-params.js';
import { code, type Code, type Templates } from '../code/templates.js';
import { hasOwnErrors } from '../../api/shapes/error-bodies.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import { allGroups, type Layout } from '../layout.js';
import type { ArgumentStyle, Part, ServiceOptions } from '../../options.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import type { Diagnostics } from '../../diagnostics.js';

/** The context of this emitter. */
export interface ClientTools {
  readonly api: Api;
  readonly layout: Layout;
  readonly templates: Templates;
  /** Those that are generated. */
  readonly parts: readonly Part[];
  /** `object`: one object; `positional`: ids first. */
  readonly argumentStyle: ArgumentStyle;
  /** The class that the client has for a resource. */
  readonly clientClass: (group: OperationGroup) => CodeSymbol;
}

/** Emits `client/<resource>.ts`: the free functions of a resource, and its class. */
export function emitResource(group: OperationGroup, tools: ClientTools): SourceFile {
  const { api, layout, argumentStyle } = tools;
  const symbol = layout.resource(group);
  const operations = layout.operationsOf(group);
  const parameters = [typeParameter, acceptParameter, ...operations.flatMap(reportParameterNames)];
  const own = operations.flatMap((one) => planArguments(api, one, argumentStyle)?.id?.name ?? []);
  const functions = operations.map((one) => layout.method(one).name);
  const types = [groupErrorsSymbol(group), groupReasonSymbol(group)].map(({ name }) => name);
  const imports = new Imports(symbol.module, [symbol.name, ...parameters, ...own, ...functions, ...types]);
  const body = [
    ...operations.map((operation) => emitFunction(operation, imports, tools)),
    emitClass({ group, operations, imports }, tools),
    ...groupErrors(group, imports, tools),
    ...groupReason(group, imports, tools),
  ];
  return imports.toFile(body);
}

function emitFunction(operation: Operation, imports: Imports, tools: ClientTools): string {
  return tools.templates.render('client/function.hbs', {
    docs: shortOperationDocs(operation),
    name: tools.layout.method(operation).name,
    core: imports.useType(runtime('Core')),
    ...printSending(operation, imports, tools),
    ...signature(operation, imports, tools),
  });
}

/** Prints what calls an operation, before and after its params: `core.call(videosListOperation` and `)`. */
function printSending(
  operation: Operation,
  imports: Imports,
  { layout }: ClientTools,
): { readonly call: Code; readonly end: Code } {
  const sender = chooseSender(operation);
  const send = sender === undefined ? 'core.call(' : `${imports.use(sender)}(core, `;
  const descriptor = imports.use(layout.descriptor(operation));
  const wrappers = [
    ...(acceptedTypes(operation).length > 0 ? [`${imports.use(runtime('asAccepted'))}(`] : []),
    ...(statusResponses(operation).length > 0 ? [`${imports.use(runtime('byStatus'))}(`] : []),
    ...(responseHeaders(operation).length > 0 ? [`${imports.use(runtime('withHeaders'))}(${descriptor}, `] : []),
  ];
  return { call: code(`${wrappers.join('')}${send}${descriptor}`), end: code(')'.repeat(wrappers.length)) };
}

/** Chooses the function that sends a call: `listParts`; `undefined` for `core.call`. Functions, not methods of the core, so that a bundle has only those it needs. */
function chooseSender(operation: Operation): CodeSymbol | undefined {
  const isList = operation.paging !== undefined;
  if (isUpload(operation)) return operation.parts === undefined ? runtime('upload') : runtime('uploadParts');
  if (operation.parts !== undefined) return isList ? runtime('listParts') : runtime('callParts');
  if (isList) return runtime(acceptedTypes(operation).some(({ isData }) => !isData) ? 'listAccepted' : 'list');
  if (isDownload(operation)) return runtime('download');
  if (operation.report !== undefined) return runtime('report');
  if (isEither(operation)) return runtime('sendEither');
  if (isItemStream(operation)) return runtime('streamItems');
  return isStream(operation) ? runtime('stream') : undefined;
}

interface Signature {
  /** `<Part extends VideosListPart = VideosListDefaultPart>`, or nothing. */
  readonly typeParameters: Code;
  /** `params: X`, or `params: X = {}` where nothing is required. */
  readonly params: Code;
  readonly callOptions: Code;
  readonly promise: Code;
}

function signature(operation: Operation, imports: Imports, { layout }: ClientTools, argument = 'params'): Signature {
  const { typeParameters, params, promise, options } = callTypes(operation, layout, (symbol) =>
    imports.useType(symbol),
  );
  return {
    typeParameters: code(typeParameters),
    params: code(`${argument}: ${params}${paramsAreOptional(operation) ? ' = {}' : ''}`),
    callOptions: code(options),
    promise: code(promise),
  };
}

/** Names an argument of a method: `id`, or `idValue` where the free function that the method calls has the name. */
function nameArgument(name: string, operation: Operation): string {
  return operation.name === name ? `${name}Value` : name;
}

interface ClassParts {
  readonly group: OperationGroup;
  readonly operations: readonly Operation[];
  readonly imports: Imports;
}

function emitClass({ group, operations, imports }: ClassParts, tools: ClientTools): string {
  const view = {
    docs: [`Calls of the resource \`${group.path.join('.')}\`.`],
    name: tools.layout.resource(group).name,
    core: imports.useType(runtime('Core')),
    groups: groupViews(group.groups, imports, tools),
    methods: operations.map((operation) => methodView(operation, imports, tools)),
  };
  // Without methods of its own a class would keep a core that nothing reads.
  return tools.templates.render(operations.length === 0 ? 'client/parent.hbs' : 'client/resource.hbs', view);
}

function methodView(operation: Operation, imports: Imports, tools: ClientTools): object {
  const { api, argumentStyle, layout } = tools;
  const argument = nameArgument('params', operation);
  const types = callTypes(operation, layout, (symbol) => imports.useType(symbol));
  const own = argumentStyle === 'positional' ? positionalArguments(api, operation, types.params, imports) : undefined;
  return {
    docs: fullOperationDocs(tools.api, operation),
    property: code(assertPropertyName(operation.property)),
    function: layout.method(operation).name,
    options: nameArgument('options', operation),
    given: code(own?.params ?? argument),
    ...signature(operation, imports, tools, argument),
    ...(own !== undefined && { params: code(own.parameters) }),
  };
}

/** `client/playlists` : `PlaylistsGroupErrors`, the bodies of the errors of a group, by operation and status. */
function groupErrorsSymbol(group: OperationGroup): CodeSymbol {
  return { name: `${group.typeName}GroupErrors`, module: `client/${group.module}` };
}

/** Lists the groups whose operations have bodies of errors of their own. */
export function listGroupErrors({ api, layout }: ClientTools): readonly CodeSymbol[] {
  const groups = allGroups(api.groups).filter((group) =>
    layout.operationsOf(group).some((one) => hasOwnErrors(api, one)),
  );
  return groups.map(groupErrorsSymbol);
}

function groupErrors(group: OperationGroup, imports: Imports, { api, layout }: ClientTools): readonly Statement[] {
  const operations = layout.operationsOf(group).filter((one) => hasOwnErrors(api, one));
  if (operations.length === 0) return [];
  const properties = operations.map((operation) => ({
    name: operation.id,
    required: true,
    type: imports.useType(layout.type(operation, 'Errors')),
    docs: [],
  }));
  const docs = [`Error responses of \`${group.path.join('.')}\`, by operation and status.`];
  return [interfaceStructure({ name: groupErrorsSymbol(group).name, docs, properties })];
}

/** `client/playlists` : `PlaylistsGroupReason`, the reasons of the errors of a group. */
function groupReasonSymbol(group: OperationGroup): CodeSymbol {
  return { name: `${group.typeName}GroupReason`, module: `client/${group.module}` };
}

/** Lists the groups whose operations have reasons of their own. */
export function listGroupReasons({ api, layout }: ClientTools): readonly CodeSymbol[] {
  const groups = allGroups(api.groups).filter((group) => layout.operationsOf(group).some(hasReasons));
  return groups.map(groupReasonSymbol);
}

function hasReasons({ reasons }: Operation): boolean {
  return reasons !== undefined;
}

function groupReason(group: OperationGroup, imports: Imports, { layout }: ClientTools): readonly Statement[] {
  const reasons = layout
    .operationsOf(group)
    .filter(hasReasons)
    .flatMap((one) => layout.reason(one) ?? []);
  if (reasons.length === 0) return [];
  const type = reasons.map((one) => imports.useType(one)).join(' | ');
  return [
    aliasStructure(groupReasonSymbol(group).name, type, [`Reasons of the errors of \`${group.path.join('.')}\`.`]),
  ];
}

/** The resources below a client or a resource, for templates. */
export function groupViews(
  groups: readonly OperationGroup[],
  imports: Imports,
  { clientClass }: ClientTools,
): readonly object[] {
  return groups.map((group) => ({
    docs: [`Resource \`${group.path.join('.')}\`.`],
    property: code(assertPropertyName(group.property)),
    class: imports.use(clientClass(group)),
  }));
}

/**
 * Plans the arguments of a method and the params object that they make: the last parameter of the path by position, and properties of
 * a body that is an object beside all others. `undefined` where a method takes the params object, whose type is `type`:
 * `{ parameters: "petId: PetsUpdateParams['pet_id'], params: FlatParams<…> = {}", params: "mergeBody(params, …)" }`.
 */
function positionalArguments(
  api: Api,
  operation: Operation,
  type: string,
  imports: Imports,
): { readonly parameters: string; readonly params: string } | undefined {
  const plan = planArguments(api, operation, 'positional');
  if (plan === undefined) return undefined;
  const { id, mergesBody, others, othersAreOptional } = plan;
  const name = id && nameArgument(id.name, operation);
  const argument = nameArgument('params', operation);
  const own = id === undefined ? [] : [id.key === name ? name : `${propertyKey(id.key)}: ${name}`];
  const first = id === undefined ? [] : [`${name}: ${type}[${literal(id.key)}]`];
  if (others.length === 0) return { parameters: first.join(', '), params: `{ ${own.join(', ')} }` };
  const ofPositional = (symbol: string): CodeSymbol => ({ name: symbol, module: 'runtime/positional' });
  const rest = mergesBody ? imports.useType(ofPositional('FlatParams')) : 'Omit';
  const restType = `${rest}<${[type, ...(id === undefined ? [] : [literal(id.key)])].join(', ')}>`;
  const parameters = [...first, `${argument}: ${restType}${othersAreOptional ? ' = {}' : ''}`].join(', ');
  if (!mergesBody) return { parameters, params: `{ ...${argument}, ${own.join(', ')} }` };
  const names = others.flatMap((one) => (one.name === 'body' ? [] : [toCallersName(one)]));
  const merge = imports.use(ofPositional('mergeBody'));
  // A body that is required is sent, even with nothing in it.
  const always = [...own, ...(operation.body?.required === true ? ['body: {}'] : [])];
  const kept = always.length === 0 ? '{}' : `{ ${always.join(', ')} }`;
  return { parameters, params: `${merge}(${argument}, ${literal(names)}, ${kept})` };
}

/** Reports that `argumentStyle` changes nothing. */
export function checkArguments(
  api: Api,
  { argumentStyle, optionsAt, parts, file }: ServiceOptions & { readonly file: string },
  diagnostics: Diagnostics,
): void {
  const isUsed =
    parts?.includes('client') !== false && api.operations.some((one) => planArguments(api, one, argumentStyle));
  if (isUsed || argumentStyle !== 'positional') return;
  const message =
    '`argumentStyle` changes nothing: no method takes a parameter of its path, or a body whose properties are known';
  diagnostics.unused('unused-option', message, { at: optionsAt?.['argumentStyle'], file });
}
