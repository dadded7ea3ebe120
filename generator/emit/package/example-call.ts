import { listPresent } from '../../iterables.js';
import { codeSpan } from './markdown.js';
import { allGroups } from '../layout.js';
import type { Api, Operation } from '../../api/api.js';
import { defaultAddress } from '../../api/service/servers.js';
import { parameterIsRequired } from '../code/operation-params.js';
import { hasPages, isDownload, isStream, readResult } from '../code/operation-result.js';
import type { ArgumentStyle } from '../../options.js';
import { type Method, sampleArguments } from './sample-arguments.js';
import { callSource } from './operation-samples.js';
import { toObject } from '../../json.js';

/** A resource and its methods, for headings. */
export interface Resource {
  /** `shops.pets` */
  readonly path: string;
  readonly methods: readonly Method[];
}

/** Lists the resources that have methods, parents before children, as a client sees them. */
export function listResourceMethods(api: Api): readonly Resource[] {
  const operations = new Map(api.operations.map((operation) => [operation.id, operation]));
  const resources = allGroups(api.groups).map((group) => {
    const path = group.path.join('.');
    const known = listPresent(group.operations.map((id) => operations.get(id)));
    return { path, methods: known.map((operation) => ({ operation, path: `${path}.${operation.property}` })) };
  });
  return resources.filter(({ methods }) => methods.length > 0);
}

/** Returns the summary of an operation, or the first paragraph of its description, or its id. */
export function oneLiner({ doc, id }: Operation): string {
  const text = doc.summary ?? doc.description ?? id;
  return text.split(/\n\s*\n/, 1)[0] ?? text;
}

/** Prints the request of an operation as a span of code: `` `GET /pets` ``. */
export function requestSpan({ method, path }: Operation): string {
  return codeSpan(`${method} ${path}`).text;
}

/** A use of operations: its title on a page, and a test whether an operation with this TypeScript sample is an example of it. */
interface Use {
  readonly title: string;
  readonly fits: (operation: Operation, sample: string) => boolean;
}

/** Returns true if the response of an operation is a page or an array. */
export function isList(operation: Operation): boolean {
  return operation.paging !== undefined || readResult(operation).shape?.kind === 'array';
}

/** Returns the action of `x-action`, else one that fits the method: `delete`, `update`, `insert`; `''` for any other operation. */
function guessAction({ method, extensions, body, report }: Operation): string {
  const [stated] = Object.keys(toObject(extensions['x-action']));
  if (stated !== undefined) return stated;
  if (method === 'DELETE') return 'delete';
  if (method === 'PUT' || method === 'PATCH') return 'update';
  return method === 'POST' && report === undefined && (body?.contents.length ?? 0) > 0 ? 'insert' : '';
}

const isRead = ({ method }: Operation): boolean => method === 'GET';

const isSpecial = (one: Operation): boolean =>
  one.body?.media !== undefined || isDownload(one) || isStream(one) || one.report !== undefined;

/** Returns true if an operation creates something from a body without bytes, and returns it. */
export const isCreate = (one: Operation): boolean =>
  guessAction(one) === 'insert' && !isSpecial(one) && readResult(one).shape !== undefined;

/** Returns true if an operation is a list by its response or by the name `list`, since the items may be in any member of the response. */
const lists = (one: Operation): boolean => isRead(one) && (isList(one) || one.property === 'list') && !isSpecial(one);

/** The uses in the order of a page; the first `PLAIN_USES` are those of ordinary resources. */
const USES: readonly Use[] = [
  { title: 'List', fits: (one) => hasPages(one) || lists(one) },
  { title: 'Get one', fits: (one) => isRead(one) && !lists(one) && !isSpecial(one) },
  { title: 'Create', fits: isCreate },
  { title: 'Change', fits: (one) => guessAction(one) === 'update' && !isSpecial(one) },
  { title: 'Delete', fits: (one) => guessAction(one) === 'delete' },
  { title: 'Upload a file', fits: ({ body }) => body?.media !== undefined },
  { title: 'Download', fits: isDownload },
  { title: 'Read a report', fits: ({ report }) => report !== undefined },
  { title: 'Read a stream', fits: (one) => isStream(one) && one.report === undefined },
  // `{ ids: ['a', 'b'] }`
  { title: 'Get several by their ids', fits: (one, sample) => isRead(one) && /\b\w*ids?: \[[^\]]*', '/i.test(sample) },
];

/** A sample that fits every use, to test an operation before its real sample is built. */
const ANY_SAMPLE = "ids: ['a', 'b']";

/** Number of uses at the start of `USES` by which the main resource is chosen. */
const PLAIN_USES = 5;

/** Lists the methods for examples, those of the main resource first. Leaves out deprecated and unsupported ones, unless all are. */
export function orderExamples(api: Api): readonly Method[] {
  const all = listResourceMethods(api);
  const works = ({ operation: { doc, extensions } }: Method): boolean =>
    doc.deprecated !== true && extensions['x-action'] !== 'unsupported';
  const working = all.map(({ path, methods }) => ({ path, methods: methods.filter(works) }));
  const usable = working.some(({ methods }) => methods.length > 0) ? working : all;
  const countUses = ({ methods }: Resource): number => {
    // An upload with a body counts as `Create`, too.
    const has = ({ title, fits }: Use): boolean =>
      methods.some(({ operation: one }) => fits(one, '') || (title === 'Create' && guessAction(one) === 'insert'));
    return USES.slice(0, PLAIN_USES).filter(has).length;
  };
  const [main] = usable
    .map((resource) => ({ resource, uses: countUses(resource) }))
    .toSorted(
      (left, right) =>
        right.uses - left.uses ||
        right.resource.methods.length - left.resource.methods.length ||
        left.resource.path.length - right.resource.path.length,
    );
  const first = main?.resource.methods ?? [];
  return [...first, ...usable.filter((one) => one !== main?.resource).flatMap(({ methods }) => methods)];
}

/** An example of a use. */
export interface ChosenCall {
  readonly title: string;
  readonly method: Method;
}

/**
 * Chooses the calls on a page: one for each use, preferably from the main resource, then calls of other resources. Leaves out calls without
 * a sample.
 */
export function chooseCalls(
  api: Api,
  most: number,
  findSample: (method: Method) => string | undefined,
): readonly ChosenCall[] {
  const ordered = orderExamples(api);
  const chosen: ChosenCall[] = [];
  const find = (fits: Use['fits'], among = ordered): Method | undefined =>
    among.find((one) => {
      // The test with `ANY_SAMPLE` saves building most samples.
      if (chosen.some(({ method }) => method === one) || !fits(one.operation, ANY_SAMPLE)) return false;
      const sample = findSample(one);
      return sample !== undefined && fits(one.operation, sample);
    });
  for (const { title, fits } of USES) {
    const method = find(fits);
    if (method === undefined) continue;
    chosen.push({ title: title === 'List' && hasPages(method.operation) ? 'List, over all pages' : title, method });
  }
  while (chosen.length < most) {
    const known = new Set(chosen.map(({ method }) => joinGroup(method)));
    const others = ordered.filter((one) => !known.has(joinGroup(one)));
    const method = find(isRead, others) ?? find(() => true, others) ?? find(() => true);
    if (method === undefined) break;
    chosen.push({ title: `Also: ${method.path}`, method });
  }
  return chosen.slice(0, most);
}

function joinGroup({ operation }: Method): string {
  return operation.group.join('.');
}

/** The first call in the README, which compiles and works. */
export interface ExampleCall {
  readonly operation: Operation;
  /** `client.playlists.list({ part: 'snippet' })` */
  readonly call: string;
  /** Function that creates the credential: `apiKey('…')`; absent if the call needs none. */
  readonly auth?: 'apiKey' | 'bearer' | 'basic';
  /** The spec has no absolute address of the service, so callers have to pass `baseUrl`. */
  readonly needsBaseUrl: boolean;
}

/** Chooses the first call in the README: a read with few required parameters, preferably of the main resource; `undefined` if no call can be printed. */
export function exampleCall(api: Api, style?: ArgumentStyle): ExampleCall | undefined {
  const methods = orderExamples(api);
  const kinds = new Map(api.securitySchemes.map((scheme) => [scheme.name, scheme.kind]));
  const effort = (method: Method): number =>
    rateEffort(method.operation) + (methods[0] && joinGroup(method) === joinGroup(methods[0]) ? 0 : 1.5);
  for (const method of methods.toSorted((left, right) => effort(left) - effort(right))) {
    const { operation } = method;
    const values = sampleArguments(api, operation);
    const call = values && callSource(api, method, values, style);
    // A call with a file needs a further import.
    if (call === undefined || values?.media !== undefined) continue;
    const alone = operation.security.find((alternative) => alternative.length === 1);
    const auth = kinds.get(alone?.[0]?.scheme ?? '');
    const hasAuth = auth !== undefined && auth !== 'other' && auth !== 'mutualTLS';
    return { operation, call, needsBaseUrl: defaultAddress(api.servers) === undefined, ...(hasAuth && { auth }) };
  }
  return undefined;
}

function rateEffort(operation: Operation): number {
  const { body, extensions, parameters } = operation;
  const needed = parameters.filter((parameter) => parameterIsRequired(operation, parameter));
  // Such a call needs one of several optional parameters, which its type may not express.
  const isSelective =
    Object.hasOwn(extensions, 'x-selectors') || toObject(extensions['x-parameter-rules'])['exactlyOne'] !== undefined;
  const writes = (isRead(operation) ? 0 : 10) + (body?.required === true ? 10 : 0);
  const special = (isDownload(operation) ? 5 : 0) + (isList(operation) ? 0 : 0.5);
  return needed.length + Number(isSelective) + writes + special;
}
