import { isJsonObject, type JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

/** Effects of an operation, by its method and its spec. */
export interface ToolHints {
  /** It changes nothing. */
  readonly readOnly: boolean;
  /** It deletes or overwrites; false if it only adds. */
  readonly destructive: boolean;
  /** A second call has no further effect. */
  readonly idempotent: boolean;
}

/** First words of the names of methods that remove or replace something, whatever the HTTP method: `cancelOrder`. */
const takesAway =
  /^(?:abort|archive|ban|block|cancel|clear|close|deactivate|delete|destroy|detach|disable|dismiss|drop|erase|expire|kill|mark|merge|overwrite|purge|reject|remove|replace|reset|revoke|set|stop|suspend|terminate|transfer|trash|truncate|undo|uninstall|unlink|unset|update|void|wipe|withdraw)(?![a-z])/;

/**
 * Reads the hints of an operation. Safe methods, reports and operations with `x-reads` only read. DELETE, PUT and PATCH destroy, and so
 * does any other whose `x-action` or name says so. All others add.
 */
export function readHints(
  name: string,
  { method, idempotent, reads, report }: Operation<never, unknown>,
  described: JsonObject | undefined,
): ToolHints {
  const verb = method.toUpperCase();
  // A report is requested by a body, and changes nothing.
  const readOnly = reads ?? (/^(?:GET|HEAD|OPTIONS|TRACE|QUERY)$/.test(verb) || report !== undefined);
  const action = described?.['x-action'];
  const acts = (kind: string) => isJsonObject(action) && Object.hasOwn(action, kind);
  const isNamedSo = takesAway.test(name.slice(name.lastIndexOf('.') + 1)) && !acts('insert');
  return {
    readOnly,
    destructive: !readOnly && (verb !== 'POST' || acts('delete') || acts('update') || isNamedSo),
    idempotent: readOnly || /^(?:PUT|DELETE)$/.test(verb) || idempotent === true,
  };
}
