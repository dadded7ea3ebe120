import type { Json, JsonObject } from '@speccast/runtime';
import type { Entry } from '../server/live.js';

/** A file that was sent. */
interface StoredMedia {
  readonly bytes: number;
  readonly mediaType: string;
}

/** An entry of the journal with headers and bodies. */
export interface WholeEntry extends Omit<Entry, 'path'> {
  readonly url: string;
  readonly params?: JsonObject;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly media?: StoredMedia;
  /** Path of the file that was sent, if the emulator keeps it. */
  readonly file?: string;
  readonly responseBody?: Json;
  readonly responseMedia?: StoredMedia;
  readonly undocumented?: readonly string[];
  readonly warnings?: readonly string[];
  readonly freedoms?: readonly string[];
}

/** A row that a request changed. */
export interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
}
