import type { Json, JsonObject } from 'speccast/emitter';

const text = { type: 'string' };

/** Writes a document with a schema `S0` that has a property with the schema `S1`, and so on. */
export function propertyChain(size: number): string {
  return serve(chain(size, (next) => ({ type: 'object', properties: { next } })));
}

/** Writes a document with a schema `S0` that is a reference to `S1`, and so on. */
export function referenceChain(size: number): string {
  return serve(chain(size, (next) => next));
}

/** Writes a document with a schema `S0: { allOf: [S1] }`, and so on. */
export function allOfChain(size: number): string {
  return serve(chain(size, (next) => ({ allOf: [next] })));
}

/** Writes a document with a schema `S0: { oneOf: [S1, an object] }`, and so on. */
export function oneOfChain(size: number): string {
  return serve(chain(size, (next, index) => ({ oneOf: [next, tagged(index)] })));
}

/** Writes a document with a schema `S0: { allOf: [S1, a property] }`, and so on. */
export function layerChain(size: number): string {
  return serve(chain(size, (next, index) => ({ allOf: [next, property(`p${index}`)] })));
}

/** Writes a document with an `allOf` of `unions` schemas, each a `oneOf` of `alternatives` objects. */
export function allOfUnions(unions: number, alternatives: number): string {
  const union = (index: number): Json => ({ oneOf: list(alternatives, (one) => property(`u${index}a${one}`)) });
  const further = list(unions, (index): [string, Json] => [`S${index + 1}`, union(index)]);
  return serve({ S0: { allOf: list(unions, (index) => refer(index + 1)) }, ...Object.fromEntries(further) });
}

/** Writes a document with a schema whose properties are all the schema itself. */
export function selfReferences(count: number): string {
  const properties = Object.fromEntries(list(count, (index) => [`p${index}`, refer(0)]));
  return serve({ S0: { type: 'object', properties } });
}

/** Writes a document with an `enum` of `count` strings. */
export function manyValues(count: number): string {
  return serve({ S0: { type: 'string', enum: list(count, (index) => `v${index}`) } });
}

/** Writes a document with a `oneOf` of `count` objects. */
export function manyAlternatives(count: number): string {
  return serve({ S0: { oneOf: list(count, tagged) } });
}

/** Writes a document with a `oneOf` of references to `count` objects. */
export function manyReferences(count: number): string {
  const targets = Object.fromEntries(list(count, (index) => [`S${index + 1}`, tagged(index)]));
  return serve({ S0: { oneOf: list(count, (index) => refer(index + 1)) }, ...targets });
}

/** Writes a document whose info, operation, response and schema each have a description of `length` characters. */
export function longDescription(length: number): string {
  const description = 'Ten chars. '.repeat(length / 11);
  return serve({ S0: { type: 'object', description } }, description);
}

/** Writes a document with arrays of arrays, `levels` deep. */
export function nestedItems(levels: number): string {
  return nest(levels, '{"type":"array","items":', '}');
}

/** Writes a document with objects in objects, `levels` deep. */
export function nestedProperties(levels: number): string {
  return nest(levels, '{"type":"object","properties":{"next":', '}}');
}

/** Writes a document with `count` operations, each with its own parameters and schema: 1.6 KB each. */
export function manyOperations(count: number): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Wide', version: '1' },
    paths: Object.fromEntries(list(count, (index) => [`/things${index}/{id}`, { put: operation(index) }])),
    components: { schemas: Object.fromEntries(list(count, (index) => [`S${index}`, record(index)])) },
  });
}

function operation(index: number): JsonObject {
  const content = { 'application/json': { schema: refer(index) } };
  return {
    operationId: `group${index % 500}.put${index}`,
    tags: [`group${index % 500}`],
    summary: `Changes thing ${index}, and says what it was like before.`,
    description: 'What is left out stays as it is. '.repeat(16),
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text, description: `The id of thing ${index}.` },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 + index } },
    ],
    requestBody: { required: true, content },
    responses: { 200: { description: 'The thing after the change.', content } },
  };
}

function record(index: number): JsonObject {
  const fields = list(8, (at): [string, Json] => {
    return [`field${at}`, { ...text, maxLength: 10 + at, description: `What field ${at} of thing ${index} says.` }];
  });
  return {
    type: 'object',
    description: `Thing ${index}, which has ten fields that are described by a sentence each.`,
    required: ['id'],
    properties: { id: text, count: { type: 'integer', minimum: index }, ...Object.fromEntries(fields) },
  };
}

/** Writes a document with schemas and one operation, whose request and response have the schema `S0`. */
function serve(schemas: Readonly<Record<string, Json>>, description = 'Done.'): string {
  const content = { 'application/json': { schema: refer(0) } };
  const responses = { 200: { description, content } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Wide', version: '1', description },
    paths: { '/things': { put: { operationId: 'things.put', description, requestBody: { content }, responses } } },
    components: { schemas },
  });
}

/** Creates schemas `S0`, `S1`, … of which each links to the next. The last is an object. */
function chain(size: number, link: (next: JsonObject, index: number) => Json): Readonly<Record<string, Json>> {
  const links = list(size - 1, (index): [string, Json] => [`S${index}`, link(refer(index + 1), index)]);
  return { ...Object.fromEntries(links), [`S${size - 1}`]: property('end') };
}

/** Writes a document with a nested schema. The text is concatenated, since it may be too deep for `JSON.stringify`. */
function nest(levels: number, before: string, after: string): string {
  const schema = `${before.repeat(levels)}${JSON.stringify(text)}${after.repeat(levels)}`;
  return serve({ S0: 'nested' }).replace('"nested"', schema);
}

function list<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function refer(index: number): JsonObject {
  return { $ref: `#/components/schemas/S${index}` };
}

function property(name: string): JsonObject {
  return { type: 'object', required: [name], properties: { [name]: text } };
}

function tagged(index: number): JsonObject {
  return { type: 'object', required: ['kind'], properties: { kind: { const: `k${index}` }, [`p${index}`]: text } };
}
