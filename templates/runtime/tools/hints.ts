import { isJsonObject, type JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

/** What calling an operation does, as far as its method and its spec tell. */
export interface ToolHints {
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** It deletes or overwrites what is there; false where it only adds. */
  readonly destructive: boolean;
  /** Doing it twice is as good as once. */
  readonly idempotent: boolean;
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
const repeatable: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** First words of methods that take away or replace what is there, whatever the HTTP method. */
const takesAway =
  /^(?:abort|archive|ban|block|cancel|clear|close|deactivate|delete|destroy|detach|disable|dismiss|drop|erase|expire|kill|mark|merge|overwrite|purge|reject|remove|replace|reset|revoke|set|stop|suspend|terminate|transfer|trash|truncate|undo|uninstall|unlink|unset|update|void|wipe|withdraw)(?![a-z])/;

/**
 * Reads the hints of an operation: safe methods, reports and what the spec says of (`x-reads`) read; DELETE, PUT and PATCH destroy, and so does any other where the spec (`x-action`)
 * or its name says that it takes away or replaces. Whatever else is sent only adds.
 */
export function readHints(
  name: string,
  { method, idempotent, reads, report }: Operation<never, unknown>,
  described: JsonObject | undefined,
): ToolHints {
  const verb = method.toUpperCase();
  // A report is asked for in a body, and changes nothing.
  const readOnly = reads ?? (readingMethods.has(verb) || report !== undefined);
  const action = described?.['x-action'];
  const acts = (kind: string): boolean => isJsonObject(action) && Object.hasOwn(action, kind);
  const isNamedSo = takesAway.test(name.slice(name.lastIndexOf('.') + 1)) && !acts('insert');
  return {
    readOnly,
    destructive: !readOnly && (verb !== 'POST' || acts('delete') || acts('update') || isNamedSo),
    idempotent: readOnly || repeatable.has(verb) || idempotent === true,
  };
}
