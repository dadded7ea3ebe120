import type { Position } from '../diagnostics.js';
import type { JsonObject } from '../spec/json.js';
import type { HttpMethod } from './api.js';
import type { Doc } from './schema.js';

/** A request that the service sends to its users. */
export interface Webhook {
  /** A webhook is set up elsewhere; a callback goes to an address that a call of an operation names. */
  readonly kind: 'webhook' | 'callback';
  /** As the spec names it: `newPet`. */
  readonly name: string;
  /** Where a callback goes: `{$request.body#/url}`. */
  readonly expression?: string;
  /** Id of the operation that announces a callback. */
  readonly operation?: string;
  readonly method: HttpMethod;
  /** Id of the model of its body; absent where it has none. */
  readonly payload?: string;
  /** Id of the model of the answer that the service expects; absent where it expects none. */
  readonly answer?: string;
  readonly doc: Doc;
  readonly extensions: JsonObject;
  readonly at: Position;
}
