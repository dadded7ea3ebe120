import type { Api } from '../../api/api.js';
import type { EmitContext } from '../emit-context.js';
import { hasGoogleErrors } from '../../api/shapes/error-bodies.js';
import { isEither, isStream, isUpload } from './operation-result.js';

/**
 * Features that only some APIs have; exports and pages of a package depend on them. `either`: responses that are read as a whole or item
 * by item; `uploads`: bytes in chunks; `costs`: costs of operations; `budget`: a daily quota.
 */
export type ApiFeatures = Readonly<
  Record<'parts' | 'lists' | 'streams' | 'either' | 'reports' | 'uploads' | 'costs' | 'budget', boolean>
>;

/** Finds the features of an API. */
export function findFeatures({ operations, errors }: Api): ApiFeatures {
  return {
    parts: operations.some(({ parts }) => parts !== undefined),
    lists: operations.some(({ paging }) => paging !== undefined),
    streams: operations.some((one) => isStream(one) && one.report === undefined),
    either: operations.some(isEither),
    reports: operations.some(({ report }) => report !== undefined),
    uploads: operations.some(isUpload),
    costs: operations.some(({ quota }) => quota !== undefined),
    budget: errors?.quota !== undefined,
  };
}

/** Returns true if a client has features that not all clients have: a daily quota, validators, or messages of errors. */
export function hasFeatures({ api, parts }: Pick<EmitContext, 'api' | 'parts'>): boolean {
  return (
    parts.includes('client') &&
    (api.errors?.quota !== undefined || parts.includes('validators') || !hasGoogleErrors(api))
  );
}

/** Returns true if at least one operation takes bytes, such as a file. */
export function takesMedia({ operations }: Api): boolean {
  return operations.some(({ body }) => body?.media !== undefined);
}

/** Returns true if a spec has an address for the sign-in of users. */
export function hasSignIn({ securitySchemes }: Api): boolean {
  return securitySchemes.some((scheme) => scheme.kind === 'bearer' && scheme.signIn !== undefined);
}

/** Returns true if the resources of a service have thumbnails, which its emulator draws. */
export function takesPictures({ models }: Api): boolean {
  return models.some(
    ({ extensions }) => extensions['x-resource'] !== undefined && extensions['x-thumbnails'] !== undefined,
  );
}

/** Extensions of a schema, without `x-`, that define how the emulator stores its values. */
export const resourceKeys: readonly string[] = [
  'owner',
  'visibility',
  'references',
  'closed',
  'order',
  'defaults',
  'assigned',
  'mutable',
  'enums',
  'counts',
  'copies',
  'embeds',
  'thumbnails',
  'records',
  'schedule',
  'private',
  'errors',
];
