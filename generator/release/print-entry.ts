import type { Api } from '../api/api.js';
import { changeCodes } from '../diff/change-codes.js';
import type { CodeEntry } from '../diff/change-codes.js';
import type { Change, ChangeKind } from '../diff/change.js';
import { groupBy } from '../emit/code/syntax/order.js';
import { resourcesOf } from '../emit/package/example-call.js';
import { codeSpan, markdownProse } from '../emit/package/markdown.js';
import { adviceOn } from './advice.js';

/** Both descriptions: names of calls that are gone stand in the old one. */
export interface BothApis {
  readonly before: Api;
  readonly after: Api;
}

const SECTIONS: readonly (readonly [kind: ChangeKind, title: string])[] = [
  ['breaking', 'Breaking changes'],
  ['feature', 'New'],
  ['fix', 'Fixed'],
];

/** Most changes of one code that a section lists one by one, where nobody has to do anything about them. */
const MOST = 20;

/** Most calls that are named behind a change. */
const MOST_CALLS = 5;

/**
 * The body of an entry of a changelog, in Markdown: what breaks, what is new and what is mended, grouped by what happened, so
 * that what to do about it is said once. Text of the spec shows as it is and marks up nothing.
 */
export function printEntry(changes: readonly Change[], apis: BothApis): string {
  if (changes.length === 0) return 'The API is the same; the package was generated anew.';
  const calls = callNames(apis);
  return SECTIONS.flatMap(([kind, title]) => {
    const own = changes.filter((one) => one.kind === kind);
    const groups = [...groupBy(own, ({ code }) => code).values()].map((list) => printGroup({ kind, list }, calls));
    return groups.length === 0 ? [] : [`### ${title}`, ...groups];
  }).join('\n\n');
}

interface Group {
  readonly kind: ChangeKind;
  readonly list: readonly Change[];
}

type Calls = ReadonlyMap<string, string>;

function printGroup({ kind, list }: Group, calls: Calls): string {
  const code = list[0]?.code ?? 'docs-changed';
  const { means, why }: CodeEntry = changeCodes[code];
  const head = `**${means}**${kind === 'breaking' ? ` ${why} ${adviceOn(code)}`.trimEnd() : ''}`;
  const items = mergeSame(list).map((same) => printItem(same, calls));
  const shown = kind === 'breaking' ? items : items.slice(0, MOST);
  const more = items.length - shown.length;
  return `${head}\n\n${[...shown, ...(more > 0 ? [`- … and ${more} more.`] : [])].join('\n')}`;
}

/** The same thing said of the same point of several operations is said once. */
function mergeSame(changes: readonly Change[]): readonly Change[] {
  const groups = groupBy(changes, (one) => JSON.stringify([one.message, pointOf(one) ?? ['', one.subject]]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const operations = [first, ...others].flatMap((one) => one.operations);
    return [{ ...first, operations: [...new Set(operations)] }];
  });
}

/** What of an operation a change is about, as in `maxResults` or `responses.404`; `undefined` where it is about none. */
function pointOf({ subject, operations }: Change): string | undefined {
  const id = operations.find((one) => subject === `operations.${one}` || subject.startsWith(`operations.${one}.`));
  return id === undefined ? undefined : subject.slice(`operations.${id}.`.length).replace(/^parameters\./, '');
}

function printItem(change: Change, calls: Calls): string {
  const { message, subject, operations } = change;
  const names = listOf(operations.map((id) => codeSpan(calls.get(id) ?? id).text));
  const point = pointOf(change);
  const text = markdownProse(message).text;
  if (point === undefined) {
    const where = names === '' ? '' : ` (${names})`;
    return `- ${codeSpan(subject.replace(/^(?:schemas|operations)\./, '')).text}: ${text}${where}`;
  }
  // Most messages name it themselves.
  const isNamed = point === '' || message.includes(`"${point.slice(point.lastIndexOf('.') + 1)}"`);
  return `- ${names}${isNamed ? '' : `, ${codeSpan(point).text}`}: ${text}`;
}

function listOf(names: readonly string[]): string {
  const more = names.length - MOST_CALLS;
  return more > 1 ? `${names.slice(0, MOST_CALLS).join(', ')} and ${more} more` : names.join(', ');
}

function callNames({ before, after }: BothApis): Calls {
  const methods = [before, after].flatMap((api) => resourcesOf(api).flatMap((one) => one.methods));
  return new Map(methods.map(({ operation, path }) => [operation.id, `client.${path}`]));
}
