import type { Position } from '../../diagnostics.js';
import type { JsonObject } from '../../spec/read/json.js';
import type { HttpMethod, Parameter } from '../api.js';
import type { Doc } from '../schemas/schema.js';

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
  /** What comes with it beside its body, mostly headers. Absent where the spec names none. */
  readonly parameters?: readonly WebhookParameter[];
  /** Id of the model of its body; absent where it has none. */
  readonly payload?: string;
  /** Media types of its body, in the order of the spec; absent where it has none. */
  readonly mediaTypes?: readonly string[];
  /** Id of the model of the answer that the service expects; absent where it expects none. */
  readonly answer?: string;
  /** Every answer that the service takes, in the order of the spec. */
  readonly answers: readonly WebhookAnswer[];
  readonly doc: Doc;
  readonly extensions: JsonObject;
  readonly at: Position;
}

/** A parameter that the service sends; callers of the package never write it, so that it has no property and no type. */
export type WebhookParameter = Omit<Parameter, 'shape' | 'property'>;

/** One status that the service takes for an answer. */
export interface WebhookAnswer {
  /** `'200'`, `'4XX'` or `'default'`. */
  readonly status: string;
  readonly doc: Doc;
  readonly at: Position;
}
