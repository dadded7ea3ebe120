import type { Api } from '../../../api/api.js';
import { takesMedia } from '../../code/api-features.js';
import { isDownload } from '../../code/operations/operation-result.js';
import { literal } from '../../code/syntax/literals.js';
import { code, type Code } from '../../code/templates/templates.js';
import type { EmitContext } from '../../emit-context.js';
import { commandName } from '../../surface-entries.js';
import type { Method } from '../example-call.js';
import { commandLine } from './command-line.js';
import { curlCommand } from './curl.js';
import { sampleArguments } from './sample-arguments.js';
import {
  addressOf,
  credentialsFor,
  credentialsOf,
  ownAddressOf,
  uploadAddressOf,
  type Credential,
} from './sample-service.js';
import { shellQuote } from './shell.js';
import { typescriptSample } from './typescript.js';

/** Most characters of a sample: a page shows none that would fill it. */
const LONGEST = 1500;

/** A piece of code on a page. */
export interface CodeView {
  readonly language: Code;
  readonly text: Code;
}

/** How an operation is called; those ways are absent in which it cannot be shown. */
export interface OperationSamples {
  readonly typescript?: string;
  readonly curl?: string;
  readonly cli?: string;
}

/** A call of an operation in each way that a package has. */
export function operationSamples({ operation, path }: Method, context: EmitContext): OperationSamples {
  const { api, packageName, surfaces = [], argumentStyle: style } = context;
  const given = sampleArguments(api, operation);
  if (given === undefined) return {};
  const credentials = credentialsFor(credentialsOf(api, packageName), operation);
  const [address, uploads] = [addressOf(api, packageName), uploadAddressOf(api, packageName)];
  const own = ownAddressOf(api, operation);
  const made = {
    typescript: typescriptSample({ api, operation, path, given, style }),
    curl: curlCommand({ operation, given, credentials, address, uploads, own }),
    cli: surfaces.includes('cli') ? commandLine(commandName(packageName), operation, given) : undefined,
  };
  return Object.fromEntries(Object.entries(made).filter(([, text]) => text !== undefined && text.length <= LONGEST));
}

/** The same as pieces of code, in the order in which a page shows them. */
export function sampleViews({ typescript, curl, cli }: OperationSamples): readonly CodeView[] {
  return [
    ...(typescript === undefined ? [] : [codeView('ts', typescript)]),
    ...(curl === undefined ? [] : [codeView('sh', curl)]),
    ...(cli === undefined ? [] : [codeView('sh', cli)]),
  ];
}

function codeView(language: 'ts' | 'sh', text: string): CodeView {
  return { language: code(language), text: code(text) };
}

/** What samples begin with: the client of those in TypeScript, and the variables of those for a shell. */
export interface Preamble {
  readonly typescript: string;
  readonly shell: string;
}

/** The lines before all samples of a service. */
export function preambleOf({ api, packageName }: EmitContext): Preamble {
  const credentials = credentialsOf(api, packageName);
  const shown = shownCredential(api, credentials);
  const uploads = uploadAddressOf(api, packageName);
  const create = `create${api.typeName}`;
  const makers = shown === undefined ? [] : [shown.scheme.kind];
  const imports = [...makers, create].toSorted().join(', ');
  const variables = [addressOf(api, packageName), ...(uploads === undefined ? [] : [uploads])];
  return {
    typescript: [
      ...(api.operations.some(isDownload) ? ["import { writeFile } from 'node:fs/promises';"] : []),
      `import { ${imports} } from '${packageName}';`,
      ...(takesMedia(api) ? [`import { fileSource } from '${packageName}/node';`] : []),
      '',
      `const client = ${create}(${optionsOf(api, packageName, shown)});`,
    ].join('\n'),
    shell: [
      ...variables.map(({ variable, url }) => `${variable}=${shellQuote(url)}`),
      ...credentials.flatMap(({ scheme, variables: names }) =>
        names.map(
          (name) =>
            `export ${name}='YOUR_${scheme.kind === 'bearer' ? 'TOKEN' : name.replace(/^.*_(?=KEY$|USER$|PASSWORD$)/, '')}'`,
        ),
      ),
    ].join('\n'),
  };
}

/** The credential of the client: that which most operations take, a token before a key. */
export function shownCredential(api: Api, credentials: readonly Credential[]): Credential | undefined {
  const counts = credentials.map((one) => ({
    one,
    count: api.operations.filter((operation) => credentialsFor(credentials, operation).includes(one)).length,
  }));
  return counts.toSorted((left, right) => right.count - left.count).find(({ count }) => count > 0)?.one;
}

function optionsOf(api: Api, packageName: string, shown: Credential | undefined): string {
  const hasAddress = addressOf(api, packageName).url !== 'https://service.example';
  const address = hasAddress ? [] : [`baseUrl: ${literal('https://service.example')}`];
  const values = shown?.variables.map((name) => `process.env['${name}'] ?? ''`).join(', ');
  const auth = shown === undefined ? [] : [`auth: ${shown.scheme.kind}(${values})`];
  const all = [...address, ...auth];
  return all.length === 0 ? '' : `{ ${all.join(', ')} }`;
}
