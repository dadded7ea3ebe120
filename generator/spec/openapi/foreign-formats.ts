import { isJsonObject, type JsonObject } from '../read/json.js';

/** Formats that are given by mistake, by how such a text begins. */
const texts: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^\s*<(?:!doctype html|html|head|body)\b/i, 'a web page (HTML)'],
  [/^\s*<[?!a-z]/i, 'an XML document, such as WSDL'],
  [/^#%RAML\b/, 'a RAML document'],
  [/^FORMAT:\s*1A\b/, 'an API Blueprint'],
  [/^\s*(?:#.*\s+)*(?:schema|type|input|enum|interface|scalar|union|directive)\b[^:\n]*[{=(]\s*\n/, 'a GraphQL schema'],
  [/^\s*(?:\/\/.*\s+)*syntax\s*=\s*['"]proto[23]['"]/, 'a Protocol Buffers file'],
];

/** Formats that are given by mistake, by what only they have. */
const objects: readonly (readonly [isIt: (root: JsonObject) => boolean, format: string])[] = [
  [({ asyncapi }) => asyncapi !== undefined, 'an AsyncAPI document, which describes messages'],
  [isPostman, 'a Postman collection; export it as OpenAPI'],
  [({ __export_format: version }) => version !== undefined, 'an export of Insomnia; export it as OpenAPI'],
  [({ log }) => isJsonObject(log) && Array.isArray(log['entries']), 'an archive of requests (HAR)'],
  [({ overlay }) => overlay !== undefined, 'an overlay; name it with --overlay, or under `overlays` of the service'],
  [({ arazzo }) => arazzo !== undefined, 'an Arazzo document, which describes workflows'],
  [isIntrospection, 'the introspection of a GraphQL schema'],
  [isSchema, 'a JSON Schema; `speccast validators` compiles those'],
  [({ services }) => services !== undefined, 'a configuration of speccast; name it with --config'],
];

/** Characters of a text that are looked at. */
const BEGINNING = 1000;

/** What a text is that is neither YAML nor JSON, by how it begins; `undefined` where that is not known. */
export function nameForeignText(text: string): string | undefined {
  return texts.find(([pattern]) => pattern.test(text.slice(0, BEGINNING)))?.[1];
}

/** What a document is that states no version of OpenAPI; `undefined` where that is not known. */
export function nameForeignFormat(root: JsonObject): string | undefined {
  return objects.find(([isIt]) => isIt(root))?.[1];
}

/** What a document is that describes an API, where something else is wanted; `undefined` for any other document. */
export function nameDescription({ openapi, swagger }: JsonObject): string | undefined {
  if (openapi !== undefined) return 'an OpenAPI document; `speccast generate --spec` makes a package of it';
  if (swagger !== undefined) return 'a Swagger document; `speccast generate --spec` makes a package of it';
  return undefined;
}

function isPostman({ info, item }: JsonObject): boolean {
  if (!isJsonObject(info)) return false;
  return Array.isArray(item) || '_postman_id' in info || String(info['schema']).includes('getpostman.com');
}

function isIntrospection({ data, __schema: schema }: JsonObject): boolean {
  return schema !== undefined || (isJsonObject(data) && data['__schema'] !== undefined);
}

function isSchema({ $schema, $defs, properties }: JsonObject): boolean {
  return String($schema).includes('json-schema.org') || isJsonObject($defs) || isJsonObject(properties);
}
