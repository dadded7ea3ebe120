import { expect, test } from 'vitest';
import { read } from './read-text.js';

test.each([
  ['<!DOCTYPE html>\n<html><body>404</body></html>', 'a web page (HTML), not an OpenAPI document'],
  ['<!-- Pets -->\n<!doctype html><title>Pets</title>', 'a web page (HTML), not an OpenAPI document'],
  [
    '<!doctype html><script>SwaggerUIBundle({ url: "/v3/openapi.json?key=secret" })</script><div id="swagger-ui">',
    'a web page of Swagger UI, not an OpenAPI document; it shows "/v3/openapi.json", which is the document to name',
  ],
  [
    '<html><link href="./swagger-ui.css"><script src="./swagger-initializer.js"></script>',
    'a web page of Swagger UI, not an OpenAPI document; name the document that it shows',
  ],
  [
    "<html><body><redoc spec-url='openapi.yaml'></redoc>",
    'a web page of Redoc, not an OpenAPI document; it shows "openapi.yaml", which is the document to name',
  ],
  [
    '<html><script id="api-reference" data-url="/a.json"></script><script src="//cdn.example/npm/@scalar/api-reference"></script>',
    'a web page of Scalar, not an OpenAPI document; it shows "/a.json", which is the document to name',
  ],
  [
    '<?xml version="1.0"?>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">',
    'a description of a SOAP service (WSDL), not an OpenAPI document',
  ],
  ['type Query { pets: [Pet!]! }\n', 'a GraphQL schema, not an OpenAPI document; describe the service as OpenAPI'],
  [
    '"""\nPets: all of them\n"""\nscalar Date\n',
    'a GraphQL schema, not an OpenAPI document; describe the service as OpenAPI',
  ],
  ['import "@typespec/http";\n', 'a TypeSpec file, not an OpenAPI document; compile it to OpenAPI'],
  [
    '{"collection": {"info": {"_postman_id": "1"}, "item": []}}',
    'a Postman collection, not an OpenAPI document; export it as OpenAPI',
  ],
  [
    '{"name": "Pets", "values": [], "_postman_variable_scope": "environment"}',
    'an environment of Postman, not an OpenAPI document; export a collection as OpenAPI',
  ],
  [
    'type: collection.insomnia.rest/5.0\nname: Pets\n',
    'an export of Insomnia, not an OpenAPI document; export it as OpenAPI',
  ],
  ['{"name": "pets", "version": "1.0.0", "scripts": {}}', 'a package.json, not an OpenAPI document'],
  [
    '{"definitions": {"Pet": {"type": "object"}}}',
    'a JSON Schema, not an OpenAPI document; `speccast validators` compiles those',
  ],
  ['\n<html>', 'a web page (HTML), not an OpenAPI document'],
  ['<?xml version="1.0"?>\n<wsdl:definitions/>', 'an XML document, such as WSDL, not an OpenAPI document'],
  ['#%RAML 1.0\ntitle: Pets\n', 'a RAML document, not an OpenAPI document'],
  ['FORMAT: 1A\n\n# Pets\n', 'an API Blueprint, not an OpenAPI document'],
  [
    '# Pets\n\ntype Query {\n  pets: [Pet!]!\n}\n',
    'a GraphQL schema, not an OpenAPI document; describe the service as OpenAPI',
  ],
  ['schema {\n  query: Query\n}\n', 'a GraphQL schema, not an OpenAPI document; describe the service as OpenAPI'],
  ['// Pets\nsyntax = "proto3";\n', 'a Protocol Buffers file, not an OpenAPI document'],
  ['asyncapi: 3.0.0\n', 'an AsyncAPI document, which describes messages, not an OpenAPI document'],
  [
    '{"info": {"name": "Pets", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/"}, "item": []}',
    'a Postman collection, not an OpenAPI document; export it as OpenAPI',
  ],
  ['{"__export_format": 4}', 'an export of Insomnia, not an OpenAPI document; export it as OpenAPI'],
  ['{"log": {"entries": []}}', 'an archive of requests (HAR), not an OpenAPI document'],
  [
    'overlay: 1.0.0\n',
    'an overlay, not an OpenAPI document; name it with `generate --overlay`, or under `overlays` of the service',
  ],
  ['arazzo: 1.0.0\n', 'an Arazzo document, which describes workflows, not an OpenAPI document'],
  [
    '{"data": {"__schema": {}}}',
    'the introspection of a GraphQL schema, not an OpenAPI document; describe the service as OpenAPI',
  ],
  [
    '$schema: https://json-schema.org/draft/2020-12/schema\ntype: object\n',
    'a JSON Schema, not an OpenAPI document; `speccast validators` compiles those',
  ],
  [
    'services:\n  pets: { spec: a.yaml }\n',
    'a configuration of speccast, not an OpenAPI document; name it with `generate --config`',
  ],
])('%j is named as what it is', (text, format) => {
  expect(read(text, { file: 'api.txt' }).messages).toEqual([`api.txt:1:1 error wrong-format: this is ${format}`]);
});

test('a document that only lacks its version is told so', () => {
  expect(read('info: { title: Pets, version: "1" }\npaths: {}\n').messages).toEqual([
    'api.yaml:1:1 error missing-field: an OpenAPI document needs "openapi", its version',
  ]);
});

test('what such texts look like may stand in descriptions', () => {
  const text =
    'openapi: 3.1.0\ninfo:\n  title: Pets\n  version: "1"\n  description: |\n    type Query {\n    <html>\npaths: {}\n';
  expect(read(text).messages).toEqual([]);
});

test('of mistakes in YAML the first is told: the others nearly always come of it', () => {
  const text = 'openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: a\n     tags: [a]\n      responses: {}\n';
  expect(read(text).messages).toEqual([
    'api.yaml:6:6 error invalid-yaml: this line is indented like none of the lines above it',
  ]);
});
