import type { Api } from '../../api/api.js';
import { serviceAddress } from '../../api/service/servers.js';
import { takesMedia } from '../code/api-features.js';
import { isDownload } from '../code/operation-result.js';
import { stringLiteral } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import type { Method } from './example-call.js';
import {
  type Credential,
  commandLine,
  credentialsFor,
  curlCommand,
  listCredentials,
  sampleAddress,
  sampleOwnAddress,
  sampleUploadAddress,
  shellQuote,
} from './shell-samples.js';
import { sampleArguments } from './sample-arguments.js';
import { typescriptSample } from './typescript-sample.js';

/** Most characters of a sample: a page shows none that would fill it. */
const LONGEST = 1500;

/** A piece of code on a page. */
export interface CodeView {
  readonly language: Code;
  readonly text: Code;
}

/** Samples of a call of an operation; absent where the call cannot be shown that way. */
export interface OperationSamples {
  readonly typescript?: string;
  readonly curl?: string;
  readonly cli?: string;
}

/** Prints samples of a call of an operation, in each way that a package offers. */
export function operationSamples({ operation, path }: Method, context: EmitContext): OperationSamples {
  const { api, packageName, surfaces = [], argumentStyle: style } = context;
  const given = sampleArguments(api, operation);
  if (given === undefined) return {};
  const credentials = credentialsFor(listCredentials(api, packageName), operation);
  const [address, uploads] = [sampleAddress(api, packageName), sampleUploadAddress(api, packageName)];
  const own = sampleOwnAddress(api, operation);
  const made = {
    typescript: typescriptSample({ api, operation, path, given, style }),
    curl: curlCommand({ operation, given, credentials, address, uploads, own }),
    cli: surfaces.includes('cli') ? commandLine(packageName, operation, given) : undefined,
  };
  return Object.fromEntries(Object.entries(made).filter(([, text]) => text !== undefined && text.length <= LONGEST));
}

/** Lists samples as pieces of code, in the order of a page. */
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

/** The code before all samples: the client for those in TypeScript, the variables for those of a shell. */
export interface Preamble {
  readonly typescript: string;
  readonly shell: string;
}

/** Prints the code before all samples of a service. */
export function samplePreamble({ api, packageName }: EmitContext): Preamble {
  const credentials = listCredentials(api, packageName);
  const shown = clientCredentials(api, credentials);
  const uploads = sampleUploadAddress(api, packageName);
  const create = `create${api.typeName}`;
  const address = serviceAddress(api) === undefined ? "baseUrl: 'https://service.example'" : '';
  const auth = authSource(shown, (name) => `process.env['${name}'] ?? ''`);
  const imports = [...listCredentialMakers(shown), create].toSorted().join(', ');
  const variables = [sampleAddress(api, packageName), ...(uploads === undefined ? [] : [uploads])];
  return {
    typescript: [
      ...(api.operations.some(isDownload) ? ["import { writeFile } from 'node:fs/promises';"] : []),
      `import { ${imports} } from '${packageName}';`,
      ...(takesMedia(api) ? [`import { fileSource } from '${packageName}/node';`] : []),
      '',
      `const client = ${create}(${optionsSource([address, auth])});`,
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

/** Chooses the credentials of the client: the one that every operation with credentials takes, else each with which some operation is shown. */
export function clientCredentials(api: Api, credentials: readonly Credential[]): readonly Credential[] {
  const needed = api.operations.map((one) => credentialsFor(credentials, one)).filter((set) => set.length > 0);
  const counts = credentials.map((one) => ({ one, count: needed.filter((set) => set.includes(one)).length }));
  const sorted = counts.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count);
  const [first] = sorted;
  return first?.count === needed.length && needed.every((set) => set.length === 1)
    ? [first.one]
    : sorted.map(({ one }) => one);
}

/** Prints the option `auth`: `auth: apiKey(process.env['KEY'] ?? '')`, with `write` for each variable; empty where there is no credential. */
export function authSource(credentials: readonly Credential[], write: (variable: string) => string): string {
  const made = credentials.map(({ scheme, variables }) => {
    const isAlone = credentials.filter((one) => one.scheme.kind === scheme.kind).length < 2;
    const which = isAlone ? [] : [`{ scheme: ${stringLiteral(scheme.name)} }`];
    return `${scheme.kind}(${[...variables.map(write), ...which].join(', ')})`;
  });
  if (made.length < 2) return made.map((one) => `auth: ${one}`).join('');
  return `auth: [\n    ${made.join(',\n    ')},\n  ]`;
}

/** Lists the functions that make some credentials: `apiKey`. */
export function listCredentialMakers(credentials: readonly Credential[]): readonly string[] {
  return [...new Set(credentials.map(({ scheme }) => scheme.kind))];
}

/** Prints the options of a client, on one line where that is short. */
export function optionsSource(options: readonly string[]): string {
  const given = options.filter((one) => one !== '');
  const flat = `{ ${given.join(', ')} }`;
  if (given.length === 0) return '';
  return flat.length <= 100 && !flat.includes('\n') ? flat : `{\n${given.map((one) => `  ${one},\n`).join('')}}`;
}
