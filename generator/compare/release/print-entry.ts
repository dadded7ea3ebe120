import type { Api } from '../../api/api.js';
import { changeCodes } from '../changes/change.js';
import type { Change, ChangeCode } from '../changes/change.js';
import { listFirst } from '../sides/finding.js';
import type { Both } from '../sides/finding.js';
import { groupBy } from '../../iterables.js';
import { listResourceMethods } from '../../emit/package/example-call.js';
import { codeSpan, markdownProse } from '../../emit/package/markdown.js';

const sections = { breaking: 'Breaking changes', feature: 'New', fix: 'Fixed' };

/** Most changes of one code that a section lists, except breaking ones, which are listed all. */
const MOST = 20;

/** Most calls that are named behind a change. */
const MOST_CALLS = 5;

/** Names of calls by the ids of operations. */
type Calls = ReadonlyMap<string, string>;

/**
 * Prints the body of an entry of a changelog, in Markdown: breaking changes, features and fixes, grouped by code, so that
 * advice is printed once. Text of the spec shows as it is and marks up nothing.
 */
export function printEntry(changes: readonly Change[], { before, after }: Both<Api>): string {
  if (changes.length === 0) return 'The API is the same; the package was generated anew.';
  // Names of calls that are gone are in the old description.
  const methods = [before, after].flatMap((api) => listResourceMethods(api).flatMap((one) => one.methods));
  const calls = new Map(methods.map(({ operation, path }) => [operation.id, `client.${path}`]));
  return Object.entries(sections)
    .flatMap(([kind, title]) => {
      const own = changes.filter((one) => one.kind === kind);
      const groups = [...groupBy(own, ({ code }) => code).values()].map((list) => printGroup(list, calls));
      return groups.length === 0 ? [] : [`### ${title}`, ...groups];
    })
    .join('\n\n');
}

/** Changes of one kind and code. */
function printGroup(list: readonly Change[], calls: Calls): string {
  const { code, kind } = list[0] ?? { code: 'docs-changed', kind: 'fix' };
  const { means, why } = changeCodes[code];
  const head = `**${means}**${kind === 'breaking' ? ` ${why} ${adviceOn(code)}`.trimEnd() : ''}`;
  const items = mergeSame(list).map((same) => printItem(same, calls));
  const shown = kind === 'breaking' ? items : items.slice(0, MOST);
  const more = items.length - shown.length;
  return `${head}\n\n${[...shown, ...(more > 0 ? [`- … and ${more} more.`] : [])].join('\n')}`;
}

/** Merges changes with the same message at the same point of several operations: `maxResults` of `list` and `search`. */
function mergeSame(changes: readonly Change[]): readonly Change[] {
  const groups = groupBy(changes, (one) => JSON.stringify([one.message, findPoint(one) ?? ['', one.subject]]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const operations = [first, ...others].flatMap((one) => one.operations);
    return [{ ...first, operations: [...new Set(operations)] }];
  });
}

/**
 * Returns the point of an operation that a change is about: `maxResults`, `responses.404`; `undefined` if it is about no
 * operation.
 */
function findPoint({ subject, operations }: Change): string | undefined {
  const id = operations.find((one) => subject === `operations.${one}` || subject.startsWith(`operations.${one}.`));
  return id === undefined ? undefined : subject.slice(`operations.${id}.`.length).replace(/^parameters\./, '');
}

function printItem(change: Change, calls: Calls): string {
  const { message, subject, operations } = change;
  const all = operations.map((id) => codeSpan(calls.get(id) ?? id).text);
  // A single one more is named, too.
  const names = listFirst(all, all.length === MOST_CALLS + 1 ? MOST_CALLS + 1 : MOST_CALLS);
  const point = findPoint(change);
  const text = markdownProse(message).text;
  if (point === undefined) {
    const where = names === '' ? '' : ` (${names})`;
    return `- ${codeSpan(subject.replace(/^(?:schemas|operations)\./, '')).text}: ${text}${where}`;
  }
  // Most messages name the point themselves.
  const isNamed = point === '' || message.includes(`"${point.slice(point.lastIndexOf('.') + 1)}"`);
  return `- ${names}${isNamed ? '' : `, ${codeSpan(point).text}`}: ${text}`;
}

const rename = 'Use the new name.';
const stop = 'Stop using it.';
const pass = 'Pass it in each call.';
const handle = 'Handle the values that may come now.';
const send = 'Send only what is taken now.';
const both = 'Read and send what is told below.';
const update = 'Update to this version: the package does it by itself, earlier versions fail.';

/** Advice on breaking changes by code, a sentence each. */
const advice: Readonly<Partial<Record<ChangeCode, string>>> = {
  'client-renamed': rename,
  'server-removed': 'Choose another base address.',
  'default-server-changed': 'Give `baseUrl` where the old one is meant.',
  'server-variable-changed': 'Give `baseUrl` the address of the service now.',
  'security-scheme-removed': 'Authenticate in another way.',
  'security-scheme-changed': 'Give `auth` the credential that is asked for now.',
  'operation-removed': stop,
  'operation-renamed': rename,
  'operation-moved': update,
  'method-moved': rename,
  'open-parameters-removed': stop,
  'paging-removed': 'Take the response at once.',
  'paging-changed': update,
  'parts-changed': 'Name the parts that are needed.',
  'report-changed': handle,
  'reason-removed': stop,
  'quota-raised': 'See whether the quota still does.',
  'auth-required': 'Give `auth` to the client.',
  'auth-alternative-removed': 'Authenticate in another way.',
  'scope-added': 'Ask for tokens with that scope.',
  'required-parameter-added': pass,
  'parameter-removed': stop,
  'parameter-renamed': rename,
  'parameter-moved': update,
  'parameter-required': pass,
  'parameter-optional': 'Ask whether it is there.',
  'parameter-serialization': update,
  'required-body-added': pass,
  'body-removed': stop,
  'body-required': pass,
  'media-type-removed': send,
  'body-encoding-changed': update,
  'media-changed': update,
  'response-removed': handle,
  'result-widened': handle,
  'error-body-removed': 'Tell the error by its status alone.',
  'header-removed': stop,
  'header-optional': 'Ask whether it is there.',
  'webhook-removed': stop,
  'webhook-changed': handle,
  'webhook-signature-changed': handle,
  'export-removed': rename,
  'custom-export-removed': stop,
  'dependency-replaced': 'Install the versions that are named.',
  'part-removed': stop,
  'schema-removed': stop,
  'schema-renamed': rename,
  'input-type-removed': 'Use the type without `Input` behind its name.',
  'required-property-added': 'Set it in what is sent.',
  'property-removed': stop,
  'property-renamed': rename,
  'property-required': 'Set it in what is sent.',
  'property-optional': 'Ask whether it is there.',
  'became-read-only': 'Leave it out of what is sent.',
  'became-write-only': 'Do not look for it in responses.',
  'type-widened': handle,
  'type-narrowed': both,
  'type-changed': both,
  'codec-changed': 'Pass values in the type that is named, and read them in it.',
  'name-changed': 'Read and write it by its new name.',
  'codec-rewritten': 'Look at what the codec makes of values now.',
  'argument-style-changed': 'Pass what the method takes where it takes it now.',
  'whole-numbers-only': send,
  'fractions-allowed': handle,
  'null-allowed': 'Ask whether it is null.',
  'null-refused': 'Leave it out instead.',
  'format-widened': handle,
  'format-narrowed': send,
  'format-changed': both,
  'encoding-changed': both,
  'closed-enum-value-added': handle,
  'enum-value-removed': send,
  'closed-enum-value-removed': both,
  'enum-value-renamed': 'Use the new value.',
  'closed-enum-value-renamed': 'Use the new value.',
  'enum-stated': send,
  'closed-enum-dropped': handle,
  'enum-constants-removed': 'Write the value instead.',
  'enum-constant-changed': 'Look at where the constant is used.',
  'enum-style-changed': 'Use the constants where there are any, else the values.',
  'limit-tightened': send,
  'limit-loosened': handle,
  'limit-changed': both,
  'pattern-added': send,
  'pattern-removed': handle,
  'pattern-changed': both,
  'additional-properties-refused': send,
  'tuple-changed': both,
  'alternative-added': handle,
  'alternative-removed': both,
  'discriminator-changed': both,
  'condition-added': send,
  'condition-removed': handle,
  'condition-changed': both,
  'default-removed': 'Pass the value that is meant.',
  'default-changed': 'Pass the value that is meant.',
  'exported-type-changed': both,
};

/** Returns a sentence of advice on a breaking change, or an empty text. */
export function adviceOn(code: ChangeCode): string {
  return advice[code] ?? '';
}
