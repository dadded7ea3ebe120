import type { EmitContext } from '../emit-context.js';
import { listPresent } from '../../iterables.js';
import { pathParts } from '../../api/tools/paths.js';
import { reservedNames } from '../../../templates/runtime/cli/options/common-options.js';
import { type Json, isJsonObject, toObject } from '../../json.js';
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
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a path for double quotes of a shell; slashes and the other marks of URLs stay. */
export function urlPath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~/:@,;=&+?%]/gu, urlPart);
}

/** Prints the `curl` command that sends a request; `undefined` where a shell cannot hold it, or where the body is no text, form or JSON. */
export function curlCommand(
  { api, packageName }: EmitContext,
  operation: Operation,
  given: SampleArguments,
): string | undefined {
  const { method } = operation;
  const credentials = credentialsFor(listCredentials(api, packageName), operation);
  const parameters = addPartParameter(operation, given);
  const [path, body] = [writePath(operation.path, parameters), bodyOptions(given)];
  if (body === undefined || path === undefined) return undefined;
  const options = [...headerOptions(given, credentials), ...body];
  const hasEncoding = parameters.some(({ parameter: { encoding = {} } }) => Object.keys(encoding).length > 0);
  if (hasEncoding || !options.every(isShellText)) return undefined;
  const isUpload = given.media !== undefined && operation.body?.media?.upload !== undefined;
  const query = listPresent([
    // A service that takes bytes at an address of their own has to be told how they are sent.
    isUpload && `uploadType=${given.body === undefined ? 'media' : 'multipart'}`,
    ...parameters.filter(({ parameter }) => parameter.in === 'query').flatMap(printQueryParameter),
    ...credentials.map(
      ({ scheme, variables: [name] }) =>
        scheme.kind === 'apiKey' && scheme.in === 'query' && `${urlPart(scheme.parameter)}=$${name}`,
    ),
  ]).join('&');
  const own = ownAddress(api, operation);
  const address = (isUpload && sampleUploadAddress(api, packageName)) || sampleAddress(api, packageName);
  const base = new URL(own ?? '', serviceAddress(api) ?? 'https://service.example').href.replace(/\/+$/, '');
  const start = own === undefined || isUpload ? `$${address.variable}` : urlPath(base);
  const isDefault = method === (body.length === 0 ? 'GET' : 'POST') || !/^[A-Z]+$/.test(method);
  const option = method === 'HEAD' ? ' -I' : ` -X ${method}`;
  return listPresent([
    `curl${isDefault ? '' : option} "${start}${path}${query && `?${query}`}"`,
    ...options,
    isDownload(operation) && `-o ${DOWNLOAD}`,
  ]).join(' \\\n  ');
}

/** Adds the parameter that names the parts of the resource to return, which a client fills in by itself. */
function addPartParameter(
  { parts, parameters }: Operation,
  { parameters: given, body }: SampleArguments,
): readonly SampleParameter[] {
  const parameter = parts && parameters.find((one) => one.in === 'query' && one.name === parts.parameter);
  if (parts === undefined || parameter === undefined || given.some((one) => one.parameter === parameter)) return given;
  const held = parts.values.filter((one) => Object.hasOwn(toObject(body?.value), one));
  const names = held.length > 0 ? held : parts.values.slice(0, 1);
  return [...given, { parameter, value: parts.default === 'body' ? names : parts.default }];
}

function writePath(path: string, given: readonly SampleParameter[]): string | undefined {
  const pieces = pathParts(path).map((part) => {
    if (part.kind === 'text') return urlPath(part.text);
    const found = given.find(({ parameter }) => parameter.in === 'path' && parameter.name === part.name);
    if (found === undefined) return undefined;
    const { parameter, value } = found;
    if ((parameter.template ?? part.template) !== undefined)
      return typeof value === 'string' ? urlPath(value) : undefined;
    if (parameter.style !== 'simple' || isJsonObject(value)) return undefined;
    return printSampleItems(value).map(urlPart).join(',');
  });
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

/** Prints a parameter as encoded pieces of the query: `['tag=a', 'tag=b']`. */
function printQueryParameter({ parameter, value }: SampleParameter): readonly string[] {
  const { name, style, explode, contentType } = parameter;
  const assign = (key: string, text: string): string => `${urlPart(key)}=${urlPart(text)}`;
  if (contentType !== undefined) return [assign(name, JSON.stringify(value))];
  const members = isJsonObject(value) ? Object.entries(value) : undefined;
  if (members && style === 'deepObject')
    return members.map(([key, one]) => assign(`${name}[${key}]`, printJsonText(one)));
  if (explode)
    return (members ?? [[name, value]]).flatMap(([key, one]) => printSampleItems(one).map((text) => assign(key, text)));
  const texts = members?.flatMap(([key, one]) => [key, printJsonText(one)]) ?? printSampleItems(value);
  const separator = members ? undefined : SEPARATORS[style];
  return [`${urlPart(name)}=${texts.map(urlPart).join(separator ?? ',')}`];
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
  const own = parameters.map(({ parameter, value }) => {
    const text = Array.isArray(value) ? printSampleItems(value).join(',') : printJsonText(value);
    if (parameter.in === 'header') return `-H ${shellQuote(`${parameter.name}: ${text}`)}`;
    return parameter.in === 'cookie' && `-b ${shellQuote(`${parameter.name}=${urlPart(text)}`)}`;
  });
  return listPresent([...credentials.map(credentialOption), ...own]);
}

/** Prints the option that sends a credential, read from its variables, in a header or cookie. */
function credentialOption({ scheme, variables: [first, second = ''] }: Credential): string | undefined {
  if (scheme.kind === 'bearer') return `-H "Authorization: Bearer $${first}"`;
  if (scheme.kind === 'basic') return `-u "$${first}:$${second}"`;
  if (scheme.in === 'query') return undefined;
  const [option, mark] = scheme.in === 'header' ? ['-H', ': '] : ['-b', '='];
  return `${option} ${shellQuote(`${scheme.parameter}${mark}`)}"$${first}"`;
}

/** Prints the options for the body: none where there is no body, `undefined` where `curl` cannot write it. */
function bodyOptions({ body, media }: SampleArguments): readonly string[] | undefined {
  if (media === undefined) return body === undefined ? [] : writtenBody(body);
  if (body === undefined) return [contentType(media.type), `--data-binary @${media.name}`];
  // In double quotes curl reads `;` and `,` of the JSON as text.
  const metadata = `"${jsonText(body.value).replace(/["\\]/g, '\\$&')}"`;
  return [
    contentType('multipart/related'),
    `-F ${shellQuote(`metadata=${metadata};type=application/json`)}`,
    `-F ${shellQuote(`media=@${media.name};type=${media.type}`)}`,
  ];
}

function contentType(mediaType: string): string {
  return `-H ${shellQuote(`Content-Type: ${mediaType}`)}`;
}

function writtenBody({ kind, mediaType, value, encoding, files }: SampleBody): readonly string[] | undefined {
  const raw = kind === 'json' || kind === 'lines' ? jsonText(value) : kind === 'text' ? value : undefined;
  if (typeof raw === 'string') return [contentType(mediaType), `--data-raw ${shellQuote(raw)}`];
  if ((kind !== 'form' && kind !== 'multipart') || !isJsonObject(value) || encoding !== undefined) return undefined;
  const entries = Object.entries(value);
  // A name with any of these would be read as something else.
  if (entries.some(([name]) => /[=@<;"]/.test(name))) return undefined;
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
  const isWritable = body === undefined || /^(?:json|form|multipart|lines)$/.test(body.kind);
  if (options.includes(undefined) || !isWritable) return undefined;
  // Parts that are files are named by their paths.
  const files = (body?.files ?? []).filter((name) => Object.hasOwn(toObject(body?.value), name));
  const paths = Object.fromEntries(files.map((name) => [name, `@${FILE}`]));
  const value = files.length === 0 ? body?.value : { ...toObject(body?.value), ...paths };
  const line = listPresent([
    'npx',
    packageName,
    ...commandWords(operation),
    ...options.flat(),
    value !== undefined && `--body ${shellQuote(jsonText(value))}`,
    media && `--media ${media.name}`,
    isDownload(operation) && `--out ${DOWNLOAD}`,
  ]).join(' ');
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
type HeldScheme = Extract<SecurityScheme, { readonly kind: 'apiKey' | 'bearer' | 'basic' }>;

/** A security scheme, and the variables that its credential is read from: one, or user and password. */
export interface Credential {
  readonly scheme: HeldScheme;
  readonly variables: readonly [string, ...string[]];
}

/** Lists the credentials of a service that variables of the environment can hold. The command line and the server of tools read the same variables. */
export function listCredentials(api: Api, packageName: string): readonly Credential[] {
  const held = api.securitySchemes.filter((one): one is HeldScheme => Object.hasOwn(WORDS, one.kind));
  return held.map((scheme) => {
    const isAlone = held.filter(({ kind }) => kind === scheme.kind).length < 2;
    const start = [commandName(packageName), ...(isAlone ? [] : [scheme.name])];
    const [first, ...others] = WORDS[scheme.kind].map((word) => shellVariable(...start, word));
    return { scheme, variables: [first ?? '', ...others] };
  });
}

/** Words with which the names of variables end, by the kinds of the credentials that they hold. */
const WORDS: Readonly<Record<HeldScheme['kind'], readonly string[]>> = {
  apiKey: ['api-key'],
  bearer: ['token'],
  basic: ['user', 'password'],
};

/** Chooses the credentials that a call is shown with: those of one alternative, preferably a token, and a key in a header rather than elsewhere. */
export function credentialsFor(credentials: readonly Credential[], { security }: Operation): readonly Credential[] {
  const sets = security.flatMap((needs) => {
    const known = listPresent(needs.map(({ scheme }) => credentials.find((one) => one.scheme.name === scheme)));
    return known.length > 0 && known.length === needs.length ? [known] : [];
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
interface SampleAddress {
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
  const [upload] = api.operations.flatMap(({ body }) => body?.media?.upload ?? []);
  if (upload === undefined) return undefined;
  const { origin, pathname } = new URL(sampleAddress(api, packageName).url);
  const variable = shellVariable(commandName(packageName), 'upload-url');
  if (upload.kind === 'path') return { variable, url: origin };
  return { variable, url: `${origin}${upload.prefix}${pathname}`.replace(/\/+$/, '') };
}
