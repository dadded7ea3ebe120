import type { Code, Diagnostics } from '../../diagnostics.js';
import { type JsonObject, isJsonObject } from '../../json.js';
import type { Positions } from '../read/positions.js';
import { readWrittenText, rewritable } from '../read/tree.js';

/** The supported versions of OpenAPI; version 2.0 was called Swagger. */
export type SpecVersion = '2.0' | '3.0' | '3.1' | '3.2';

/** Returns whether schemas of a version are older than JSON Schema 2020-12: its documents are upgraded to OpenAPI 3.1. */
export function isUpgraded(version: SpecVersion): boolean {
  return version === '2.0' || version === '3.0';
}

/** Returns the name of a version in messages: `OpenAPI 3.0`. */
export function versionName(version: SpecVersion): string {
  return version === '2.0' ? 'Swagger 2.0' : `OpenAPI ${version}`;
}

/** Reads the OpenAPI version of a document. Reports any other format or version, and returns `undefined`. */
export function readVersion(root: JsonObject, positions: Positions, diagnostics: Diagnostics): SpecVersion | undefined {
  const { swagger } = root;
  const openapi = readNumber(root, positions, diagnostics) ?? root['openapi'];
  // Without quotes, YAML reads the version as a number.
  if (openapi === undefined && (swagger === '2.0' || swagger === 2)) return '2.0';
  const version = typeof openapi === 'string' ? /^(3\.[012])(\.\d+)?(-.*)?$/.exec(openapi)?.[1] : undefined;
  const known = (['3.0', '3.1', '3.2'] as const).find((one) => one === version);
  if (known !== undefined) return known;
  const key = 'openapi' in root ? 'openapi' : 'swagger';
  diagnostics.error(...complaint(root), positions.ofValue(root, key));
  return undefined;
}

/** Reads a version without quotes, which is a number in YAML. */
function readNumber(root: JsonObject, positions: Positions, diagnostics: Diagnostics): string | undefined {
  const { openapi } = root;
  if (typeof openapi !== 'number' || diagnostics.strict) return undefined;
  const read = readWrittenText(positions, { owner: root, key: 'openapi' }, openapi);
  if (read === undefined || !/^3\.[012]$/.test(read)) return undefined;
  const at = positions.ofValue(root, 'openapi');
  diagnostics.repaired('wrong-type', notAString, at, `it is read as ${JSON.stringify(read)}`);
  rewritable(root)['openapi'] = read;
  return read;
}

const notAString = '"openapi" must be a string such as "3.1.0"';

function complaint(root: JsonObject): readonly [code: Code, message: string] {
  const { openapi, swagger } = root;
  if (typeof openapi === 'string') {
    return [
      'unsupported-version',
      `OpenAPI ${JSON.stringify(openapi)} is not supported; versions 3.0, 3.1 and 3.2 are`,
    ];
  }
  if (openapi !== undefined) return ['wrong-type', notAString];
  if (swagger !== undefined) {
    const written = JSON.stringify(swagger);
    return ['unsupported-version', `Swagger ${written} is not supported; "2.0" is, and OpenAPI 3.0, 3.1 and 3.2`];
  }
  const format = objects.find(([isIt]) => isIt(root))?.[1];
  if (format !== undefined) return ['wrong-format', sayForeign(format, 'an OpenAPI document')];
  return ['missing-field', 'an OpenAPI document needs "openapi", its version'];
}

/** Formats that users pass by mistake, with patterns of their beginning. Advice follows after a semicolon. */
const texts: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^\s*<(?:!doctype html|html|head|body)\b/i, 'a web page (HTML)'],
  [/<(?:\w+:)?definitions\b[^>]*schemas\.xmlsoap\.org\/wsdl/i, 'a description of a SOAP service (WSDL)'],
  [/^\s*<[?!a-z]/i, 'an XML document, such as WSDL'],
  [/^\s*(?:\/\/.*\s+)*import\s+["']@typespec\//, 'a TypeSpec file; compile it to OpenAPI'],
  [/^#%RAML\b/, 'a RAML document'],
  [/^FORMAT:\s*1A\b/, 'an API Blueprint'],
  [
    /^\s*(?:#.*\s+|"""(?:(?!""")[^])*"""\s*)*(?:(?:type|input|enum|interface|union|extend)\s+[A-Za-z_]\w*[^:\n]*[{=]|schema\s*\{|scalar\s+\w+\s*(?:\n|$)|directive\s+@)/,
    'a GraphQL schema; describe the service as OpenAPI',
  ],
  [/^\s*(?:\/\/.*\s+)*syntax\s*=\s*['"]proto[23]['"]/, 'a Protocol Buffers file'],
];

/** Formats that users pass by mistake, with tests for members that only they have. */
const objects: readonly (readonly [isIt: (root: JsonObject) => boolean, format: string])[] = [
  [({ asyncapi }) => asyncapi !== undefined, 'an AsyncAPI document, which describes messages'],
  [isPostman, 'a Postman collection; export it as OpenAPI'],
  [
    ({ _postman_variable_scope: scope }) => scope !== undefined,
    'an environment of Postman; export a collection as OpenAPI',
  ],
  [
    ({ __export_format: version, type }) =>
      version !== undefined || (typeof type === 'string' && type.includes('insomnia.rest/')),
    'an export of Insomnia; export it as OpenAPI',
  ],
  [({ log }) => isJsonObject(log) && Array.isArray(log['entries']), 'an archive of requests (HAR)'],
  [
    ({ overlay }) => overlay !== undefined,
    'an overlay; name it with `generate --overlay`, or under `overlays` of the service',
  ],
  [({ arazzo }) => arazzo !== undefined, 'an Arazzo document, which describes workflows'],
  [
    ({ data, __schema: schema }) => schema !== undefined || (isJsonObject(data) && data['__schema'] !== undefined),
    'the introspection of a GraphQL schema; describe the service as OpenAPI',
  ],
  [
    ({ name, scripts, dependencies, devDependencies }) =>
      typeof name === 'string' && [scripts, dependencies, devDependencies].some(isJsonObject),
    'a package.json',
  ],
  [
    ({ $schema, $defs, definitions, properties }) =>
      String($schema).includes('json-schema.org') || [$defs, definitions, properties].some(isJsonObject),
    'a JSON Schema; `speccast validators` compiles those',
  ],
  [({ services }) => services !== undefined, 'a configuration of speccast; name it with `generate --config`'],
];

/** Number of characters by which the format of a text is recognized. */
const BEGINNING = 1000;

/** Describes a document in a wrong format: `this is a RAML document, not an OpenAPI document`. */
export function sayForeign(format: string, expected: string): string {
  const [name, ...advice] = format.split('; ');
  return [`this is ${name}, not ${expected}`, ...advice].join('; ');
}

/** Recognizes the format of a text that is neither YAML nor JSON by its beginning: `a RAML document`; `undefined` for an unknown format. */
export function nameForeignText(text: string): string | undefined {
  const [comments = ''] = /^(?:\s*<!--(?:(?!-->)[^])*-->)*/.exec(text.slice(0, BEGINNING)) ?? [];
  const beginning = text.slice(comments.length, comments.length + BEGINNING);
  const format = texts.find(([pattern]) => pattern.test(beginning))?.[1];
  return format === texts[0]?.[1] ? namePage(text.slice(0, MOST_OF_PAGE)) : format;
}

/** Number of characters of a web page that are searched. Pages that show an API description are short, except for embedded scripts. */
const MOST_OF_PAGE = 100_000;

/** Names of programs that show API descriptions, with a pattern of a text in their pages. */
const viewers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/swagger-?ui/i, 'Swagger UI'],
  [/\bredoc\b/i, 'Redoc'],
  [/\brapi-?doc\b/i, 'RapiDoc'],
  [/@?scalar\/api-reference/i, 'Scalar'],
  [/<elements-api\b/i, 'Stoplight Elements'],
];

/** The attribute or option in a page that has the address of the description. */
const documentAddress =
  /\b(?:spec-url|data-url|apiDescriptionUrl)\s{0,9}=\s{0,9}["']([^"'\s<>?]{1,200})|\b(?:url|specUrl)["']?\s{0,9}:\s{0,9}["']([^"'\s<>?]{1,200})/;

function namePage(page: string): string {
  const viewer = viewers.find(([pattern]) => pattern.test(page))?.[1];
  if (viewer === undefined) return 'a web page (HTML)';
  const [, attribute, document = attribute] = documentAddress.exec(page) ?? [];
  return document === undefined
    ? `a web page of ${viewer}; name the document that it shows`
    : `a web page of ${viewer}; it shows ${JSON.stringify(document)}, which is the document to name`;
}

function isPostman({ info, item, collection }: JsonObject): boolean {
  if (isJsonObject(collection) && isPostman(collection)) return true;
  if (!isJsonObject(info)) return false;
  return Array.isArray(item) || '_postman_id' in info || String(info['schema']).includes('getpostman.com');
}
