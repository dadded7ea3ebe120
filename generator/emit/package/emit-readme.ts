import type { Api, Operation } from '../../api/api.js';
import { otherActions } from '../../api/endpoints.js';
import { responseHeaders, isUpload } from '../code/operations/operation-result.js';
import { featuresOf, hasSignIn } from '../code/api-features.js';
import { operationErrors } from '../../api/operations/responses.js';
import { propertyAccess, propertyKey, stringLiteral } from '../code/syntax/literals.js';
import { clientAddress, defaultAddress, isAbsolute } from '../../api/service/servers.js';
import { code } from '../code/templates/templates.js';
import type { Code, Templates } from '../code/templates/templates.js';
import { DEFAULT_LICENSE, describeLicense, hasLicenseText } from '../license.js';
import { describePublishing } from '../ownership.js';
import type { EmitContext } from '../emit-context.js';
import { planArguments } from '../code/operations/argument-plan.js';
import { exampleCall, oneLiner, resourcesOf } from './example-call.js';
import type { ExampleCall, Method } from './example-call.js';
import { descriptionBlocks, descriptionLine } from './description.js';
import { codeSpan, markdownText, tableRow } from './markdown.js';
import { binaryName, describeContents, NODE_FLOOR, partFlags } from './package-json.js';
import { joinBlocks } from './print-markdown.js';
import { surfaceViews } from './surface-views.js';
import { decisionRows, partView, quotaRows, reasonRows, repairRows, scopeRows, webhookRows } from './service-rows.js';

/** README.md of a generated package: what it is, how to install it, calls that work, and a table of operations. */
export function emitReadme(context: EmitContext, templates: Templates): string {
  const { api, layout, packageName, command, parts } = context;
  const model = api.models.find(({ module, shape }) => module !== 'shared' && shape.kind === 'object') ?? api.models[0];
  const example = parts.includes('client') ? exampleCall(api, context.argumentStyle) : undefined;
  return templates.render('package/readme.hbs', {
    title: markdownText(api.title),
    contents: code(describeContents(parts)),
    ...partFlags(parts),
    badges: badges(context),
    ...aboutView(api, context.parts.includes('client') ? 'Client' : 'Types and validators'),
    version: codeSpan(api.version),
    package: code(packageName),
    create: code(`create${api.typeName}`),
    client: code(api.typeName),
    command: codeSpan(command),
    license: code(describeLicense(context.settings?.license)),
    example: example === undefined ? false : exampleView(api, example),
    model:
      model === undefined ? false : { name: code(layout.validator(model).name), predicate: code(`is${model.name}`) },
    address: code(stringLiteral(defaultAddress(api.servers) ?? `https://service.example${clientAddress(api) ?? ''}`)),
    bin: code(binaryName(packageName)),
    conformance: api.extensions['x-conformance'] === undefined ? false : code(binaryName(packageName, 'conformance')),
    ...featuresOf(api),
    ...surfaceViews(context),
    parts: partView(api),
    fault: faultView(api),
    upload: methodView(context, isUpload, ['UploadState']),
    report: methodView(context, ({ report }) => report !== undefined),
    oauth: oauthOptions(api),
    clientCredentials: api.securitySchemes.some((one) => one.kind === 'bearer' && one.clientCredentials !== undefined),
    signIn: hasSignIn(api),
    scopes: scopeRows(api),
    quotas: quotaRows(api),
    reasons: reasonRows(api.extensions),
    xml: api.operations.some((operation) => usesXml(operation)),
    headers: api.operations.some((operation) => responseHeaders(operation).length > 0),
    errorBody: errorBodyView(api),
    decisions: decisionRows(api),
    positional: context.argumentStyle === 'positional',
    servers: serverView(api),
    webhooks: webhookRows(api, layout),
    sends: (api.webhooks ?? []).length + otherActions(api).length > 0,
    modules: (context.capabilities?.modules ?? []).flatMap(({ readme }) =>
      readme === undefined ? [] : [code(readme.trim())],
    ),
    repairs: repairRows(context.repairs),
    operations: resourcesOf(api).flatMap(({ methods }) => methods.map(operationRow)),
  });
}

/** Whether an operation sends or receives XML with types. */
function usesXml({ body, responses }: Operation): boolean {
  return [...(body?.contents ?? []), ...responses.flatMap(({ contents }) => contents)].some(
    ({ kind }) => kind === 'xml',
  );
}

/** What a page says about the service: at its beginning, and where that is more than two paragraphs in a section of its own. */
function aboutView({ doc, title }: Api, parts: string): { readonly summary: Code; readonly about: Code | false } {
  const { summary, description = '' } = doc;
  const blocks = descriptionBlocks(description.trim() === summary?.trim() ? '' : description);
  const short = descriptionLine(summary ?? '').text;
  const count = blocks[0]?.kind === 'paragraph' && (short === '' || blocks.length === 1) ? 1 : 0;
  const first = [...(short === '' ? [] : [short]), ...blocks.slice(0, count).map(({ text }) => text)];
  return {
    summary: first.length === 0 ? markdownText(`${parts} of ${title}.`) : code(first.join('\n\n')),
    about: count === blocks.length ? false : code(joinBlocks(blocks.slice(count))),
  };
}

/**
 * Badges that hold of this very version: what package.json says, and what the registry has, unless the package is private. A
 * package whose repository is not known gets none.
 */
function badges({ packageName, settings }: EmitContext): readonly Code[] {
  if (settings?.repository === undefined) return [];
  const npmPage = `https://www.npmjs.com/package/${packageName}`;
  const image = (name: string, path: string, target: string): Code =>
    code(`[![${name}](https://img.shields.io/${path})](${target})`);
  return [
    ...(describePublishing(settings).private === true ? [] : [image('npm', `npm/v/${packageName}`, npmPage)]),
    ...licenseBadge(settings.license, image),
    image('Types: included', 'badge/types-included-blue', 'api.md'),
    image(`Node: ${NODE_FLOOR} or later`, `badge/node-%E2%89%A5%20${NODE_FLOOR}-blue`, 'package.json'),
  ];
}

/** A badge of a licence that has a short name. */
function licenseBadge(
  license: string = DEFAULT_LICENSE,
  image: (name: string, path: string, target: string) => Code,
): readonly Code[] {
  if (!/^[\w.-]+$/.test(license) || license === DEFAULT_LICENSE) return [];
  const path = `badge/licence-${license.replaceAll('-', '--')}-blue`;
  return [image(`Licence: ${license}`, path, hasLicenseText(license) ? 'LICENSE' : 'package.json')];
}

/** How the address of a server is asked for; `false` where the spec leaves no choice. */
function serverView({ servers }: Api): Code | false {
  const callable = servers.filter(isAbsolute);
  const chosen = callable.find(({ variables }) => variables.length > 0) ?? callable[1];
  if (chosen === undefined) return false;
  const [variable] = chosen.variables;
  const values =
    variable && `, { ${propertyKey(variable.name)}: ${stringLiteral(variable.values.at(-1) ?? variable.default)} }`;
  return code(`serverAddress(${stringLiteral(chosen.url)}${values ?? ''})`);
}

/** An operation and a status whose body is documented; `false` where the spec documents none. */
function errorBodyView(api: Api): Code | false {
  const operation = api.operations.find((one) => operationErrors(one).length > 0);
  const [body] = operation === undefined ? [] : operationErrors(operation);
  if (operation === undefined || body === undefined) return false;
  const status = body.status === 'default' ? '404' : body.status.replace('XX', '00');
  return code(`${stringLiteral(operation.id)}, ${status}`);
}

/** An error that a page shows: of the first operation that has a reason; `false` where none has. */
function faultView(api: Api): Readonly<Record<'path' | 'reason' | 'id', Code>> | false {
  const methods = resourcesOf(api).flatMap((resource) => resource.methods);
  const found = methods.find(({ operation }) => (operation.reasons ?? api.errors?.reasons) !== undefined);
  const reason = found?.operation.reasons?.[0] ?? api.errors?.reasons?.[0];
  if (found === undefined || reason === undefined) return false;
  const id = code(stringLiteral(found.operation.id));
  return { path: code(found.path), reason: code(stringLiteral(reason)), id };
}

function operationRow({ operation, path }: Method): Code {
  const request = codeSpan(`${operation.method} ${operation.path}`);
  return tableRow([codeSpan(`client.${path}`).text, request.text, descriptionLine(oneLiner(operation)).text]);
}

/** What a page shows about the first call of a kind; `false` where there is none. */
function methodView(
  { api, layout, argumentStyle }: EmitContext,
  isMeant: (operation: Operation) => boolean,
  types: readonly string[] = [],
): Readonly<Record<string, Code | boolean>> | false {
  const methods = resourcesOf(api).flatMap((resource) => resource.methods);
  const method = methods.find(({ operation }) => isMeant(operation));
  if (method === undefined) return false;
  const { operation, path } = method;
  const params = layout.type(operation, 'Params').name;
  const plan = planArguments(api, operation, argumentStyle);
  // A type of params does not say which of them come by position; those of uploads are given one by one.
  const hasParams = plan === undefined || isUpload(operation);
  const steps = path.split('.').map((step) => `[${stringLiteral(step)}]`);
  return {
    span: codeSpan(`client.${path}`),
    call: code(`client.${path}`),
    taken: code(hasParams ? `params: ${params}` : `...args: Parameters<${api.typeName}${steps.join('')}>`),
    given: code(hasParams ? 'params' : '...args'),
    id: code(plan?.id === undefined ? '' : `${propertyAccess('params', plan.id.key)}, `),
    types: code([...types, api.typeName, ...(hasParams ? [params] : [])].toSorted().join(', ')),
    footer: operation.report?.footer !== undefined,
  };
}

/** Options of a client whose tokens renew themselves; `false` where it takes none. */
function oauthOptions({ securitySchemes, servers }: Api): Code | false {
  if (!securitySchemes.some((scheme) => scheme.kind === 'bearer' && scheme.oauth2)) return false;
  const address = defaultAddress(servers) === undefined ? "baseUrl: 'https://service.example', " : '';
  return code(`{ ${address}auth: tokens }`);
}

function exampleView(api: Api, { call, auth, needsBaseUrl }: ExampleCall): Readonly<Record<string, Code>> {
  const create = `create${api.typeName}`;
  const options = auth === undefined ? [] : [`auth: ${credentials[auth]}`];
  const address = needsBaseUrl ? ["baseUrl: 'https://service.example'"] : [];
  return {
    call: code(call),
    imports: code([create, ...(auth === undefined ? [] : [auth])].join(', ')),
    careful: code(`{ ${[...address, ...options, "validate: { request: 'error', response: 'warn' }"].join(', ')} }`),
    carefully: code(call.replace(/^client/, 'careful')),
    options: code(address.length + options.length === 0 ? '' : `{ ${[...address, ...options].join(', ')} }`),
    emulated: code(`{ ${[...options, 'baseUrl: emulator.baseUrl', 'fetch: emulator.fetch'].join(', ')} }`),
  };
}

const credentials = {
  apiKey: "apiKey('YOUR_KEY')",
  bearer: "bearer('YOUR_TOKEN')",
  basic: "basic('USER', 'PASSWORD')",
} as const;
