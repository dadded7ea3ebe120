import { readBaseUrl } from '../../../templates/runtime/client/transport/base-url.js';
import { writeCall } from '../../../templates/runtime/client/transport/url.js';
import { expandParameters } from '@speccast/runtime';
import { readQuery } from '@speccast/runtime/parameters';
import type { DeclaredParameter } from '@speccast/runtime';
import { readParameters, createRouter } from '@speccast/runtime/requests';
import { createOperation } from '../client/support.js';
import type { AnyParams } from '../client/support.js';
import { createOperationPlan } from '../server/create-operation-plan.js';

/** A request that a client has written. */
export interface SentParams {
  readonly url: URL;
  readonly headers: Headers;
}

const base = readBaseUrl(undefined, 'https://films.test/v3');

function createFilmOperation(parameters: readonly DeclaredParameter[]): ReturnType<typeof createOperation> {
  const variables = expandParameters({ parameters }).filter((one) => one.in === 'path');
  return createOperation({ path: `/films${variables.map(({ name }) => `/{${name}}`).join('')}/end`, parameters });
}

/** Writes params as the client does; the URL is normalized by `URL`, like by each transport. */
export function writeParams(parameters: readonly DeclaredParameter[], params: AnyParams): SentParams {
  const called = createFilmOperation(parameters);
  const { url, headers } = writeCall(base, called, params);
  const request = new Request(url, { headers });
  return { url: new URL(request.url), headers: request.headers };
}

/** Reads params as the emulator does. */
export function readParams(parameters: readonly DeclaredParameter[], { url, headers }: SentParams): unknown {
  const plan = createOperationPlan(createFilmOperation(parameters));
  const route = createRouter([plan])('GET', url.pathname.slice('/v3'.length));
  if (route.kind !== 'operation') throw new Error(`There is no operation at ${url.pathname}`);
  return readParameters(plan, { path: route.path, query: readQuery(url.search), headers, credentials: new Set() });
}
