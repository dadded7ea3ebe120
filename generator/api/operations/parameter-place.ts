import type { ParameterObject } from '../../spec/openapi/openapi.js';
import type { ParameterPlace, ParameterStyle } from '../api.js';
import type { Lowering } from '../lowering.js';

/** Where a parameter travels and how it is written; OpenAPI 3.2's own words are said in those of 3.1. */
export interface WrittenPlace {
  readonly in: ParameterPlace;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Its media type says no more than the style does. */
  readonly isForm?: true;
}

const form = 'application/x-www-form-urlencoded';

/** Whether a text can be the name of a header or of a cookie: a token of HTTP. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/**
 * Whether a parameter can be sent; a whole query in another form than that of HTML cannot, nor can a header that HTTP has no
 * name for: both are reported.
 */
export function isSendable({ document, diagnostics }: Lowering, node: ParameterObject): boolean {
  if (node.in === 'header' && !isToken(node.name)) {
    const message = `${JSON.stringify(node.name)} cannot be the name of a header: the parameter is left out`;
    diagnostics.warning('unsupported-parameter', message, document.positions.ofValue(node, 'name'));
    return false;
  }
  if (node.in !== 'querystring') return true;
  const [mediaType = ''] = Object.keys(node.content ?? {});
  if (mediaType === form) return true;
  const message = `a query string can be ${form} only, not ${JSON.stringify(mediaType)}: the parameter is left out`;
  diagnostics.warning('unsupported-parameter', message, document.positions.ofValue(node, 'in'));
  return false;
}

/** Reads the place and the style of a parameter. */
export function placeOf({ document, diagnostics }: Lowering, node: ParameterObject): WrittenPlace {
  // A whole query is an object whose members stand side by side.
  if (node.in === 'querystring') return { in: 'query', style: 'form', explode: true, isForm: true };
  const stated = node.style ?? defaultStyle(node.in);
  if (stated === 'cookie') {
    const message =
      'the style "cookie" is written like "form": characters that cookies cannot hold are percent-encoded';
    diagnostics.warning('unsupported-style', message, document.positions.ofValue(node, 'style'));
  }
  const style = stated === 'cookie' ? 'form' : stated;
  return { in: node.in, style, explode: node.explode ?? style === 'form' };
}

function defaultStyle(place: ParameterPlace): ParameterStyle {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}
