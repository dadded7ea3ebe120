/** Kinds of violations in the traffic between a client and a real service. */
export type ViolationCode =
  | 'undocumented-path'
  | 'undocumented-method'
  | 'undocumented-parameter'
  | 'undocumented-status'
  | 'undocumented-media-type'
  | 'undocumented-body'
  | 'missing-credentials'
  | 'invalid-parameter'
  | 'invalid-body'
  | 'missing-body'
  | 'read-only-member'
  | 'write-only-member'
  | 'missing-header'
  | 'invalid-header'
  | 'broken-response'
  | 'foreign-redirect'
  | 'upstream-error'
  | 'not-validated';

/** A contradiction between the contract and a request, its response, or the service. */
export interface Violation {
  /** A `warning` is worth a look, but does not contradict the document. */
  readonly severity: 'error' | 'warning';
  readonly code: ViolationCode;
  /** The message that contradicts the contract. */
  readonly of: 'request' | 'response';
  /** The violation in a sentence without a full stop. Contains no credentials. */
  readonly message: string;
  /** Part of the message that is wrong: `query limit`, `header X-Next`, `body items.0.id`. */
  readonly location?: string;
  /** JSON pointer in the OpenAPI document to the part that it contradicts: `#/paths/~1pets/get/responses`. */
  readonly pointer?: string;
  /** Position of that part in the spec: `openapi.yaml:12:7`. */
  readonly position?: string;
}
