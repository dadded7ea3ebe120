import { listPresent } from '../../iterables.js';
import type { Api } from '../../api/api.js';
import { serviceAddress } from '../../api/service/servers.js';
import { takesMedia } from '../code/api-features.js';
import { isDownload, isEither, isStream, readResult } from '../code/operation-result.js';
import { literal, propertyKey, stringLiteral } from '../code/literals.js';
import { code, type Code } from '../code/templates.js';
import type { EmitContext } from '../emit-context.js';
import {
  type Credential,
  commandLine,
  credentialsFor,
  curlCommand,
  listCredentials,
  sampleAddress,
  sampleUploadAddress,
  shellQuote,
} from './shell-samples.js';
import {
  DOWNLOAD,
  sampleArguments,
  type SampleArguments,
  type SampleBody,
  sentShape,
  type Method,
} from './sample-arguments.js';
import { describeCodec } from '../../api/schemas/codecs.js';
import { toCallersName, toCallersProperty } from '../../api/conversions/names-agree.js';
import type { Member, Shape } from '../../api/types/shape.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { planArguments } from '../code/operation-params.js';
import type { ArgumentStyle } from '../../options.js';

/** Most characters of a sample; longer ones are left out. */
const LONGEST = 1500;

/** Samples of a call of an operation; a form is absent if it cannot express the call. */
export interface OperationSamples {
  readonly typescript?: string;
  readonly curl?: string;
  readonly cli?: string;
}

/** Prints samples of a call of an operation: in TypeScript, with curl, and with the command line if the package has one. */
export function operationSamples(method: Method, context: EmitContext): OperationSamples {
  const { operation } = method;
  const { api, packageName, surfaces, argumentStyle } = context;
  const values = sampleArguments(api, operation);
  if (values === undefined) return {};
  const samples = {
    typescript: typescriptSample(api, method, values, argumentStyle),
    curl: curlCommand(context, operation, values),
    cli: surfaces?.includes('cli') && commandLine(packageName, operation, values),
  };
  return Object.fromEntries(Object.entries(samples).filter(([, text]) => text && text.length <= LONGEST));
}

/** Builds the views of samples, in the order of a page. */
export function sampleViews({ typescript, curl, cli }: OperationSamples): readonly Readonly<Record<string, Code>>[] {
  const view = (language: 'ts' | 'sh', text: string | undefined): Readonly<Record<string, Code>> | undefined =>
    text === undefined ? undefined : { language: code(language), text: code(text) };
  return listPresent([view('ts', typescript), view('sh', curl), view('sh', cli)]);
}

/** Prints the code before all samples of a service: the client for TypeScript, and the variables for a shell. */
export function samplePreamble({ api, packageName }: EmitContext): Readonly<Record<'typescript' | 'shell', Code>> {
  const credentials = listCredentials(api, packageName);
  const shown = clientCredentials(api, credentials);
  const create = `create${api.typeName}`;
  const address = serviceAddress(api) === undefined ? "baseUrl: 'https://service.example'" : '';
  const auth = authSource(shown, (name) => `process.env['${name}'] ?? ''`);
  const imports = [...listCredentialMakers(shown), create].toSorted().join(', ');
  const addresses = listPresent([sampleAddress(api, packageName), sampleUploadAddress(api, packageName)]);
  const secrets = credentials.flatMap(({ scheme, variables }) =>
    variables.map((name) => {
      const word = scheme.kind === 'bearer' ? 'TOKEN' : name.replace(/^.*_(?=KEY$|USER$|PASSWORD$)/, '');
      return `export ${name}='YOUR_${word}'`;
    }),
  );
  const typescript = listPresent([
    api.operations.some(isDownload) && "import { writeFile } from 'node:fs/promises';",
    `import { ${imports} } from '${packageName}';`,
    takesMedia(api) && `import { fileSource } from '${packageName}/node';`,
    '',
    `const client = ${create}(${optionsSource([address, auth])});`,
  ]);
  const shell = [...addresses.map(({ variable, url }) => `${variable}=${shellQuote(url)}`), ...secrets];
  return { typescript: code(typescript.join('\n')), shell: code(shell.join('\n')) };
}

/** Chooses the credentials of the client in samples: the one that every operation accepts, else each one that the sample of an operation uses. */
export function clientCredentials(api: Api, credentials: readonly Credential[]): readonly Credential[] {
  const needed = api.operations.map((one) => credentialsFor(credentials, one)).filter((set) => set.length > 0);
  const counts = new Map(credentials.map((one) => [one, needed.filter((set) => set.includes(one)).length]));
  const count = (one: Credential): number => counts.get(one) ?? 0;
  const sorted = credentials.filter((one) => count(one) > 0).toSorted((left, right) => count(right) - count(left));
  const isOne = sorted[0] && count(sorted[0]) === needed.length && needed.every((set) => set.length === 1);
  return isOne ? sorted.slice(0, 1) : sorted;
}

/** Prints the option `auth`: `auth: apiKey(process.env['KEY'] ?? '')`; `write` prints each variable. Empty without credentials. */
export function authSource(credentials: readonly Credential[], write: (variable: string) => string): string {
  const calls = credentials.map(({ scheme, variables }) => {
    const isAlone = credentials.filter((one) => one.scheme.kind === scheme.kind).length < 2;
    const which = isAlone ? [] : [`{ scheme: ${stringLiteral(scheme.name)} }`];
    return `${scheme.kind}(${[...variables.map(write), ...which].join(', ')})`;
  });
  if (calls.length < 2) return calls.map((one) => `auth: ${one}`).join('');
  return `auth: [\n    ${calls.join(',\n    ')},\n  ]`;
}

/** Lists the functions that create credentials: `apiKey`. */
export function listCredentialMakers(credentials: readonly Credential[]): readonly string[] {
  return [...new Set(credentials.map(({ scheme }) => scheme.kind))];
}

/** Prints the options of a client, on one line if they are short. */
export function optionsSource(options: readonly string[]): string {
  const present = options.filter((one) => one !== '');
  const flat = `{ ${present.join(', ')} }`;
  if (present.length === 0) return '';
  return flat.length <= 100 && !flat.includes('\n') ? flat : `{\n${present.map((one) => `  ${one},\n`).join('')}}`;
}

/** Most characters of a line in a sample. */
const WIDEST = 120;

/** Number of characters of a statement without the path and the arguments: `console.log(await client.…());` */
const FRAME = 30;

/** Prints a statement that calls an operation and uses its response: `console.log(await client.pets.list());`; `undefined` if a value cannot be printed. */
function typescriptSample(
  api: Api,
  method: Method,
  values: SampleArguments,
  style: ArgumentStyle | undefined,
): string | undefined {
  const { operation } = method;
  const call = callSource(api, method, values, style);
  if (call === undefined) return undefined;
  const { paging, report } = operation;
  const isIterated = paging ?? report ?? (isStream(operation) && !isEither(operation));
  if (isIterated) return `for await (const item of ${call}) console.log(item);`;
  if (isDownload(operation)) return `await writeFile('${DOWNLOAD}', await ${call}.bytes());`;
  return readResult(operation).shape === undefined ? `await ${call};` : `console.log(await ${call});`;
}

/** Prints the call of an operation: `client.pets.get('1')`; `undefined` if a value cannot be printed. */
export function callSource(
  api: Api,
  { operation, path }: Method,
  { parameters, body: sample, media }: SampleArguments,
  style: ArgumentStyle | undefined,
): string | undefined {
  const plan = planArguments(api, operation, style);
  const values = parameters.map(({ parameter, value }) => {
    const text = parameter.template === undefined ? valueSource(api, value, parameter.shape) : literal(value);
    return { name: toCallersProperty(parameter), text };
  });
  const body = sample ? bodySource(api, sample, plan?.mergesBody === true) : [];
  if (body === undefined || values.some(({ text }) => text === undefined)) return undefined;
  const id = values.find(({ name }) => name === plan?.id?.key);
  const entries = listPresent([
    ...values.filter((one) => one !== id).map(({ name, text }) => `${propertyKey(name)}: ${text}`),
    ...body,
    media && `media: fileSource('${media.name}')`,
  ]);
  const params = entries.length > 0 && objectSource(entries, WIDEST - path.length - FRAME);
  return `client.${path}(${listPresent([id?.text, params]).join(', ')})`;
}

/** Prints the entries of a body in the params: `body: {…}`, or its own properties if the method merges them. */
function bodySource(api: Api, { value, shape }: SampleBody, isMerged: boolean): readonly string[] | undefined {
  if (isMerged && isJsonObject(value)) return entriesIn(api, value, shape);
  const text = valueSource(api, value, shape);
  return text === undefined ? undefined : [`body: ${text}`];
}

function objectSource(entries: readonly string[], width: number = WIDEST): string {
  const flat = `{ ${entries.join(', ')} }`;
  if (flat.length <= width && !flat.includes('\n')) return flat;
  return `{\n${entries.map((one) => `  ${one.replaceAll('\n', '\n  ')},\n`).join('')}}`;
}

/** Prints a value on the wire as a value for callers, with their names and decoded by codecs: `'2026-01-31'` → `new Date('2026-01-31')`. */
function valueSource(api: Api, value: Json, shape: Shape): string | undefined {
  switch (shape.kind) {
    case 'coded':
      return codedSource(shape.codec, value);
    case 'binary':
      return `new Blob([${literal(typeof value === 'string' ? value : 'text')}])`;
    case 'array': {
      if (!Array.isArray(value)) return literal(value);
      const items = value.map((one) => valueSource(api, one, shape.items));
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
    }
    case 'reference': {
      const target = sentShape(api, shape.model);
      return target ? valueSource(api, value, target) : literal(value);
    }
    case 'object':
    case 'intersection': {
      if (!isJsonObject(value)) return literal(value);
      const entries = entriesIn(api, value, shape);
      return entries && (entries.length === 0 ? '{}' : objectSource(entries));
    }
    case 'union': {
      const kinds = isJsonObject(value) ? ['object', 'reference'] : ['binary', 'coded'];
      const found = shape.of.find(({ kind }) => kinds.includes(kind));
      return found ? valueSource(api, value, found) : literal(value);
    }
    default:
      return literal(value);
  }
}

function membersIn(api: Api, shape: Shape | undefined): readonly Member[] {
  if (shape?.kind === 'object') return shape.members;
  if (shape?.kind === 'intersection' || shape?.kind === 'union') return shape.of.flatMap((one) => membersIn(api, one));
  return shape?.kind === 'reference' ? membersIn(api, sentShape(api, shape.model)) : [];
}

function entriesIn(api: Api, value: JsonObject, shape: Shape): readonly string[] | undefined {
  const members = membersIn(api, shape);
  const entries = Object.entries(value).map(([name, one]) => {
    const member = members.find((each) => each.name === name);
    const text = member ? valueSource(api, one, member.shape) : literal(one);
    return text && `${propertyKey(toCallersName(member ?? { name }))}: ${text}`;
  });
  const known = listPresent(entries);
  return known.length < entries.length ? undefined : known;
}

function codedSource(codec: string, wire: Json): string | undefined {
  const { type, own } = describeCodec(codec);
  if (own === true) return undefined;
  if (type === 'bigint') return /^-?\d+$/.test(String(wire)) ? `${BigInt(String(wire))}n` : undefined;
  if (type === 'Uint8Array') return 'new Uint8Array([1, 2, 3])';
  return type === 'Date' ? `new Date(${literal(wire)})` : `${type}.from(${literal(wire)})`;
}
