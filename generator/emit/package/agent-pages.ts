import { listPresent } from '../../iterables.js';
import { code, type Code, render } from '../code/templates.js';
import { binaryName, describeContents, NODE_FLOOR, oneLine, partFlags } from './package-json.js';
import { joinWords } from '../../api/tools/sentence.js';
import { quotaLimits, listStatusReasons } from '../code/operation-sentences.js';
import { findFeatures } from '../code/api-features.js';
import type { EmitContext } from '../emit-context.js';
import { commandName } from '../surface-entries.js';
import { chooseCalls, listResourceMethods, type ChosenCall, oneLiner } from './example-call.js';
import type { Method } from './sample-arguments.js';
import { codeSpan, markdownCode, printTableRows, markdownText } from './markdown.js';
import { pageSentence } from './service-rows.js';
import {
  authSource,
  clientCredentials,
  listCredentialMakers,
  operationSamples,
  optionsSource,
  samplePreamble,
  type OperationSamples,
} from './operation-samples.js';
import type { Api } from '../../api/api.js';
import { printPointer } from '../../spec/read/pointer.js';
import { commandWords, urlPart, listCredentials } from './shell-samples.js';
import { cutText } from '../code/doc-comments.js';

/** Most characters of the name and of the description of a skill, by its specification. */
const [LONGEST_NAME, LONGEST_DESCRIPTION] = [64, 1024];

/** Most calls that a skill shows. */
const MOST_CALLS = 10;

/** Most characters of one sample, so that ten of them fit into the part of a file that agents read at once. */
const LONGEST_SAMPLE = 700;

/** Prints SKILL.md of a package, in the open format of Agent Skills: its purpose, calls and errors. */
export function emitSkill(context: EmitContext): string {
  const { api, packageName, parts, surfaces = [] } = context;
  const findSamples = (method: Method): OperationSamples => operationSamples(method, context);
  const calls = chooseCalls(api, MOST_CALLS, (method) => omitLongSample(findSamples(method).typescript));
  const credentials = listCredentials(api, packageName);
  const credentialRows = credentials.map(({ scheme: { kind }, variables }) => {
    const [title, parameters] = SCHEME_KINDS[kind];
    return [title, variables.map(markdownCode).join(' and '), markdownCode(`${kind}(${parameters})`)];
  });
  const [first] = calls;
  const sample = first && findSamples(first.method).typescript;
  // The specification of skills allows lower-case letters, digits and single hyphens.
  const name = commandName(packageName)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME);
  return render(context, 'package/skill.hbs', {
    name: code(name.replace(/^-+|-+$/g, '') || 'api'),
    description: code(JSON.stringify(describeSkill(context))),
    ...pageFacts(context),
    about: aboutService(api),
    node: code(NODE_FLOOR),
    credentials: printTableRows(['Credential', 'Environment variable', '`auth` of the client'], credentialRows),
    queryKey: credentials.some(({ scheme }) => scheme.kind === 'apiKey' && scheme.in === 'query'),
    preamble: samplePreamble(context),
    calls: calls.map((call, index) => callView(call, findSamples(call.method), index + 1)),
    fault: sample !== undefined && code(sample),
    reference: referenceAddress(context),
    reasons: statusRows(context),
    quotas: Object.keys(quotaLimits(api)).length > 0,
    emulated: sample !== undefined && parts.includes('emulator') && emulatedView(context, sample),
    cli: surfaces.includes('cli') && {
      words: first !== undefined && code(commandWords(first.method.operation).join(' ')),
    },
    pages: pageSentence(api),
    mcp: surfaces.includes('mcp') && { command: code(`${commandName(packageName)}-mcp`) },
  });
}

function describeSkill({ api, packageName, parts, surfaces = [] }: EmitContext): string {
  const ways = ['TypeScript', surfaces.includes('cli') && 'a shell', surfaces.includes('mcp') && 'an MCP host'];
  // Other characters of the title would need escapes inside quotes.
  const title = oneLine(api.title.replace(/[^\p{L}\p{N} '.,&()-]+/gu, ' '))
    .slice(0, 80)
    .trim();
  const from = joinWords(listPresent(ways), 'or');
  const start = `Calls the API "${title}" with the package ${packageName}, from ${from}. Use when code or a task reads or writes its `;
  let names = '';
  for (const { path } of listResourceMethods(api)) {
    const next = names === '' ? path : `${names}, ${path}`;
    if (start.length + next.length > LONGEST_DESCRIPTION - 200) break;
    names = next;
  }
  const end = parts.includes('emulator') ? ', or when a test needs that service.' : '.';
  return `${start}${names || 'data'}${end}`.slice(0, LONGEST_DESCRIPTION);
}

function omitLongSample(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= LONGEST_SAMPLE ? text : undefined;
}

/** Titles of credentials, and the arguments of the functions that create them. */
const SCHEME_KINDS = {
  apiKey: ['API key', 'key'],
  bearer: ['Token', 'token'],
  basic: ['User and password', 'user, password'],
} as const;

function callView({ title, method }: ChosenCall, { typescript = '', cli }: OperationSamples, number: number): object {
  const { operation, path } = method;
  return {
    title: code(`${number}. ${title}`),
    request: codeSpan(`${operation.method} ${operation.path}`),
    call: codeSpan(`client.${path}`),
    typescript: code(typescript),
    cli: omitLongSample(cli) !== undefined && code(cli ?? ''),
  };
}

/** Most reasons of one status that a skill names. */
const MOST_REASONS = 6;

/** Prints a table of the reasons of errors by status, with the first reasons of each. */
function statusRows({ api }: EmitContext): readonly Code[] {
  const stated = listStatusReasons(api.extensions).filter(({ reasons }) => reasons.length > 0);
  const rows = stated.slice(0, 12).map(({ status, reasons }) => {
    const shown = reasons.slice(0, MOST_REASONS).map(markdownCode).join(', ');
    return [markdownCode(status), withMore(shown, reasons.length - MOST_REASONS)];
  });
  return printTableRows(['Status', 'Reasons of every call'], rows);
}

/** Adds the number of omitted items to a list: `a, b and 3 more`. */
function withMore(list: string, left: number): string {
  return left > 0 ? `${list} and ${left} more` : list;
}

function emulatedView({ api, packageName }: EmitContext, sample: string): object {
  const shown = clientCredentials(api, listCredentials(api, packageName));
  const auth = authSource(shown, () => "'emulated-caller'");
  const create = `create${api.typeName}`;
  const options = optionsSource([auth, 'baseUrl: emulator.baseUrl', 'fetch: emulator.fetch']);
  return {
    imports: code([...listCredentialMakers(shown), create].toSorted().join(', ')),
    client: code(`${create}(${options})`),
    call: code(sample),
  };
}

/** Most operations that llms.txt lists. If there are more, it lists resources instead, at most this many. */
const [MOST_OPERATIONS, MOST_RESOURCES] = [120, 200];

/** Most methods in the line of a resource. */
const MOST_METHODS = 6;

/** Prints llms.txt of a package, in the format of llmstxt.org: its purpose, and links into its files. */
export function emitLlms(context: EmitContext): string {
  const { api, surfaces = [] } = context;
  const resources = listResourceMethods(api);
  const isLong = api.operations.length > MOST_OPERATIONS;
  const listed = isLong ? resources.slice(0, MOST_RESOURCES) : resources;
  return render(context, 'package/llms.hbs', {
    ...pageFacts(context),
    about: aboutService(api),
    cli: surfaces.includes('cli'),
    mcp: surfaces.includes('mcp'),
    reference: referenceAddress(context),
    long: isLong && code(String(MOST_OPERATIONS)),
    left: resources.length > listed.length && code(String(resources.length - listed.length)),
    resources: (isLong ? listed : []).map(({ path, methods }) => {
      const names = methods.slice(0, MOST_METHODS).map(({ operation }) => operation.property);
      const list = withMore(names.join(', '), methods.length - names.length);
      return code(`[${codeSpan(`client.${path}`).text}](dist/index.d.ts): ${list}`);
    }),
    operations: isLong ? [] : listed.flatMap(({ methods }) => methods.map((one) => operationLine(one, context))),
  });
}

/** Returns the facts that the views of several pages share. */
export function pageFacts({ api, packageName, parts }: EmitContext): object {
  return {
    package: code(packageName),
    create: code(`create${api.typeName}`),
    contents: code(describeContents(parts)),
    bin: code(binaryName(packageName)),
    ...partFlags(parts),
    ...findFeatures(api),
  };
}

function operationLine({ operation, path }: Method, { parts }: EmitContext): Code {
  // A JSON pointer as the fragment of a URI.
  const pointer = printPointer(['paths', operation.path, operation.method.toLowerCase()]);
  const fragment = pointer.split('/').map(urlPart).join('/');
  const target = parts.includes('validators') ? `openapi.json#${fragment}` : 'dist/index.d.ts';
  const request = codeSpan(`${operation.method} ${operation.path}`).text;
  const words = specWords(oneLiner(operation), 120).text;
  const deprecated = operation.doc.deprecated === true ? 'deprecated, ' : '';
  return code(`[${codeSpan(`client.${path}`).text}](${target}): ${deprecated}${request}, “${words}”`);
}

/** Returns the address of `api.md`, which is not published with the package; `false` if the repository is not on GitHub. */
export function referenceAddress({ settings: { repository, directory } = {} }: EmitContext): Code | false {
  const [, page] = /^(?:git\+)?(https:\/\/github\.com\/[\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository ?? '') ?? [];
  if (page === undefined || !/^[\w./-]*$/.test(directory ?? '')) return false;
  return code(`${page}/blob/HEAD/${directory === undefined ? '' : `${directory}/`}api.md`);
}

/** Prints the first paragraph of a text of the spec for agents: one line without markup, with at most `most` characters. */
function specWords(text: string, most: number): Code {
  const [paragraph = ''] = text
    .trim()
    .slice(0, MOST_READ)
    .split(/\n\s*\n/, 1);
  const line = paragraph.replace(/\s+/g, ' ').trim();
  return markdownText(line.length <= most ? line : `${cutText(line.slice(0, most))} …`);
}

/** Most characters of a description that are read; some descriptions are very long. */
const MOST_READ = 5000;

/** Returns the summary or description of the service; `false` if the spec has neither. */
function aboutService({ doc }: Api): Code | false {
  const words = specWords(doc.summary ?? doc.description ?? '', 300);
  return words.text === '' ? false : words;
}
