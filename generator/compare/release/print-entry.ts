import type { Api } from '../../api/api.js';
import { changeCodes } from '../changes/change.js';
import type { Change, ChangeCode } from '../changes/change.js';
import { listFirst } from '../sides/finding.js';
import type { Both } from '../sides/finding.js';
import { groupBy } from '../../iterables.js';
import { listResourceMethods } from '../../emit/package/example-call.js';
import { codeSpan, markdownProse } from '../../emit/package/markdown.js';

const sections = { breaking: 'Breaking changes', feature: 'New', fix: 'Fixed' };

/** Maximum number of changes of one code that a section lists. All breaking changes are listed. */
const MOST = 20;

/** Maximum number of calls that are named with a change. */
const MOST_CALLS = 5;

/** Names of calls by the ids of operations. */
type Calls = ReadonlyMap<string, string>;

/**
 * Prints the body of an entry of a changelog, in Markdown: breaking changes, features and fixes, grouped by code, so that advice is
 * printed once. Text of the spec is escaped.
 */
export function printEntry(changes: readonly Change[], { before, after }: Both<Api>): string {
  if (changes.length === 0) return 'The API is the same; the package was generated anew.';
  // Calls that are gone have their names in the old description only.
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

/** Prints changes of one kind and code: a sentence in bold, and a list. */
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
  // `… and 1 more` would be as long as the name.
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

/** Sentences of advice on breaking changes, with the codes that each is for. */
const advice: Readonly<Record<string, readonly ChangeCode[]>> = {
  'Use the new name.': [
    'client-renamed',
    'operation-renamed',
    'method-moved',
    'parameter-renamed',
    'export-removed',
    'schema-renamed',
    'property-renamed',
  ],
  'Choose another server URL.': ['server-removed'],
  'Pass the old one as `baseUrl` if you need it.': ['default-server-changed'],
  'Pass the new address as `baseUrl`.': ['server-variable-changed'],
  'Authenticate in another way.': ['security-scheme-removed', 'auth-alternative-removed'],
  'Pass the new credential as `auth`.': ['security-scheme-changed'],
  'Stop using it.': [
    'operation-removed',
    'open-parameters-removed',
    'reason-removed',
    'parameter-removed',
    'body-removed',
    'header-removed',
    'webhook-removed',
    'custom-export-removed',
    'part-removed',
    'schema-removed',
    'property-removed',
  ],
  'Update to this version: the package does it by itself, but earlier versions fail.': [
    'operation-moved',
    'paging-changed',
    'parameter-moved',
    'parameter-serialization',
    'body-encoding-changed',
    'media-changed',
  ],
  'Read the whole list from the response.': ['paging-removed'],
  'Name the parts that you need.': ['parts-changed'],
  'Handle the new values.': [
    'report-changed',
    'response-removed',
    'result-widened',
    'webhook-changed',
    'webhook-signature-changed',
    'type-widened',
    'fractions-allowed',
    'format-widened',
    'closed-enum-value-added',
    'closed-enum-removed',
    'limit-loosened',
    'pattern-removed',
    'alternative-added',
    'condition-removed',
  ],
  'Check that your quota is large enough.': ['quota-raised'],
  'Pass `auth` to the client.': ['auth-required'],
  'Request tokens with this scope.': ['scope-added'],
  'Pass it in each call.': ['required-parameter-added', 'parameter-required', 'required-body-added', 'body-required'],
  'Check whether it exists.': ['parameter-optional', 'header-optional', 'property-optional'],
  'Send only values that are still accepted.': [
    'media-type-removed',
    'whole-numbers-only',
    'format-narrowed',
    'enum-value-removed',
    'enum-added',
    'limit-tightened',
    'pattern-added',
    'additional-properties-disallowed',
    'condition-added',
  ],
  'Identify the error by its status alone.': ['error-body-removed'],
  'Install the versions that are listed.': ['dependency-replaced'],
  'Use the type without `Input` at the end of its name.': ['input-type-removed'],
  'Send it in each request.': ['required-property-added', 'property-required'],
  'Do not send it.': ['became-read-only'],
  'Do not read it from responses.': ['became-write-only'],
  'Read and send values as listed below.': [
    'type-narrowed',
    'type-changed',
    'format-changed',
    'encoding-changed',
    'closed-enum-value-removed',
    'limit-changed',
    'pattern-changed',
    'tuple-changed',
    'alternative-removed',
    'discriminator-changed',
    'condition-changed',
    'exported-type-changed',
  ],
  'Read and write values of the type that is listed.': ['codec-changed'],
  'Read and write it by its new name.': ['name-changed'],
  'Check how the codec converts values.': ['codec-rewritten'],
  'Pass arguments in the new way.': ['argument-style-changed'],
  'Check whether it is null.': ['null-allowed'],
  'Leave it out instead.': ['null-disallowed'],
  'Use the new value.': ['enum-value-renamed', 'closed-enum-value-renamed'],
  'Use the value itself.': ['enum-constants-removed'],
  'Check each use of the constant.': ['enum-constant-changed'],
  'Use the constants if there are any, or else the values.': ['enum-style-changed'],
  'Pass the value that you need.': ['default-removed', 'default-changed'],
};

/** Returns a sentence of advice on a breaking change, or an empty text. */
export function adviceOn(code: ChangeCode): string {
  const [sentence = ''] = Object.entries(advice).find(([, codes]) => codes.includes(code)) ?? [];
  return sentence;
}
