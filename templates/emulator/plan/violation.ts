/** What can be wrong with the traffic between a client and a real service. */
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

/** One way in which a request, its response or the service that sent it breaks the contract. */
export interface Violation {
  /** A `warning` is worth a look, but does not contradict the document. */
  readonly severity: 'error' | 'warning';
  readonly code: ViolationCode;
  /** Whose fault it is. */
  readonly of: 'request' | 'response';
  /** What is wrong, in a sentence without a full stop. Holds no credentials. */
  readonly message: string;
  /** What it is about: `query limit`, `header X-Next`, `body items.0.id`. */
  readonly location?: string;
  /** JSON pointer of what it contradicts in the OpenAPI document: `#/paths/~1pets/get/responses`. */
  readonly pointer?: string;
  /** Where the spec states that: `openapi.yaml:12:7`. */
  readonly position?: string;
}
