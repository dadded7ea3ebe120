import { kebabCase } from '../../../api/tools/names.js';
import type { Operation, Parameter } from '../../../api/api.js';
import { isDownload } from '../../code/operations/operation-result.js';
import { isJsonObject, type Json } from '../../../spec/read/json.js';
import { DOWNLOAD, FILE, type SampleArguments, type SampleBody, type SampleParameter } from './sample-arguments.js';
import { isShellText, jsonText, shellQuote, shellWord } from './shell.js';

/** Options of the command line itself: parameters with such names are `--param.<name>`. */
export const OWN_OPTIONS: ReadonlySet<string> = new Set(
  (
    'body media media-type all limit json select out force dry-run no-validate emulator emulator-state base-url verbose help ' +
    'version'
  ).split(' '),
);

/** A command line that calls an operation, with the name of the package, which npx looks for: `npx @acme/pets pets list`; `undefined` where a shell cannot hold it. */
export function commandLine(
  packageName: string,
  operation: Operation,
  { parameters, body, media }: SampleArguments,
): string | undefined {
  const words = [...operation.group, operation.property].map((name) => kebabCase(name, name));
  const options = parameters.map((one) => parameterOptions(one, operation.parameters));
  if (options.includes(undefined) || (body !== undefined && !/^(?:json|form|multipart|lines)$/.test(body.kind)))
    return undefined;
  const line = [
    'npx',
    packageName,
    ...words,
    ...options.flatMap((one) => one ?? []),
    ...(body === undefined ? [] : ['--body', shellQuote(jsonText(withFiles(body)))]),
    ...(media === undefined ? [] : ['--media', media.name]),
    ...(isDownload(operation) ? ['--out', DOWNLOAD] : []),
  ].join(' ');
  return isShellText(line) ? line : undefined;
}

/** Parts that are files go by their paths. */
function withFiles({ value, files }: SampleBody): Json {
  if (files.length === 0 || !isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, files.includes(name) ? `@${FILE}` : one]));
}

/** The name of a parameter as people type it, where that is plain; else empty. */
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
  const name = typed === '' || !isAlone || OWN_OPTIONS.has(typed) ? `param.${property}` : typed;
  const option = shellWord(`--${name}`);
  if (typeof value === 'boolean') return value ? [option] : [shellWord(`--no-${name}`)];
  if (Array.isArray(value)) return value.flatMap((one) => [option, shellWord(printListItem(one))]);
  return [option, shellWord(printArgument(value))];
}

/** An item of a list, in which a comma does not end it. */
function printListItem(value: Json): string {
  return typeof value === 'string' ? value.replaceAll(',', '\\,') : jsonText(value);
}

function printArgument(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}
