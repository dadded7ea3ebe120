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
import { assertPropertyName } from '../code/literals.js';
import { Imports, runtime } from '../code/imports.js';
import { fullOperationDocs, shortOperationDocs } from '../code/operation-sentences.js';
import { planArguments, paramsAreOptional } from '../code/operation-params.js';
import { positionalArguments } from './positional-arguments.js';
import { code, type Code, type Templates } from '../code/templates.js';
import type { Layout } from '../layout.js';
import type { ArgumentStyle, Part } from '../../options.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';

/** What the parts of this emitter share. */
export interface ClientTools {
  readonly api: Api;
  readonly layout: Layout;
  readonly templates: Templates;
  /** Those that are generated. */
  readonly parts: readonly Part[];
  /** How methods take what a call needs. */
  readonly argumentStyle: ArgumentStyle;
  /** The class that the client has for a resource. */
  readonly classOf: (group: OperationGroup) => CodeSymbol;
}

/** Emits `client/<resource>.ts`: the free functions of a resource, and its class. */
export function emitResource(group: OperationGroup, tools: ClientTools): SourceFile {
  const { api, layout, argumentStyle } = tools;
  const symbol = layout.resource(group);
  const operations = layout.operationsOf(group);
  const parameters = [typeParameter, acceptParameter, ...operations.flatMap(reportParameterNames)];
  const own = operations.flatMap((one) => planArguments(api, one, argumentStyle)?.id?.name ?? []);
  const declared = [symbol.name, ...parameters, ...own, ...operations.map((one) => layout.method(one).name)];
  const imports = new Imports(symbol.module, declared);
  const functions = operations.map((operation) => emitFunction(operation, imports, tools));
  const body = [...functions, emitClass({ group, operations, imports }, tools)];
  return { kind: 'source', path: `src/${symbol.module}.ts`, imports: imports.lines(), body };
}

function emitFunction(operation: Operation, imports: Imports, tools: ClientTools): string {
  return tools.templates.render('client/function.hbs', {
    docs: shortOperationDocs(operation),
    name: tools.layout.method(operation).name,
    core: imports.useType(runtime('Core')),
    ...printSending(operation, 'core', imports, tools),
    ...signature(operation, imports, tools),
  });
}

/** The expression that calls an operation, before and after its params: `core.call(videosListOperation`. */
function printSending(
  operation: Operation,
  core: string,
  imports: Imports,
  { layout }: ClientTools,
): { readonly call: Code; readonly end: Code } {
  const helper = chooseSender(operation);
  const send = helper === undefined ? `${core}.call(` : `${imports.use(helper)}(${core}, `;
  const descriptor = imports.use(layout.descriptor(operation));
  const wrappers = [
    ...(acceptedTypes(operation).length > 0 ? [`${imports.use(runtime('asAccepted'))}(`] : []),
    ...(statusResponses(operation).length > 0 ? [`${imports.use(runtime('byStatus'))}(`] : []),
    ...(responseHeaders(operation).length > 0 ? [`${imports.use(runtime('withHeaders'))}(${descriptor}, `] : []),
  ];
  return { call: code(`${wrappers.join('')}${send}${descriptor}`), end: code(')'.repeat(wrappers.length)) };
}

/** What sends a call whose answer is of another kind; not a method of the core, so that bundles have it only where it is needed. */
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

function signature(operation: Operation, imports: Imports, { layout }: ClientTools): Signature {
  const { typeParameters, params, promise, options } = callTypes(operation, layout, (symbol) =>
    imports.useType(symbol),
  );
  return {
    typeParameters: code(typeParameters),
    params: code(`params: ${params}${paramsAreOptional(operation) ? ' = {}' : ''}`),
    callOptions: code(options),
    promise: code(promise),
  };
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
  const types = callTypes(operation, layout, (symbol) => imports.useType(symbol));
  const own = argumentStyle === 'positional' ? positionalArguments(api, operation, types.params, imports) : undefined;
  return {
    docs: fullOperationDocs(tools.api, operation),
    property: code(assertPropertyName(operation.property)),
    // Not by way of the function, which a bundle of the whole client then has no need of.
    ...printSending(operation, 'this.#core', imports, tools),
    given: code(own?.params ?? 'params'),
    ...signature(operation, imports, tools),
    ...(own !== undefined && { params: code(own.parameters) }),
  };
}

/** The resources below a client or a resource, for templates. */
export function groupViews(
  groups: readonly OperationGroup[],
  imports: Imports,
  { classOf }: ClientTools,
): readonly object[] {
  return groups.map((group) => ({
    docs: [`Resource \`${group.path.join('.')}\`.`],
    property: code(assertPropertyName(group.property)),
    class: imports.use(classOf(group)),
  }));
}
