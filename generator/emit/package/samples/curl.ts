import type { Operation, Parameter } from '../../../api/api.js';
import { isJsonObject, type Json } from '../../../spec/read/json.js';
import { isDownload } from '../../code/operations/operation-result.js';
import { DOWNLOAD, FILE, type SampleArguments, type SampleBody, type SampleParameter } from './sample-arguments.js';
import type { Credential, SampleAddress } from './sample-service.js';
import { isShellText, jsonText, shellQuote, urlPart, urlPath } from './shell.js';

/** What a request is made of. */
export interface CurlRequest {
  readonly operation: Operation;
  readonly given: SampleArguments;
  readonly credentials: readonly Credential[];
  readonly address: SampleAddress;
  readonly uploads: SampleAddress | undefined;
  /** The operation's own address, where it has one. */
  readonly own: string | undefined;
}

/** A piece of the query: its text is escaped already. */
type Piece = string;

/** A command that sends the request of a call; `undefined` where a shell cannot hold it, or where a body is no text, form or JSON. */
export function curlCommand(request: CurlRequest): string | undefined {
  const { operation, given, credentials } = request;
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
  const query = [
    ...uploadQuery(operation, given),
    ...all.filter(({ parameter }) => parameter.in === 'query').flatMap(queryPieces),
    ...credentials.flatMap(queryCredential),
  ];
  const url = `"${chooseBase(request)}${path}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  const isDefault = body.length === 0 ? operation.method === 'GET' : operation.method === 'POST';
  const method =
    isDefault || !/^[A-Z]+$/.test(operation.method)
      ? ''
      : operation.method === 'HEAD'
        ? ' -I'
        : ` -X ${operation.method}`;
  return [`curl${method} ${url}`, ...headers].join(' \\\n  ');
}

/** A client fills in the parts that are asked for; a request has to name them. */
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

function chooseBase({ address, uploads, own, given, operation }: CurlRequest): string {
  const { upload } = operation.body?.media ?? {};
  if (given.media !== undefined && upload !== undefined && uploads !== undefined) return `$${uploads.variable}`;
  return own === undefined ? `$${address.variable}` : urlPath(own);
}

/** A service that takes bytes at an address of their own is told in which way they come. */
function uploadQuery({ body }: Operation, { media, body: beside }: SampleArguments): readonly Piece[] {
  if (media === undefined || body?.media?.upload === undefined) return [];
  return [`uploadType=${beside === undefined ? 'media' : 'multipart'}`];
}

function writePath(path: string, parameters: readonly SampleParameter[]): string | undefined {
  const pieces = path.split(/(\{[^{}]*\})/).map((piece) => {
    const [, name] = /^\{([^{}=]*?)(?:=[^{}]*)?\}$/.exec(piece) ?? [];
    if (name === undefined) return urlPath(piece);
    const found = parameters.find(({ parameter }) => parameter.name === name.replace(/^\+/, ''));
    return found && pathValue(found, name.startsWith('+'));
  });
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

function pathValue({ parameter, value }: SampleParameter, isReserved: boolean): string | undefined {
  const { template, style } = parameter;
  if (template !== undefined || isReserved) return typeof value === 'string' ? urlPath(value) : undefined;
  if (style !== 'simple' || isJsonObject(value)) return undefined;
  return printSampleItems(value).map(urlPart).join(',');
}

function queryPieces({ parameter, value }: SampleParameter): readonly Piece[] {
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

/** The credential from its variable: in a header, wherever the service takes it there. */
function credentialOption({ scheme, variables }: Credential): readonly string[] {
  const [first, second] = variables;
  if (scheme.kind === 'bearer') return [`-H "Authorization: Bearer $${first}"`];
  if (scheme.kind === 'basic') return [`-u "$${first}:$${second ?? ''}"`];
  if (scheme.in === 'query') return [];
  const name = shellQuote(scheme.in === 'header' ? `${scheme.parameter}: ` : `${scheme.parameter}=`);
  return [`${scheme.in === 'header' ? '-H' : '-b'} ${name}"$${first}"`];
}

function queryCredential({ scheme, variables }: Credential): readonly Piece[] {
  return scheme.kind === 'apiKey' && scheme.in === 'query' ? [`${urlPart(scheme.parameter)}=$${variables[0]}`] : [];
}

/** Options for the body; nothing where there is none, `undefined` where curl is no way to write it. */
function bodyOptions({ body, media }: SampleArguments): readonly string[] | undefined {
  if (media !== undefined && body !== undefined) {
    return [
      "-H 'Content-Type: multipart/related'",
      `-F ${shellQuote(`metadata=${formQuote(jsonText(body.value))};type=application/json`)}`,
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

/** A value of a form as curl reads it, whatever is in it. */
function formQuote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
