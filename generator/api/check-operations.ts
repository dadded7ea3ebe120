import type { Diagnostics } from '../diagnostics.js';
import type { SpecDocument } from '../spec/spec-document.js';
import type { Api } from './api.js';
import { endpointsOf } from './endpoints.js';

/** Tells whether a document has schemas and nothing that can be called, such as `{ openapi, info, components }`, and reports it. */
export function checkOperations(api: Api, { root, positions }: SpecDocument, diagnostics: Diagnostics): boolean {
  const { models, operations, webhooks = [] } = api;
  const callable = operations.length + webhooks.length + endpointsOf(api).length;
  if (models.length === 0 || callable > 0) return false;
  const key = Object.hasOwn(root, 'paths') ? 'paths' : 'components';
  const message =
    'the document has no operations: there are types and validators of its components, and neither a client nor an emulator';
  diagnostics.warning('components-only', message, positions.ofKey(root, key));
  return true;
}
