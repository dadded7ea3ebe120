import type { Api } from '../../api/api.js';
import { commonParamsSymbol } from '../code/operation-params.js';
import { code, fields, type Field } from '../code/templates.js';
import { Imports, runtime, SPECCAST_INTERFACE } from '../code/imports.js';
import { memberProperty, typeNames } from '../code/types.js';
import { interfaceStructure } from '../code/structures.js';
import { literal } from '../code/literals.js';
import type { OutputSettings } from '../../options.js';
import type { SourceFile, Statement } from '../source-file.js';
import { commonReasonType } from './operation-types.js';
import type { OperationTools } from './emit-xml.js';
import { writersField } from './writer-fields.js';
import type { SecurityScheme } from '../../api/types/service.js';
import type { Json, JsonObject } from '../../json.js';
import { parameterValue } from '../code/parameter-values.js';
import { hasGoogleErrors } from '../../api/shapes/error-bodies.js';
import { clientAddress } from '../../api/service/servers.js';

/** Tells whether a package makes calls or responds to them; validators alone need no descriptors. */
export function hasCalls({ parts }: OutputSettings): boolean {
  return parts.includes('client') || parts.includes('emulator');
}

/** Emits `operations/service.ts`: what is the same for all operations, and the type of the parameters that all share. */
export function emitService(tools: OperationTools): readonly SourceFile[] {
  const module = 'operations/service';
  const common = commonParamsSymbol(tools.api);
  const reason = tools.layout.commonReason();
  const imports = new Imports(module, ['service', ...[common, reason].flatMap((one) => one?.name ?? [])]);
  const types = [...commonParams(imports, tools), ...commonReasonType(tools.api)];
  const body = hasCalls(tools) ? [...types, serviceStatement(imports, tools)] : types;
  return body.length === 0 ? [] : [imports.toFile(body)];
}

function serviceStatement(imports: Imports, { api, templates, parts, output }: OperationTools): string {
  const add = (name: string, value: string): Field => ({ name, value: code(value) });
  const { quota } = api.errors ?? {};
  const facts = quota && [
    quota.timeZone,
    quota.reasons,
    ...(quota.errors ? [quota.errors.map((one) => ({ ...one }))] : []),
  ];
  return templates.render('operations/service.hbs', {
    type: imports.useType(runtime('Service')),
    fields: [
      ...fields(serviceValue(api)),
      // The daily budget brings its own error, so that services without one do not hold it.
      ...(facts
        ? [add('quota', `${imports.use(runtime('dailyQuota'))}(${facts.map((one) => literal(one)).join(', ')})`)]
        : []),
      // Finds the texts of errors that are not in the form of Google's APIs.
      ...(hasGoogleErrors(api) ? [] : [add('readErrorTexts', imports.use(runtime('readErrorTexts')))]),
      ...writersField(api, api.commonParameters?.parameters ?? [], imports),
    ],
    validators: parts.includes('client') && parts.includes('validators'),
    // What bundles a package must be able to leave its validators out; in plain source they are a chunk for later.
    apart: output === 'package',
  });
}

function commonParams(imports: Imports, { api, layout }: OperationTools): readonly Statement[] {
  if (api.commonParameters === undefined) return [];
  const { typeName, parameters } = api.commonParameters;
  const names = typeNames(layout, imports, 'request');
  const properties = parameters.map((one) => memberProperty({ ...one, name: one.property }, names));
  const docs = ['Parameters that every operation takes.'];
  return [interfaceStructure({ name: typeName, settable: true, docs, properties })];
}

/** Returns the facts that all operations share (`Service` of the runtime): `{ name: 'pets', baseUrl: … }`. */
function serviceValue(api: Api): JsonObject {
  const address = clientAddress(api);
  const { retryReasons, finalReasons } = api.errors ?? { typeName: '' };
  const used = new Set(api.operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)));
  const unused = api.securitySchemes.map(({ name }) => name).filter((name) => !used.has(name));
  return {
    runtime: `@speccast/runtime@${SPECCAST_INTERFACE}`,
    name: api.name,
    version: api.version,
    ...(address === undefined ? {} : { baseUrl: address }),
    // Parameters that every operation takes stand here, once.
    ...(api.commonParameters && {
      parameters: api.commonParameters.parameters.map((parameter) => parameterValue(api, parameter)),
    }),
    // Reasons that decide about sending again.
    ...(retryReasons && { retryReasons }),
    ...(finalReasons && { finalReasons }),
    security: Object.fromEntries(api.securitySchemes.map((scheme) => [scheme.name, schemeValue(scheme)])),
    ...(unused.length > 0 && { unused }),
  };
}

function schemeValue(scheme: SecurityScheme): Json {
  switch (scheme.kind) {
    case 'apiKey':
      return { kind: 'apiKey', in: scheme.in, name: scheme.parameter };
    case 'bearer':
      return {
        kind: 'bearer',
        ...(scheme.oauth2 ? { oauth2: true } : {}),
        ...(scheme.queryParameter === undefined ? {} : { queryParameter: scheme.queryParameter }),
        ...(scheme.tokenUrl === undefined ? {} : { tokenUrl: scheme.tokenUrl }),
        ...(scheme.clientCredentials && { clientCredentials: scheme.clientCredentials }),
      };
    default:
      return { kind: scheme.kind };
  }
}
