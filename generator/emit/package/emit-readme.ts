import type { Api } from '../../api/api.js';
import { stringLiteral } from '../code/literals.js';
import { defaultAddress } from '../../api/server-addresses.js';
import { code } from '../code/templates.js';
import type { Code, Templates } from '../code/templates.js';
import type { EmitContext } from '../source-file.js';
import { oneLiner, resourcesOf } from './describe-operations.js';
import type { Method } from './describe-operations.js';
import { exampleCall } from './example-call.js';
import type { ExampleCall } from './example-call.js';
import { codeSpan, markdownProse, markdownText, tableRow } from './markdown.js';
import { binaryName } from './package-json.js';
import { hasStreams, layerRows, partView, quotaRows, reasonRows, scopeRows } from './service-rows.js';

/** README.md of a generated package: what it is, how to install it, calls that work, and a table of operations. */
export function emitReadme({ api, layout, packageName, command }: EmitContext, templates: Templates): string {
  const model = api.models.find(({ module, shape }) => module !== 'shared' && shape.kind === 'object') ?? api.models[0];
  const example = exampleCall(api);
  return templates.render('package/readme.hbs', {
    title: markdownText(api.title),
    summary: markdownProse(api.doc.summary ?? api.doc.description ?? `Client of ${api.title}.`),
    version: codeSpan(api.version),
    package: code(packageName),
    create: code(`create${api.typeName}`),
    command: codeSpan(command),
    example: example === undefined ? false : exampleView(api, example),
    model:
      model === undefined ? false : { name: code(layout.validator(model).name), predicate: code(`is${model.name}`) },
    address: code(stringLiteral(defaultAddress(api.servers) ?? 'https://service.example')),
    bin: code(binaryName(packageName)),
    parts: partView(api),
    streams: hasStreams(api),
    scopes: scopeRows(api),
    quotas: quotaRows(api),
    reasons: reasonRows(api.extensions),
    layers: layerRows(api),
    operations: resourcesOf(api).flatMap(({ methods }) => methods.map(operationRow)),
  });
}

function operationRow({ operation, path }: Method): Code {
  const request = codeSpan(`${operation.method} ${operation.path}`);
  return tableRow([codeSpan(`client.${path}`).text, request.text, markdownProse(oneLiner(operation)).text]);
}

function exampleView(api: Api, { call, auth, needsBaseUrl }: ExampleCall): Readonly<Record<string, Code>> {
  const create = `create${api.typeName}`;
  const options = auth === undefined ? [] : [`auth: ${credentials[auth]}`];
  const address = needsBaseUrl ? ["baseUrl: 'https://service.example'"] : [];
  return {
    call: code(call),
    imports: code([create, ...(auth === undefined ? [] : [auth])].join(', ')),
    options: code(address.length + options.length === 0 ? '' : `{ ${[...address, ...options].join(', ')} }`),
    emulated: code(`{ ${[...options, 'baseUrl: emulator.baseUrl', 'fetch: emulator.fetch'].join(', ')} }`),
  };
}

const credentials = {
  apiKey: "apiKey('YOUR_KEY')",
  bearer: "bearer('YOUR_TOKEN')",
  basic: "basic('USER', 'PASSWORD')",
} as const;
