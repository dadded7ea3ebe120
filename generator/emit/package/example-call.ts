import { allGroups } from '../layout.js';
import type { Api, Operation, Parameter } from '../../api/api.js';
import { defaultAddress } from '../../api/service/servers.js';
import { objectOf } from '../../api/extension-values.js';
import { parameterIsRequired } from '../code/operations/operation-params.js';
import { isDownload, resultOf } from '../code/operations/operation-result.js';
import type { ArgumentStyle } from '../emit-context.js';
import { sampleArguments } from './samples/sample-arguments.js';
import { callSource } from './samples/typescript.js';

/** Source text of a call that type-checks and works, for the README. */
export interface ExampleCall {
  readonly operation: Operation;
  /** `client.playlists.list({ part: 'snippet' })` */
  readonly call: string;
  /** How the credential is made: `apiKey('…')`; absent where none is taken. */
  readonly auth?: 'apiKey' | 'bearer' | 'basic';
  /** Whether the caller has to say where the service is. */
  readonly needsBaseUrl: boolean;
}

/** The simplest call of an API: a read that needs the fewest parameters, a list before others; `undefined` where no call can be written. */
export function exampleCall(api: Api, style?: ArgumentStyle): ExampleCall | undefined {
  const methods = resourcesOf(api).flatMap((resource) => resource.methods);
  for (const { operation, path } of methods.toSorted(
    (left, right) => effort(left.operation) - effort(right.operation),
  )) {
    const given = sampleArguments(api, operation);
    const call = given && callSource({ api, operation, path, given, style });
    if (call !== undefined) return { operation, call, ...whatItNeeds(api, operation) };
  }
  return undefined;
}

/** What a program has to say before such a call. */
function whatItNeeds(api: Api, operation: Operation): Pick<ExampleCall, 'auth' | 'needsBaseUrl'> {
  const auth = authOf(api, operation);
  return { needsBaseUrl: defaultAddress(api.servers) === undefined, ...(auth === undefined ? {} : { auth }) };
}

function effort(operation: Operation): number {
  const { method, body, doc } = operation;
  const required = requiredParameters(operation).length + (isSelective(operation) ? 1 : 0);
  const writes = method === 'GET' ? 0 : 10;
  const unusual = doc.deprecated === true || isDownload(operation) ? 5 : 0;
  const single = isList(operation) ? 0 : 0.5;
  return required + writes + (body?.required === true ? 10 : 0) + unusual + single;
}

/** Whether a call gives several of something: a page, or an array. */
export function isList(operation: Operation): boolean {
  return operation.paging !== undefined || resultOf(operation).shape?.kind === 'array';
}

function requiredParameters(operation: Operation): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameterIsRequired(operation, parameter));
}

/** Without one of several parameters such a call is rejected, and no type says so. */
export function isSelective({ extensions }: Operation): boolean {
  return Object.hasOwn(extensions, 'x-selectors') || objectOf(extensions['x-parameter-rules']).exactlyOne !== undefined;
}

function authOf(api: Api, { security }: Operation): ExampleCall['auth'] {
  const kinds = new Map(api.securitySchemes.map((scheme) => [scheme.name, scheme.kind]));
  const [first] = security
    .filter((alternative) => alternative.length === 1)
    .map(([need]) => kinds.get(need?.scheme ?? ''));
  return first === 'other' || first === 'mutualTLS' ? undefined : first;
}

/** An operation and how a client calls it. */
export interface Method {
  readonly operation: Operation;
  /** `shops.pets.list` */
  readonly path: string;
}

/** A resource and its methods, for headings. */
export interface Resource {
  /** `shops.pets` */
  readonly path: string;
  readonly methods: readonly Method[];
}

/** All resources that have methods, parents before children, as a client sees them. */
export function resourcesOf(api: Api): readonly Resource[] {
  const operations = new Map(api.operations.map((operation) => [operation.id, operation]));
  const resources = allGroups(api.groups).map((group) => {
    const path = group.path.join('.');
    const methods = group.operations.flatMap((id) => {
      const operation = operations.get(id);
      return operation === undefined ? [] : [{ operation, path: `${path}.${operation.property}` }];
    });
    return { path, methods };
  });
  return resources.filter(({ methods }) => methods.length > 0);
}

/** What an operation does, in one line: its summary, or the first sentence of its description. */
export function oneLiner({ doc, id }: Operation): string {
  const text = doc.summary ?? doc.description ?? id;
  return text.split(/\n\s*\n/, 1)[0] ?? text;
}
