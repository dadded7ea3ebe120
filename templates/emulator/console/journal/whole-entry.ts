import type { Json, JsonObject } from '@speccast/runtime';
import type { Entry } from '../server/live.js';

/** An entry of the journal with headers and bodies. */
export interface WholeEntry extends Omit<Entry, 'path' | 'media' | 'warnings'> {
  readonly url: string;
  readonly params?: JsonObject;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly media?: { readonly bytes: number; readonly mediaType: string };
  /** Path of the file that was sent, if the emulator keeps it. */
  readonly file?: string;
  readonly responseBody?: Json;
  readonly responseMedia?: { readonly bytes: number; readonly mediaType: string };
  readonly undocumented?: readonly string[];
  readonly warnings?: readonly string[];
  readonly ignored?: readonly string[];
  readonly freedoms?: readonly string[];
}

/** A row that a request changed. */
export interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
}
