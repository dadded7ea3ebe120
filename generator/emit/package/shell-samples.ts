import type { EmitContext } from '../emit-context.js';
import { listPresent } from '../../iterables.js';
import { parsePath } from '../../api/tools/paths.js';
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

/** Prints a string as a word of a POSIX shell, in quotes if it needs them: `a b` → `'a b'`. It must not contain U+0000. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(text) ? text : shellQuote(text);
}

/** Prints a string as a word of a POSIX shell in quotes: `it's` → `'it'\''s'`. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns true if a string can be part of a command on a page: all its characters are visible, and it has no line ends. */
function isShellText(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** Prints JSON on one line, with escapes for invisible characters. */
function jsonText(value: Json): string {
  return replaceHidden(JSON.stringify(value), unicodeEscape);
}

/** Builds the name of an environment variable from words: `pet-store`, `token` → `PET_STORE_TOKEN`. */
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

/** Encodes a part of a URL for double quotes of a shell, including `!`, with which some shells access their history. */
export function urlPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a path for double quotes of a shell; keeps slashes and other separators of URLs. */
export function urlPath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~/:@,;=&+?%]/gu, urlPart);
}

/** Prints the `curl` command for a request; `undefined` if a shell cannot express it, or if the body is no text, form or JSON. */
export function curlCommand(
  { api, packageName }: EmitContext,
  operation: Operation,
  values: SampleArguments,
): string | undefined {
  const { method } = operation;
  const credentials = credentialsFor(listCredentials(api, packageName), operation);
  const parameters = addPartParameter(operation, values);
  const [path, body] = [writePath(operation.path, parameters), bodyOptions(values)];
  if (body === undefined || path === undefined) return undefined;
  const options = [...headerOptions(values, credentials), ...body];
  const hasEncoding = parameters.some(({ parameter: { encoding = {} } }) => Object.keys(encoding).length > 0);
  if (hasEncoding || !options.every(isShellText)) return undefined;
  const isUpload = values.media !== undefined && operation.body?.media?.upload !== undefined;
  const query = listPresent([
    // An upload address needs the parameter `uploadType`, which clients add themselves.
    isUpload && `uploadType=${values.body === undefined ? 'media' : 'multipart'}`,
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

/** Adds the parameter for parts, which clients fill in themselves, with the parts in the body or the default ones. */
function addPartParameter(
  { parts, parameters }: Operation,
  { parameters: values, body }: SampleArguments,
): readonly SampleParameter[] {
  const parameter = parts && parameters.find((one) => one.in === 'query' && one.name === parts.parameter);
  if (parts === undefined || parameter === undefined || values.some((one) => one.parameter === parameter))
    return values;
  const held = parts.values.filter((one) => Object.hasOwn(toObject(body?.value), one));
  const names = held.length > 0 ? held : parts.values.slice(0, 1);
  return [...values, { parameter, value: parts.default === 'body' ? names : parts.default }];
}

function writePath(path: string, values: readonly SampleParameter[]): string | undefined {
  const pieces = parsePath(path).map((part) => {
    if (part.kind === 'text') return urlPath(part.text);
    const found = values.find(({ parameter }) => parameter.in === 'path' && parameter.name === part.name);
    if (found === undefined) return undefined;
    const { parameter, value } = found;
    if ((parameter.template ?? part.template) !== undefined)
      return typeof value === 'string' ? urlPath(value) : undefined;
    if (parameter.style !== 'simple' || isJsonObject(value)) return undefined;
    return printSampleItems(value).map(urlPart).join(',');
  });
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

/** Prints a parameter as encoded parts of the query: `['tag=a', 'tag=b']`. */
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

/** Prints the option that sends a credential from its environment variables in a header or cookie. */
function credentialOption({ scheme, variables: [first, second = ''] }: Credential): string | undefined {
  if (scheme.kind === 'bearer') return `-H "Authorization: Bearer $${first}"`;
  if (scheme.kind === 'basic') return `-u "$${first}:$${second}"`;
  if (scheme.in === 'query') return undefined;
  const [option, mark] = scheme.in === 'header' ? ['-H', ': '] : ['-b', '='];
  return `${option} ${shellQuote(`${scheme.parameter}${mark}`)}"$${first}"`;
}

/** Prints the options for the body: none if there is no body, `undefined` if `curl` cannot send it. */
function bodyOptions({ body, media }: SampleArguments): readonly string[] | undefined {
  if (media === undefined) return body === undefined ? [] : writtenBody(body);
  if (body === undefined) return [contentType(media.type), `--data-binary @${media.name}`];
  // Without double quotes, curl would read `;` and `,` of the JSON as separators.
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
  // curl gives these characters in the name of a field a special meaning.
  if (entries.some(([name]) => /[=@<;"]/.test(name))) return undefined;
  const option = kind === 'form' ? '--data-urlencode' : '--form-string';
  return entries.flatMap(([name, one]) =>
    files.includes(name)
      ? `-F ${shellQuote(`${name}=@${FILE}`)}`
      : printSampleItems(one).map((text) => `${option} ${shellQuote(`${name}=${text}`)}`),
  );
}

/** Lists the words of a command line for an operation: `['pets', 'list']`. */
export function commandWords({ group, property }: Operation): readonly string[] {
  return [...group, property].map((name) => kebabCase(name, name));
}

/** Prints a command line that calls an operation: `npx @acme/pets pets list`; `undefined` if a shell cannot express it. */
export function commandLine(
  packageName: string,
  operation: Operation,
  { parameters, body, media }: SampleArguments,
): string | undefined {
  const options = parameters.map((one) => parameterOptions(one, operation.parameters));
  const isWritable = body === undefined || /^(?:json|form|multipart|lines)$/.test(body.kind);
  if (options.includes(undefined) || !isWritable) return undefined;
  // The value of a part that is a file is its path.
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

/** Converts the name of a parameter to the name of an option: `maxResults` → `max-results`; `''` for names with other characters. */
function toOptionName(property: string): string {
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
  const typed = toOptionName(property);
  const isAlone = all.filter((one) => toOptionName(one.property) === typed).length === 1;
  const name = typed === '' || !isAlone || reservedNames.has(typed) ? `param.${property}` : typed;
  const option = shellWord(`--${name}`);
  if (typeof value === 'boolean') return value ? [option] : [shellWord(`--no-${name}`)];
  const print = (one: Json): string => shellWord(typeof one === 'string' ? one : jsonText(one));
  if (!Array.isArray(value)) return [option, print(value)];
  // A comma without a backslash would end the item.
  return value.flatMap((one) => [option, print(typeof one === 'string' ? one.replaceAll(',', '\\,') : one)]);
}

/** A scheme whose credential can be in environment variables. */
type HeldScheme = Extract<SecurityScheme, { readonly kind: 'apiKey' | 'bearer' | 'basic' }>;

/** A security scheme, with the environment variables of its credential: one, or two for user and password. */
export interface Credential {
  readonly scheme: HeldScheme;
  readonly variables: readonly [string, ...string[]];
}

/** Lists the credentials of a service with their environment variables, which the command line and the MCP server read, too. */
export function listCredentials(api: Api, packageName: string): readonly Credential[] {
  const held = api.securitySchemes.filter((one): one is HeldScheme => Object.hasOwn(WORDS, one.kind));
  return held.map((scheme) => {
    const isAlone = held.filter(({ kind }) => kind === scheme.kind).length < 2;
    const start = [commandName(packageName), ...(isAlone ? [] : [scheme.name])];
    const [first, ...others] = WORDS[scheme.kind].map((word) => shellVariable(...start, word));
    return { scheme, variables: [first ?? '', ...others] };
  });
}

/** Last words of the names of variables, by the kind of credential. */
const WORDS: Readonly<Record<HeldScheme['kind'], readonly string[]>> = {
  apiKey: ['api-key'],
  bearer: ['token'],
  basic: ['user', 'password'],
};

/** Chooses the credentials in the sample of a call: one alternative, preferably a token, then user and password, then a key in a header. */
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

/** An address in samples, with the shell variable for it. */
interface SampleAddress {
  readonly variable: string;
  readonly url: string;
}

/** Returns the address of the service, or `https://service.example` if the spec has none. */
export function sampleAddress(api: Api, packageName: string): SampleAddress {
  const variable = shellVariable(commandName(packageName), 'url');
  return { variable, url: serviceAddress(api) ?? `https://service.example${clientAddress(api) ?? ''}` };
}

/** Returns the address for uploads of bytes, if it differs from that of the service: `https://service.example/upload/v1`. */
export function sampleUploadAddress(api: Api, packageName: string): SampleAddress | undefined {
  const [upload] = api.operations.flatMap(({ body }) => body?.media?.upload ?? []);
  if (upload === undefined) return undefined;
  const { origin, pathname } = new URL(sampleAddress(api, packageName).url);
  const variable = shellVariable(commandName(packageName), 'upload-url');
  if (upload.kind === 'path') return { variable, url: origin };
  return { variable, url: `${origin}${upload.prefix}${pathname}`.replace(/\/+$/, '') };
}
