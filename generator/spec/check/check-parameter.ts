import type { CheckContext } from './check-context.js';
import { isMisspelt } from './check-fields.js';
import { isJsonObject, type JsonObject } from '../read/json.js';

/** Judges a parameter or header: it is described by a schema or by exactly one media type. */
export function checkParameter(context: CheckContext, parameter: JsonObject, label: string): void {
  const { schema, content } = parameter;
  const { diagnostics, places } = context;
  const isMissing = (field: string): boolean => !isMisspelt(context, parameter, 'parameter', field);
  if (schema === undefined && content === undefined && isMissing('schema') && isMissing('content')) {
    diagnostics.error('missing-field', `${label} needs "schema" or "content"`, places.of(parameter));
  }
  if (schema !== undefined && content !== undefined) {
    const message = `${label} has either "schema" or "content", not both`;
    diagnostics.error('invalid-value', message, places.ofKey(parameter, 'content'));
  }
  if (isJsonObject(content) && Object.keys(content).length !== 1) {
    const message = `the "content" of ${label} has exactly one media type`;
    diagnostics.error('invalid-value', message, places.ofKey(parameter, 'content'));
  }
  if (parameter['in'] === 'path' && parameter['required'] !== true) {
    const message = 'a path parameter has "required: true", and is treated so';
    diagnostics.warning('missing-required', message, places.of(parameter));
  }
  checkStyle(context, parameter);
}

/** The styles a parameter may have, by where it travels. */
const styles: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

const allStyles = new Set(Object.values(styles).flat());

function checkStyle({ diagnostics, places }: CheckContext, parameter: JsonObject): void {
  const { in: place = 'header', style } = parameter;
  const allowed = typeof place === 'string' && Object.hasOwn(styles, place) ? styles[place] : undefined;
  if (typeof style !== 'string' || !allStyles.has(style) || allowed === undefined || allowed.includes(style)) return;
  const message = `the style of a ${String(place)} parameter cannot be "${style}"; it must be ${allowed.join(' or ')}`;
  diagnostics.error('invalid-value', message, places.ofValue(parameter, 'style'));
}
