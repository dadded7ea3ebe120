import type { Diagnostics } from '../../diagnostics.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import type { Api } from '../api.js';
import { listEndpoints } from './endpoints.js';

/** Whether a document has schemas and nothing that can be called, such as `{ openapi, info, components }`. */
export function isComponentsOnly(api: Api): boolean {
  const { models, operations, webhooks = [] } = api;
  return models.length > 0 && operations.length + webhooks.length + listEndpoints(api).length === 0;
}

/** Reports a document that has no operations. */
export function checkOperations(api: Api, { root, positions }: SpecDocument, diagnostics: Diagnostics): void {
  if (!isComponentsOnly(api)) return;
  const key = Object.hasOwn(root, 'paths') ? 'paths' : 'components';
  const message =
    'the document has no operations: there are types and validators of its components, and neither a client nor an emulator';
  diagnostics.warning('components-only', message, positions.ofKey(root, key));
}
