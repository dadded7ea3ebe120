import { groupBy, listPresent, reachable } from '../../iterables.js';
import { code, fields, render, useAll } from '../code/templates.js';
import type { Api, Operation } from '../../api/api.js';
import { innerShapes } from '../../api/shapes/combine-shapes.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { itemShape, readResult } from '../code/operation-result.js';
import {
  typeParameter,
  reportParameterNames,
  reportArguments,
  reportParameters,
  operationSymbols,
} from '../code/call-types.js';
import {
  commonParamsSymbol,
  findCommonParams,
  ownMembers,
  ownParameters,
  paramsMembers,
  partProperty,
  typedChoices,
} from '../code/operation-params.js';
import { paramsOnWire } from '../code/wire-code.js';
import { joinWords } from '../../api/tools/sentence.js';
import { literal, propertyKey } from '../code/literals.js';
import { hasOperationTable, moduleTable, tableName } from '../surface-entries.js';
import { Imports, runtime, SPECCAST_INTERFACE } from '../code/imports.js';
import { commentCode, requestLine } from '../code/operation-sentences.js';
import { memberDocs, memberProperty, readMemberName, optionalType, printShape, typeNames } from '../code/types.js';
import { aliasStructure, interfaceStructure } from '../code/structures.js';
import type { Layout } from '../layout.js';
import type { SourceFile, Statement } from '../source-file.js';
import type { EmitContext } from '../emit-context.js';
import { descriptorValue } from './descriptor-value.js';
import { dailyQuotaSymbol } from '../layout.js';
import { emitReadOnly, emitWire, wireField } from './emit-wire.js';
import { emitXml, xmlContents } from './emit-xml.js';
import {
  type TypeTools,
  errorTypes,
  headerTypes,
  mediaTypesType,
  reasonType,
  partNames,
  statusTypes,
  partParameter,
  partResult,
  reportTypes,
  withLists,
} from './operation-types.js';
import { bodyWritersField, descriptorFields, helperFields, writersField } from './writer-fields.js';
import { compact, type Json, type JsonObject, nonEmpty } from '../../json.js';
import type { OutputSettings } from '../../options.js';
import type { SecurityScheme } from '../../api/types/service.js';
import { parameterValue } from '../code/parameter-values.js';
import { clientAddress } from '../../api/service/servers.js';

/**
 * Emits `operations/*.ts`: the types and the descriptor of each operation, and the modules `xml`, `wire`, `read-only` and `service`. A
 * package with validators alone has no descriptors.
 */
export function emitOperations(context: EmitContext): readonly SourceFile[] {
  const modules = groupBy(context.api.operations, (operation) => context.layout.type(operation, 'Params').module);
  return [
    ...[...modules].map(([module, operations]) => emitModule(module, operations, context)),
    ...(hasCalls(context) ? emitXml(context) : []),
    ...emitWire(context),
    ...(hasCalls(context) ? emitReadOnly(context) : []),
    ...emitService(context),
  ];
}

function emitModule(module: string, operations: readonly Operation[], context: EmitContext): SourceFile {
  const { api, layout, onlyValues } = context;
  const { name } = moduleTable(module);
  const declared = operations.flatMap((operation) => {
    const reason = layout.reason(operation);
    return listPresent([
      layout.descriptor(operation).name,
      ...operationSymbols(api, operation, layout).map((symbol) => symbol.name),
      operation.paramsWire,
      reason?.module === module && reason.name,
      ...reportParameterNames(operation),
    ]);
  });
  const imports = new Imports(module, [name, typeParameter, ...declared]);
  const body = operations.flatMap((operation, index) => [
    ...(onlyValues === true ? [] : emitOperationTypes(operation, operations.slice(0, index), imports, context)),
    ...(hasCalls(context) ? [descriptorStatement(operation, imports, context)] : []),
  ]);
  if (!hasCalls(context) || !hasOperationTable(context)) return imports.toFile(body);
  // The operations of the module by their names: `petsOperations`.
  const table = {
    name,
    type: imports.useType(runtime('Operation')),
    operations: operations.map((one) => ({
      name: code(propertyKey(tableName(one))),
      operation: layout.descriptor(one).name,
    })),
  };
  return imports.toFile([...body, render(context, 'operations/table.hbs', table)]);
}

/** Emits the types of an operation; `before` are the operations of the same module before it. */
function emitOperationTypes(
  operation: Operation,
  before: readonly Operation[],
  imports: Imports,
  { api, layout }: EmitContext,
): readonly Statement[] {
  const tools: TypeTools = {
    operation,
    imports,
    api,
    layout,
    sent: typeNames(layout, imports, 'request'),
    received: typeNames(layout, imports, 'response'),
    use: (name) => imports.useType(runtime(name)),
    alias: (suffix, type, doc, typeParameters) =>
      aliasStructure(layout.type(operation, suffix).name, type, [doc], typeParameters),
  };
  const { shape, empty } = readResult(operation);
  const type = shape === undefined ? 'void' : `${printShape(shape, tools.received)}${empty ? ' | undefined' : ''}`;
  const item = itemShape(operation);
  const itemDoc = `An item of the response of \`${operation.id}\`, if it is read item by item.`;
  return listPresent([
    ...partNames(before, tools),
    ...paramsTypes(tools),
    paramsWireType(tools),
    tools.alias('Response', type, `Response of \`${operation.id}\`.`),
    mediaTypesType(tools),
    item && tools.alias('StreamItem', printShape(item, tools.received), itemDoc),
    partResult(tools),
    ...reportTypes(tools),
    reasonType(tools),
    errorTypes(tools),
    headerTypes(tools),
    statusTypes(tools),
  ]);
}

/** Emits the params as an interface. If parameters exclude each other, `BaseParams` is the interface and `Params` the union. */
function paramsTypes(tools: TypeTools): readonly Statement[] {
  const { operation, imports, api, layout, sent, use, alias } = tools;
  const base = findCommonParams(api, operation);
  const properties = ownMembers(api, operation).map((member) => ({
    name: readMemberName(member, sent),
    required: member.required,
    type: memberType(member, tools),
    docs: memberDocs(member, sent),
  }));
  // TypeScript assigns every value to an interface without members, so empty params get an index signature of `never`.
  const index = operation.openParameters
    ? { keyName: 'parameter', type: 'unknown', docs: ['Further query parameters: the spec leaves them open.'] }
    : paramsMembers(operation).length === 0
      ? { keyName: 'parameter', type: 'never', docs: [] }
      : undefined;
  const choices = typedChoices(operation);
  const { name } = layout.type(operation, choices.length === 0 ? 'Params' : 'BaseParams');
  const typeParameters =
    partParameter(tools) ?? reportParameters(operation, (key) => layout.reportKeys(operation, key).name, 'any list');
  const parameters = interfaceStructure({
    name,
    settable: true,
    typeParameters,
    base: base && imports.useType(base),
    docs: [`Parameters of \`${operation.id}\`${choices.length === 0 ? '' : ', without the rules between them'}.`],
    properties,
    index,
  });
  if (choices.length === 0) return [parameters];
  const type = choices.reduce(
    (inner, { helper, names }) => `${use(helper)}<${inner}, ${names.map(literal).join(' | ')}>`,
    `${name}${operation.parts === undefined ? reportArguments(operation) : `<${typeParameter}>`}`,
  );
  const rules = choices.map(
    ({ helper, names }) =>
      `${helper === 'ExactlyOne' ? 'exactly' : 'at most'} one of ${joinWords(names.map(commentCode), 'and')}`,
  );
  const doc = `Parameters of \`${operation.id}\`: ${rules.join(' and ')}.`;
  return [parameters, alias('Params', type, doc, typeParameters)];
}

/** Emits the type of the params on the wire, if it differs. */
function paramsWireType({ operation, imports, layout }: TypeTools): Statement | undefined {
  const { id, paramsWire, openParameters: isOpen } = operation;
  if (paramsWire === undefined) return undefined;
  const params = { name: layout.type(operation, 'Params').name, members: paramsMembers(operation), isOpen, layout };
  const type = paramsOnWire(params, (one) => imports.useType(one));
  return aliasStructure(paramsWire, type, [`Parameters of \`${id}\` on the wire, before they are converted.`]);
}

function memberType({ name, required, shape }: Member, { operation, layout, sent, use }: TypeTools): string {
  const printed = name === partProperty(operation) ? 'readonly Part[]' : printShape(shape, sent);
  const isOmittable = name === 'body' && hasOptional(shape, layout);
  const body = isOmittable ? `${use('Omittable')}<${printed}>` : printed;
  const type = name === 'body' ? withLists(body, operation) : printed;
  return required ? type : optionalType(type);
}

/** Returns true if a shape has an optional member, at any depth. */
function hasOptional(shape: Shape, layout: Layout): boolean {
  const listInner = (one: Shape): readonly (Shape | undefined)[] => {
    const model = one.kind === 'reference' ? layout.modelById(one.model) : undefined;
    return [...innerShapes(one), (model?.input ?? model)?.shape];
  };
  for (const one of reachable([shape], listInner))
    if (one.kind === 'object' && one.members.some(({ required }) => !required)) return true;
  return false;
}

function descriptorStatement(operation: Operation, imports: Imports, context: EmitContext): string {
  const { api, layout } = context;
  const reason = layout.reason(operation);
  const value = descriptorValue(api, operation);
  return render(context, 'operations/descriptor.hbs', {
    docs: [requestLine(operation)],
    name: layout.descriptor(operation).name,
    operation: imports.useType(runtime('Operation')),
    params: layout.type(operation, 'Params').name,
    result: layout.type(operation, 'Response').name,
    reason: code(reason ? `, ${imports.useType(reason)}` : ''),
    fields: listPresent([
      ...descriptorFields(value, operation, { api, layout, imports }),
      ...helperFields(operation, value, imports),
      writersField(api, ownParameters(api, operation), imports),
      bodyWritersField(operation.body, imports),
      xmlContents(operation).length > 0 && {
        name: 'xml',
        value: code(imports.use({ name: 'xmlCodec', module: 'runtime/xml' })),
      },
      wireField(operation, { api, layout, imports }),
    ]),
  });
}

/** Returns true if a package has a client or an emulator, which need descriptors. */
function hasCalls({ parts }: OutputSettings): boolean {
  return parts.includes('client') || parts.includes('emulator');
}

/** Emits `operations/service.ts`: the facts that all operations share, and the types of common parameters and reasons. */
function emitService(context: EmitContext): readonly SourceFile[] {
  const { api, layout } = context;
  const named = listPresent([
    commonParamsSymbol(api),
    layout.commonReason(),
    api.errors?.quota && hasCalls(context) && dailyQuotaSymbol,
  ]);
  const imports = new Imports('operations/service', ['service', ...named.map(({ name }) => name)]);
  const { errors, commonParameters: common } = api;
  const names = typeNames(layout, imports, 'request');
  const body = listPresent([
    common &&
      interfaceStructure({
        name: common.typeName,
        settable: true,
        docs: ['Parameters that every operation takes.'],
        properties: common.parameters.map((one) => memberProperty({ ...one, name: one.property }, names)),
      }),
    errors?.reasons &&
      aliasStructure(errors.typeName, errors.reasons.map(literal).join(' | '), [
        'Reasons of the errors of any operation.',
      ]),
    hasCalls(context) && serviceStatement(imports, context),
  ]);
  return body.length === 0 ? [] : [imports.toFile(body)];
}

function serviceStatement(imports: Imports, context: EmitContext): string {
  const { api } = context;
  const { timeZone, reasons, errors } = api.errors?.quota ?? {};
  const budget = listPresent<Json>([timeZone, reasons, errors?.map((one) => ({ ...one }))]).map(literal);
  return render(context, 'operations/service.hbs', {
    type: imports.useType(runtime('Service')),
    fields: listPresent([
      ...fields(serviceValue(api)),
      writersField(api, api.commonParameters?.parameters ?? [], imports),
    ]),
    // A feature of its own, so that packages without a daily quota do not contain its code.
    budget: budget[0] !== undefined && code(budget.join(', ')),
    ...(budget[0] !== undefined &&
      useAll(imports, 'runtime', { feature: 'type CoreFeature', dailyQuota: 'dailyQuota' })),
  });
}

/** Returns the facts that all operations share (`Service` of the runtime): `{ name: 'pets', baseUrl: … }`. */
function serviceValue(api: Api): JsonObject {
  const { name, version, securitySchemes } = api;
  const { retryReasons, finalReasons } = api.errors ?? { typeName: '' };
  const used = new Set(api.operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  const unused = securitySchemes.map((scheme) => scheme.name).filter((one) => !used.has(one));
  return compact({
    runtime: `@speccast/runtime@${SPECCAST_INTERFACE}`,
    name,
    version,
    baseUrl: clientAddress(api),
    // Common parameters are declared here, once.
    parameters: api.commonParameters?.parameters.map((parameter) => parameterValue(api, parameter)),
    // Reasons by which the client decides whether to repeat a call.
    retryReasons,
    finalReasons,
    security: Object.fromEntries(securitySchemes.map((scheme) => [scheme.name, schemeValue(scheme)])),
    unused: nonEmpty(unused),
  });
}

function schemeValue(scheme: SecurityScheme): Json {
  const { kind } = scheme;
  if (kind === 'apiKey') return { kind, in: scheme.in, name: scheme.parameter };
  if (kind !== 'bearer') return { kind };
  const { oauth2, queryParameter, tokenUrl, clientCredentials } = scheme;
  return compact({ kind, oauth2: oauth2 || undefined, queryParameter, tokenUrl, clientCredentials });
}
