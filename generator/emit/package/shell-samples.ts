import { reservedNames } from '../../../templates/runtime/cli/options/common-options.js';
import { type Json, isJsonObject } from '../../json.js';
import { replaceHidden, unicodeEscape } from '../code/literals.js';
import type { Api, Operation, Parameter } from '../../api/api.js';
import { clientAddress, ownAddress, serviceAddress } from '../../api/service/servers.js';
import type { SecurityScheme } from '../../api/types/service.js';
import { commandName } from '../surface-entries.js';
import { isDownload } from '../code/operation-result.js';
import { DOWNLOAD, FILE, type SampleArguments, type SampleBody, type SampleParameter } from './sample-arguments.js';
import { kebabCase } from '../../api/tools/names.js';

/** Prints a text as a word of a POSIX shell, in quotes where it needs them: `a b` → `'a b'`. No argument can hold U+0000. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(text) ? text : shellQuote(text);
}

/** Prints a text as a word of a POSIX shell in quotes: `it's` → `'it'\''s'`. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Tells whether a command on a page can hold a text: all its characters are visible, and it ends no line. */
function isShellText(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Prints JSON on one line, invisible characters as escapes. */
function jsonText(value: Json): string {
  return replaceHidden(JSON.stringify(value), unicodeEscape);
}

/** Names a variable of a shell: `pet-store` and `token` → `PET_STORE_TOKEN`. */
export function shellVariable(...words: readonly string[]): string {
  const name = words
    .map((word) =>
      word
        .replace(/([a-z\d])([A-Z])/g, '$1_$2')
        .replace(/[^A-Za-z\d]+/g, '_')
        .replace(/^_+|_+$/g, '')
        .toUpperCase(),
    )
    .filter((word) => word !== '')
    .join('_');
  return /^\d/.test(name) ? `API_${name}` : name;
}

/** Encodes a part of a URL for double quotes of a shell; `!` too, by which some shells recall their history. */
export function urlPart(text: string): string {
  const well = text.replace(/\p{Cs}/gu, '\uFFFD');
  return encodeURIComponent(well).replace(/[!'()*]/g, percent);
}

/** Encodes a path for double quotes of a shell; slashes and the other marks of URLs stay. */
export function urlPath(path: string): string {
  const well = path.replace(/\p{Cs}/gu, '\uFFFD');
  return well.replace(/[^A-Za-z0-9\-._~/:@,;=&+?%]/gu, (found) =>
    encodeURIComponent(found).replace(/[!'()*]/g, percent),
  );
}

function percent(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A request to show as a `curl` command. */
export interface CurlRequest {
  readonly operation: Operation;
  readonly given: SampleArguments;
  readonly credentials: readonly Credential[];
  readonly address: SampleAddress;
  readonly uploads: SampleAddress | undefined;
  /** The operation's own address, where it has one. */
  readonly own: string | undefined;
}

/** Prints the `curl` command that sends a request; `undefined` where a shell cannot hold it, or where the body is no text, form or JSON. */
export function curlCommand(request: CurlRequest): string | undefined {
  const { operation, given, credentials, address, uploads, own } = request;
  const body = bodyOptions(given);
  const headers = [
    ...headerOptions(given, credentials),
    ...(body ?? []),
    ...(isDownload(operation) ? [`-o ${DOWNLOAD}`] : []),
  ];
  const all = addPartParameter(operation, given);
  const inPath = all.filter(({ parameter }) => parameter.in === 'path');
  const path = writePath(operation.path, inPath);
  if (all.some(({ parameter: { encoding = {} } }) => Object.keys(encoding).length > 0)) return undefined;
  if (body === undefined || path === undefined || !headers.every(isShellText)) return undefined;
  const isUpload = given.media !== undefined && operation.body?.media?.upload !== undefined;
  const base = own === undefined ? `$${address.variable}` : urlPath(own);
  const query = [
    // A service that takes bytes at an address of their own has to be told how they are sent.
    ...(isUpload ? [`uploadType=${given.body === undefined ? 'media' : 'multipart'}`] : []),
    ...all.filter(({ parameter }) => parameter.in === 'query').flatMap(printQueryParameter),
    ...credentials.flatMap(({ scheme, variables }) =>
      scheme.kind === 'apiKey' && scheme.in === 'query' ? [`${urlPart(scheme.parameter)}=$${variables[0]}`] : [],
    ),
  ];
  const start = isUpload && uploads !== undefined ? `$${uploads.variable}` : base;
  const url = `"${start}${path}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  const isDefault = body.length === 0 ? operation.method === 'GET' : operation.method === 'POST';
  const method =
    isDefault || !/^[A-Z]+$/.test(operation.method)
      ? ''
      : operation.method === 'HEAD'
        ? ' -I'
        : ` -X ${operation.method}`;
  return [`curl${method} ${url}`, ...headers].join(' \\\n  ');
}

/** Adds the parameter that names the parts of the resource to return, which a client fills in by itself. */
function addPartParameter(
  { parts, parameters }: Operation,
  { parameters: given, body }: SampleArguments,
): readonly SampleParameter[] {
  const parameter = parts && parameters.find((one) => one.in === 'query' && one.name === parts.parameter);
  if (parts === undefined || parameter === undefined || given.some((one) => one.parameter === parameter)) return given;
  const value = body?.value;
  const held =
    value !== undefined && isJsonObject(value) ? parts.values.filter((one) => Object.hasOwn(value, one)) : [];
  const names = parts.default === 'body' ? (held.length > 0 ? held : parts.values.slice(0, 1)) : parts.default;
  return [...given, { parameter, value: [...names] }];
}

function writePath(path: string, parameters: readonly SampleParameter[]): string | undefined {
  const pieces = path.split(/(\{[^{}]*\})/).map((piece) => {
    const [, name] = /^\{([^{}=]*?)(?:=[^{}]*)?\}$/.exec(piece) ?? [];
    if (name === undefined) return urlPath(piece);
    const found = parameters.find(({ parameter }) => parameter.name === name.replace(/^\+/, ''));
    if (found === undefined) return undefined;
    const { parameter, value } = found;
    if (parameter.template !== undefined || name.startsWith('+'))
      return typeof value === 'string' ? urlPath(value) : undefined;
    if (parameter.style !== 'simple' || isJsonObject(value)) return undefined;
    return printSampleItems(value).map(urlPart).join(',');
  });
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

/** Prints a parameter as encoded pieces of the query: `['tag=a', 'tag=b']`. */
function printQueryParameter({ parameter, value }: SampleParameter): readonly string[] {
  const { name, style, explode } = parameter;
  const key = urlPart(name);
  if (parameter.contentType !== undefined) return [`${key}=${urlPart(JSON.stringify(value))}`];
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([one, text]) => [one, printJsonText(text)] as const);
    if (style === 'deepObject') return entries.map(([one, text]) => `${key}%5B${urlPart(one)}%5D=${urlPart(text)}`);
    if (explode)
      return Object.entries(value).flatMap(([one, item]) =>
        printSampleItems(item).map((text) => `${urlPart(one)}=${urlPart(text)}`),
      );
    return [`${key}=${entries.flat().map(urlPart).join(',')}`];
  }
  const texts = printSampleItems(value).map(urlPart);
  if (explode && Array.isArray(value)) return texts.map((text) => `${key}=${text}`);
  return [`${key}=${texts.join(SEPARATORS[style] ?? ',')}`];
}

const SEPARATORS: Readonly<Partial<Record<Parameter['style'], string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

function printSampleItems(value: Json): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(printJsonText);
}

function printJsonText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function headerOptions({ parameters }: SampleArguments, credentials: readonly Credential[]): readonly string[] {
  const own = parameters.flatMap(({ parameter, value }) => {
    const text = Array.isArray(value) ? printSampleItems(value).join(',') : printJsonText(value);
    if (parameter.in === 'header') return [`-H ${shellQuote(`${parameter.name}: ${text}`)}`];
    return parameter.in === 'cookie' ? [`-b ${shellQuote(`${parameter.name}=${urlPart(text)}`)}`] : [];
  });
  return [...credentials.flatMap(credentialOption), ...own];
}

/** Prints the options that send a credential, read from its variables, in a header or cookie. */
function credentialOption({ scheme, variables }: Credential): readonly string[] {
  const [first, second] = variables;
  if (scheme.kind === 'bearer') return [`-H "Authorization: Bearer $${first}"`];
  if (scheme.kind === 'basic') return [`-u "$${first}:$${second ?? ''}"`];
  if (scheme.in === 'query') return [];
  const name = shellQuote(scheme.in === 'header' ? `${scheme.parameter}: ` : `${scheme.parameter}=`);
  return [`${scheme.in === 'header' ? '-H' : '-b'} ${name}"$${first}"`];
}

/** Prints the options for the body: none where there is no body, `undefined` where `curl` cannot write it. */
function bodyOptions({ body, media }: SampleArguments): readonly string[] | undefined {
  if (media !== undefined && body !== undefined) {
    // In double quotes curl reads `;` and `,` of the JSON as text.
    const metadata = `"${jsonText(body.value).replace(/["\\]/g, '\\$&')}"`;
    return [
      "-H 'Content-Type: multipart/related'",
      `-F ${shellQuote(`metadata=${metadata};type=application/json`)}`,
      `-F ${shellQuote(`media=@${media.name};type=${media.type}`)}`,
    ];
  }
  if (media !== undefined) return [`-H ${shellQuote(`Content-Type: ${media.type}`)}`, `--data-binary @${media.name}`];
  return body === undefined ? [] : writtenBody(body);
}

function writtenBody({ kind, mediaType, value, encoding, files }: SampleBody): readonly string[] | undefined {
  const type = `-H ${shellQuote(`Content-Type: ${mediaType}`)}`;
  if (kind === 'json' || kind === 'lines') return [type, `--data-raw ${shellQuote(jsonText(value))}`];
  if (kind === 'text') return typeof value === 'string' ? [type, `--data-raw ${shellQuote(value)}`] : undefined;
  if (!isJsonObject(value) || encoding !== undefined) return undefined;
  const entries = Object.entries(value);
  // A name with any of these would be read as something else.
  if (entries.some(([name]) => /[=@<;"]/.test(name))) return undefined;
  if (kind !== 'form' && kind !== 'multipart') return undefined;
  const option = kind === 'form' ? '--data-urlencode' : '--form-string';
  return entries.flatMap(([name, one]) =>
    files.includes(name)
      ? `-F ${shellQuote(`${name}=@${FILE}`)}`
      : printSampleItems(one).map((text) => `${option} ${shellQuote(`${name}=${text}`)}`),
  );
}

/** Lists the words by which a command line names an operation: `['pets', 'list']`. */
export function commandWords({ group, property }: Operation): readonly string[] {
  return [...group, property].map((name) => kebabCase(name, name));
}

/** Prints a command line that calls an operation: `npx @acme/pets pets list`; `undefined` where a shell cannot hold it. */
export function commandLine(
  packageName: string,
  operation: Operation,
  { parameters, body, media }: SampleArguments,
): string | undefined {
  const options = parameters.map((one) => parameterOptions(one, operation.parameters));
  if (options.includes(undefined) || (body !== undefined && !/^(?:json|form|multipart|lines)$/.test(body.kind)))
    return undefined;
  // Parts that are files are named by their paths.
  const written =
    body !== undefined && body.files.length > 0 && isJsonObject(body.value)
      ? Object.fromEntries(
          Object.entries(body.value).map(([name, one]) => [name, body.files.includes(name) ? `@${FILE}` : one]),
        )
      : body?.value;
  const line = [
    'npx',
    packageName,
    ...commandWords(operation),
    ...options.flatMap((one) => one ?? []),
    ...(written === undefined ? [] : ['--body', shellQuote(jsonText(written))]),
    ...(media === undefined ? [] : ['--media', media.name]),
    ...(isDownload(operation) ? ['--out', DOWNLOAD] : []),
  ].join(' ');
  return isShellText(line) ? line : undefined;
}

/** Converts the name of a parameter to that of an option: `maxResults` → `max-results`; `''` where the name is not plain. */
function typedName(property: string): string {
  const isPlain = /^(?:[a-z][A-Za-z]*|[a-z][a-z0-9]*(?:_[a-z0-9]+)*)$/.test(property);
  return isPlain && property.length <= LONGEST_NAME ? kebabCase(property, property) : '';
}

const LONGEST_NAME = 40;

function parameterOptions(
  { parameter, value }: SampleParameter,
  all: readonly Parameter[],
): readonly string[] | undefined {
  const { property } = parameter;
  if (!/^[^\s=.[\]]+$/.test(property)) return undefined;
  const typed = typedName(property);
  const isAlone = all.filter((one) => typedName(one.property) === typed).length === 1;
  const name = typed === '' || !isAlone || reservedNames.has(typed) ? `param.${property}` : typed;
  const option = shellWord(`--${name}`);
  if (typeof value === 'boolean') return value ? [option] : [shellWord(`--no-${name}`)];
  const print = (one: Json): string => shellWord(typeof one === 'string' ? one : jsonText(one));
  if (!Array.isArray(value)) return [option, print(value)];
  // A comma would end the item.
  return value.flatMap((one) => [option, print(typeof one === 'string' ? one.replaceAll(',', '\\,') : one)]);
}

/** A scheme whose credential a variable can hold. */
export type HeldScheme = Extract<SecurityScheme, { readonly kind: 'apiKey' | 'bearer' | 'basic' }>;

/** A security scheme, and the variables that its credential is read from: one, or user and password. */
export interface Credential {
  readonly scheme: HeldScheme;
  readonly variables: readonly [string, ...string[]];
}

/** Lists the credentials of a service that variables of the environment can hold. The command line and the server of tools read the same variables. */
export function listCredentials(api: Api, packageName: string): readonly Credential[] {
  const start = commandName(packageName);
  const held = api.securitySchemes.filter(
    (one): one is HeldScheme => one.kind === 'apiKey' || one.kind === 'bearer' || one.kind === 'basic',
  );
  return held.map((scheme) => {
    const isAlone = held.filter(({ kind }) => kind === scheme.kind).length < 2;
    const name = (word: string): string => shellVariable(start, ...(isAlone ? [] : [scheme.name]), word);
    if (scheme.kind === 'basic') return { scheme, variables: [name('user'), name('password')] };
    return { scheme, variables: [name(scheme.kind === 'bearer' ? 'token' : 'api-key')] };
  });
}

/** Chooses the credentials that a call is shown with: those of one alternative, preferably a token, and a key in a header rather than elsewhere. */
export function credentialsFor(credentials: readonly Credential[], { security }: Operation): readonly Credential[] {
  const sets = security.flatMap((needs) => {
    const found = needs.map(({ scheme }) => credentials.find((one) => one.scheme.name === scheme));
    const known = found.flatMap((one) => one ?? []);
    return known.length === needs.length && known.length > 0 ? [known] : [];
  });
  return sets.toSorted((left, right) => rankCredentials(left) - rankCredentials(right))[0] ?? [];
}

function rankCredentials(set: readonly Credential[]): number {
  const ranks = set.map(({ scheme }) => {
    if (scheme.kind === 'bearer') return 0;
    return scheme.kind === 'basic' ? 1 : scheme.in === 'header' ? 2 : 3;
  });
  return Math.max(...ranks) + set.length / 10;
}

/** The variable of the shell that holds an address, and the address. */
export interface SampleAddress {
  readonly variable: string;
  readonly url: string;
}

/** Returns the address of the service, or `https://service.example` where the spec has none. */
export function sampleAddress(api: Api, packageName: string): SampleAddress {
  const variable = shellVariable(commandName(packageName), 'url');
  return { variable, url: serviceAddress(api) ?? `https://service.example${clientAddress(api) ?? ''}` };
}

/** Returns the address to which bytes are uploaded, where it differs from that of the service: `https://service.example/upload/v1`. */
export function sampleUploadAddress(api: Api, packageName: string): SampleAddress | undefined {
  const { upload } =
    api.operations.flatMap(({ body }) => body?.media ?? []).find((one) => one.upload !== undefined) ?? {};
  if (upload === undefined) return undefined;
  const { origin, pathname } = new URL(sampleAddress(api, packageName).url);
  const variable = shellVariable(commandName(packageName), 'upload-url');
  if (upload.kind === 'path') return { variable, url: origin };
  return { variable, url: `${origin}${upload.prefix}${pathname}`.replace(/\/+$/, '') };
}

/** Returns the address of an operation that has one of its own. */
export function sampleOwnAddress(api: Api, operation: Operation): string | undefined {
  const own = ownAddress(api, operation);
  return own && new URL(own, serviceAddress(api) ?? 'https://service.example').href.replace(/\/+$/, '');
}
