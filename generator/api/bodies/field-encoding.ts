import type { ParameterStyle } from '../api.js';

/** How a field of a form, or a part of a multipart body, is written; what is absent has OpenAPI's default. */
export interface FieldEncoding {
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Media types, apart by commas. */
  readonly contentType?: string;
}
