import { hasRef } from '../openapi/rules.js';
import type { FaultContext } from '../repair/repairs.js';
import type { JsonObject } from '../../json.js';
import { rewritable } from '../read/tree.js';
import { didYouMean, suggest } from '../suggest.js';
import type { PartKind } from './collect-parts.js';
import { valueKeys } from './convert-parameter.js';

/**
 * The fields of objects that differ from later versions, with the name of the object in messages. Fields of schemas, and of
 * objects that all versions have, are checked later.
 */
const fields: Readonly<Partial<Record<PartKind, { readonly label: string; readonly names: readonly string[] }>>> = {
  swagger: {
    label: 'a Swagger 2.0 document',
    names: words(
      'swagger info host basePath schemes consumes produces paths definitions parameters responses securityDefinitions security tags externalDocs',
    ),
  },
  pathItem: {
    label: 'a path item of Swagger 2.0',
    names: words('$ref get put post delete options head patch parameters'),
  },
  operation: {
    label: 'an operation of Swagger 2.0',
    names: words(
      'tags summary description externalDocs operationId consumes produces parameters responses schemes deprecated security',
    ),
  },
  parameter: {
    label: 'a parameter of Swagger 2.0',
    // `example` is a field of later versions only, but many documents have it with the same meaning.
    names: [...words('name in description required schema allowEmptyValue collectionFormat example'), ...valueKeys],
  },
  response: { label: 'a response of Swagger 2.0', names: words('description schema headers examples') },
  header: { label: 'a header of Swagger 2.0', names: [...words('description collectionFormat'), ...valueKeys] },
  securityScheme: {
    label: 'a security scheme of Swagger 2.0',
    names: words('type description name in flow authorizationUrl tokenUrl scopes'),
  },
};

/**
 * Reports and removes the fields that an object of Swagger 2.0 must not have. OpenAPI 3 may have fields of these names with
 * another meaning.
 */
export function checkFields({ diagnostics, positions }: FaultContext, node: JsonObject, kind: PartKind): void {
  const known = fields[kind];
  if (known === undefined || (hasRef(node) && kind !== 'pathItem')) return;
  // Security schemes of OpenAPI 3 are accepted in a Swagger document.
  if (kind === 'securityScheme' && (node['type'] === 'http' || node['type'] === 'openIdConnect')) return;
  for (const key of Object.keys(node)) {
    if (known.names.includes(key) || key.startsWith('x-')) continue;
    const hint = didYouMean(key, known.names);
    const message = `${JSON.stringify(key)} is not a field of ${known.label}`;
    const at = positions.ofKey(node, key);
    if (hint === '') diagnostics.warning('unknown-field', `${message}, and has no effect`, at);
    else diagnostics.repaired('unknown-field', `${message}${hint}`, at, 'it has no effect');
    delete rewritable(node)[key];
  }
}

/** Returns whether a document misspells one of its fields. */
export function isMisspelt(root: JsonObject, field: string): boolean {
  const names = fields.swagger?.names ?? [];
  return Object.keys(root).some((key) => !names.includes(key) && suggest(key, names) === field);
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
