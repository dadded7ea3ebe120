import type { Api } from '../../api/api.js';
import type { EmitContext } from '../emit-context.js';
import { hasGoogleErrors } from '../../api/shapes/error-bodies.js';
import { isEither, isStream, isUpload } from './operation-result.js';

/**
 * Features that only some APIs have, on which exports and pages of a package depend: `either` are responses that come as a
 * whole or item by item, `uploads` those in chunks, `costs` operations that say what they cost, `budget` a daily quota.
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

/** Tells whether the client of a service has features beside those of all clients: a daily budget, validators, texts of errors. */
export function hasFeatures({ api, parts }: Pick<EmitContext, 'api' | 'parts'>): boolean {
  return (
    parts.includes('client') &&
    (api.errors?.quota !== undefined || parts.includes('validators') || !hasGoogleErrors(api))
  );
}

/** Tells whether an operation takes bytes, which may come from a file. */
export function takesMedia({ operations }: Api): boolean {
  return operations.some(({ body }) => body?.media !== undefined);
}

/** Tells whether a spec names an address that users can sign in at. */
export function hasSignIn({ securitySchemes }: Api): boolean {
  return securitySchemes.some((scheme) => scheme.kind === 'bearer' && scheme.signIn !== undefined);
}

/** Tells whether the resources of a service have thumbnails, which its emulator draws. */
export function takesPictures({ models }: Api): boolean {
  return models.some(
    ({ extensions }) => extensions['x-resource'] !== undefined && extensions['x-thumbnails'] !== undefined,
  );
}

/** The extensions of a schema that say how its values are stored. */
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
