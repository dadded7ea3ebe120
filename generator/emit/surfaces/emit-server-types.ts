import type { Operation, OperationGroup } from '../../api/api.js';
import { successResponses } from '../../api/messages/responses.js';
import { requestLine } from '../code/operation-sentences.js';
import { callsSymbol, formTypes, modelValidator } from '../code/operation-parts.js';
import { operationTable } from '../surface-entries.js';
import { Imports } from '../code/imports.js';
import { literal, propertyKey } from '../code/literals.js';
import { aliasStructure, exportStructure, interfaceStructure, type PropertyParts } from '../code/structures.js';
import { code, createTemplates, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import { camelCase } from '../../api/tools/names.js';
import { allGroups, type Layout, serviceSymbol } from '../layout.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { member } from './emit-tools.js';
import {
  emitServiceErrors,
  handlerParameters,
  handlerType,
  type HandlerTools,
  needsCredential,
  server,
} from './handler-types.js';

const module = 'server-types/index';

/** Types of the runtime that `./server-types` exports. */
const TYPES = [
  'Attempt',
  'Authenticate',
  'ExpressContext',
  'FailedCall',
  'FastifyContext',
  'ReceivedBytes',
  'ReceivedFile',
  'ReceivedMedia',
  'SentBytes',
  'SentItems',
  'ServerErrorOptions',
  'ServerHandler',
  'ServerOptions',
];

const VALUES = ['InvalidResponseError', 'mountExpress', 'mountFastify', 'mountHono', 'reply', 'ServerError'];

/** Emits `server-types/*.ts`: the types of handlers, a file a resource, and what makes a server of them. */
export function emitServerTypes(context: EmitContext): readonly SourceFile[] {
  const { api } = context;
  return [
    ...allGroups(api.groups).map((group) => emitGroup(group, context)),
    ...emitServiceErrors(context),
    emitIndex(context),
  ];
}

/** `server-types/books` : `BooksHandlers`, the handlers of a resource. */
function handlersSymbol({ typeName, module: name }: OperationGroup): CodeSymbol {
  return { name: `${typeName}Handlers`, module: `server-types/${name}` };
}

function emitGroup(group: OperationGroup, tools: EmitContext): SourceFile {
  const { name, module: own } = handlersSymbol(group);
  const imports = new Imports(own, [name, errorsSymbol(group).name, 'Principal', 'Context']);
  const operations = tools.layout.operationsOf(group).map((operation): PropertyParts => ({
    name: operation.property,
    required: true,
    type: handlerType(operation, imports, tools),
    docs: [`${requestLine(operation)}.`],
  }));
  const body = interfaceStructure({
    name,
    typeParameters: handlerParameters(operationsBelow(group, tools)),
    docs: [`Handlers of \`${group.path.join('.')}\`.`],
    properties: [...operations, ...groupProperties(group.groups, imports, tools)],
  });
  const errors = errorValidators(group, imports, tools);
  if (errors.length === 0) return imports.toFile([body]);
  const view = { name: errorsSymbol(group).name, type: imports.useType(server('ServerPlan')), errors };
  const constant = createTemplates(tools.assets.templates).render('surfaces/server-errors.hbs', view);
  return imports.toFile([body, constant]);
}

/** `server-types/books` : `booksErrors`, the validators of bodies of errors by operation and status. */
function errorsSymbol({ typeName, module: name }: OperationGroup): CodeSymbol {
  return { name: `${camelCase(typeName, 'resource')}Errors`, module: `server-types/${name}` };
}

/** The operations of a group and of those in it. */
function operationsBelow(group: OperationGroup, { layout }: HandlerTools): readonly Operation[] {
  return allGroups([group]).flatMap((one) => layout.operationsOf(one));
}

function groupProperties(
  groups: readonly OperationGroup[],
  imports: Imports,
  tools: HandlerTools,
): readonly PropertyParts[] {
  return groups.map((group) => ({
    name: group.property,
    required: true,
    type: `${imports.useType(handlersSymbol(group))}${handlerParameters(operationsBelow(group, tools))}`,
    docs: [],
  }));
}

function emitIndex({ api, layout, assets }: EmitContext): SourceFile {
  const name = 'Handlers';
  const imports = new Imports(module, [name, 'Principal', 'Context', 'createHandler', 'createPartialHandler', 'plan']);
  const use = (one: string): string => imports.useType(server(one));
  const isSecured = api.operations.some(needsCredential);
  const options = `${use('ServerOptions')}<Context>`;
  const authenticate = (): string => `${use('AuthenticateOption')}<Principal, Context>`;
  const isDemanded = api.operations.some(
    ({ security }) => security.length > 0 && security.every((one) => one.length > 0),
  );
  const view = {
    planType: use('ServerPlan'),
    service: member('service', imports.use(serviceSymbol)),
    document: member('document', imports.use({ name: 'document', module: 'spec' })),
    calls: member('calls', imports.use(callsSymbol)),
    operations: member('operations', imports.use(operationTable)),
    errors: allGroups(api.groups)
      .filter((group) => layout.operationsOf(group).some((one) => listErrorValidators(one, layout).length > 0))
      .map((group) => imports.use(errorsSymbol(group))),
    forms: api.operations.flatMap((one) => {
      const types = formTypes(api, one);
      return types === undefined ? [] : [{ id: one.id, types: code(literal(types)) }];
    }),
    handlers: name,
    parameters: code(isSecured ? 'Principal, Context = unknown' : 'Context = unknown'),
    given: code(handlerParameters(api.operations)),
    some: use('SomeHandlers'),
    options: code(
      isDemanded
        ? `options: ${options} & ${authenticate()}`
        : `options: ${options}${isSecured ? ` & Partial<${authenticate()}>` : ''} = {}`,
    ),
    handler: use('ServerHandler'),
    create: imports.use(server('createServerHandler')),
  };
  const body = [
    handlersStructure({ name, isSecured, properties: groupProperties(api.groups, imports, { api, layout }) }),
    createTemplates(assets.templates).render('surfaces/server-types.hbs', view),
    ...allGroups(api.groups).map((group) =>
      exportStructure(`./${group.module}.js`, [handlersSymbol(group).name], true),
    ),
    `export { ${VALUES.join(', ')} } from '@speccast/runtime/server';`,
    `export type { ${TYPES.join(', ')} } from '@speccast/runtime/server';`,
  ];
  return imports.toFile(body);
}

interface AllHandlers {
  readonly name: string;
  readonly isSecured: boolean;
  readonly properties: readonly PropertyParts[];
}

/** The type of all handlers. Where the document has no operations, no member names `Context`, which the compiler rejects. */
function handlersStructure({ name, isSecured, properties }: AllHandlers): Statement {
  const who = isSecured ? '`Principal` is who calls, ' : '';
  const docs = [`Handlers of the operations, nested as in the client. ${who}\`Context\` is what the framework has.`];
  const typeParameters = isSecured ? '<Principal = unknown, Context = unknown>' : '<Context = unknown>';
  return properties.length === 0
    ? aliasStructure(name, 'Record<never, Context>', docs, typeParameters)
    : interfaceStructure({ name, typeParameters, docs, properties });
}

interface ErrorValidators {
  readonly id: string;
  readonly validators: Code;
}

/** The validators of the bodies of the errors of a group, by operation and status. */
function errorValidators(
  group: OperationGroup,
  imports: Imports,
  { layout }: HandlerTools,
): readonly ErrorValidators[] {
  return layout.operationsOf(group).flatMap((operation) => {
    const members = listErrorValidators(operation, layout).map(
      ([status, validator]) => `${propertyKey(status)}: ${imports.use(validator)}`,
    );
    return members.length === 0 ? [] : [{ id: operation.id, validators: code(`{ ${members.join(', ')} }`) }];
  });
}

function listErrorValidators({ responses }: Operation, layout: Layout): readonly (readonly [string, CodeSymbol])[] {
  const successes = new Set(successResponses(responses));
  return responses.flatMap((response) => {
    const validator = successes.has(response) ? undefined : modelValidator(response, layout);
    return validator === undefined ? [] : [[response.status, validator] as const];
  });
}
