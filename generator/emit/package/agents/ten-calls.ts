import type { Operation } from '../../../api/api.js';
import { objectOf } from '../../../api/extension-values.js';
import { hasPages, isDownload, isStream, resultOf } from '../../code/operations/operation-result.js';
import type { Method } from '../example-call.js';

/** Most calls that a skill shows. */
const MOST_CALLS = 10;

/** What a call is an example of: what it is called, and whether an operation is one. */
interface CallKind {
  readonly title: string;
  /** The call is in the language of `sample`. */
  readonly fits: (operation: Operation, sample: string) => boolean;
}

/** What an operation does with things of a kind, as far as its spec or its method tell. */
function actionOf({ method, extensions, body, report }: Operation): string {
  const [stated] = Object.keys(objectOf(extensions['x-action']));
  if (stated !== undefined) return stated;
  if (method === 'DELETE') return 'delete';
  if (method === 'PUT' || method === 'PATCH') return 'update';
  return method === 'POST' && report === undefined && (body?.contents.length ?? 0) > 0 ? 'insert' : '';
}

const isRead = ({ method }: Operation): boolean => method === 'GET';

const isSpecial = (one: Operation): boolean =>
  one.body?.media !== undefined || isDownload(one) || isStream(one) || one.report !== undefined;

/** Whether a call names several things: a list of ids with a comma in it. */
const isMany = (sample: string): boolean => /\b\w*ids?: \[[^\]]*', '/i.test(sample);

/** In the order in which a skill shows them. */
const KINDS: readonly CallKind[] = [
  {
    title: 'List, over all pages',
    fits: hasPages,
  },
  { title: 'Get one', fits: (one) => isRead(one) && one.paging === undefined && !isSpecial(one) },
  {
    title: 'Create',
    fits: (one) => actionOf(one) === 'insert' && !isSpecial(one) && resultOf(one).shape !== undefined,
  },
  { title: 'Change', fits: (one) => actionOf(one) === 'update' && !isSpecial(one) },
  { title: 'Delete', fits: (one) => actionOf(one) === 'delete' },
  { title: 'Upload a file', fits: ({ body }) => body?.media !== undefined },
  { title: 'Download', fits: isDownload },
  { title: 'Read a report', fits: ({ report }) => report !== undefined },
  { title: 'Read a stream', fits: (one) => isStream(one) && one.report === undefined },
  { title: 'Get several by their ids', fits: (one, sample) => isRead(one) && isMany(sample) },
];

/** How many of these, from the first, are what is done with things of any kind. */
const PLAIN_KINDS = 5;

/** An example of a kind of call. */
export interface ChosenCall {
  readonly title: string;
  readonly method: Method;
}

/**
 * The calls that a skill shows: one of each kind, if it can be of the resource that has most kinds, then others of further resources,
 * at most ten. Those that are deprecated, or have no sample, are left out.
 */
export function chooseCalls(
  methods: readonly Method[],
  sampleOf: (method: Method) => string | undefined,
): readonly ChosenCall[] {
  const usable = methods.filter(({ operation }) => operation.doc.deprecated !== true);
  const main = richestGroup(usable);
  const ordered = [...usable.filter((one) => groupOf(one) === main), ...usable.filter((one) => groupOf(one) !== main)];
  const chosen: ChosenCall[] = [];
  const find = (fits: CallKind['fits'], among = ordered): Method | undefined =>
    among.find((one) => {
      // Whether it fits at all is known before its sample is made.
      if (chosen.some(({ method }) => method === one) || !fits(one.operation, SEVERAL)) return false;
      const sample = sampleOf(one);
      return sample !== undefined && fits(one.operation, sample);
    });
  for (const { title, fits } of KINDS) {
    const method = find(fits);
    if (method !== undefined) chosen.push({ title, method });
  }
  while (chosen.length < MOST_CALLS) {
    const known = new Set(chosen.map(({ method }) => groupOf(method)));
    const others = usable.filter((one) => !known.has(groupOf(one)));
    const method = find(isRead, others) ?? find(() => true, others) ?? find(() => true, usable);
    if (method === undefined) break;
    chosen.push({ title: `Also: ${method.path}`, method });
  }
  return chosen.slice(0, MOST_CALLS);
}

/** A sample that names several things. */
const SEVERAL = "ids: ['a', 'b']";

function groupOf({ operation }: Method): string {
  return operation.group.join('.');
}

/** The resource whose operations are of most plain kinds; of several the one with the shortest name, which is most likely a main one. */
function richestGroup(methods: readonly Method[]): string | undefined {
  const kinds = new Map<string, Set<string>>();
  for (const method of methods) {
    const known = kinds.get(groupOf(method)) ?? new Set();
    for (const { title, fits } of KINDS.slice(0, PLAIN_KINDS)) if (fits(method.operation, '')) known.add(title);
    kinds.set(groupOf(method), known);
  }
  const sorted = [...kinds].toSorted(
    ([name, left], [other, right]) => right.size - left.size || name.length - other.length,
  );
  return sorted[0]?.[0];
}
