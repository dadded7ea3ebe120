import type { Json, JsonObject } from 'speccast/emitter';

const text = { type: 'string' };

/** `S0`, which has a property of the schema `S1`, and so on. */
export function chainOfProperties(size: number): string {
  return serve(chain(size, (next) => ({ type: 'object', properties: { next } })));
}

/** `S0`, which is a reference to `S1`, and so on. */
export function chainOfReferences(size: number): string {
  return serve(chain(size, (next) => next));
}

/** `S0`, which is an `allOf` of nothing but `S1`, and so on. */
export function chainOfAllOf(size: number): string {
  return serve(chain(size, (next) => ({ allOf: [next] })));
}

/** `S0`, which is a `oneOf` of an object and of `S1`, and so on. */
export function chainOfOneOf(size: number): string {
  return serve(chain(size, (next, index) => ({ oneOf: [next, tagged(index)] })));
}

/** `S0`, which adds a property to `S1`, and so on. */
export function chainOfLayers(size: number): string {
  return serve(chain(size, (next, index) => ({ allOf: [next, property(`p${index}`)] })));
}

/** A schema of so many unions that must all hold, each of as many objects. */
export function allOfUnions(unions: number, alternatives: number): string {
  const union = (index: number): Json => ({ oneOf: list(alternatives, (one) => property(`u${index}a${one}`)) });
  const further = list(unions, (index): [string, Json] => [`S${index + 1}`, union(index)]);
  return serve({ S0: { allOf: list(unions, (index) => refer(index + 1)) }, ...Object.fromEntries(further) });
}

/** A schema of which each property is the schema itself. */
export function selfReferences(count: number): string {
  const properties = Object.fromEntries(list(count, (index) => [`p${index}`, refer(0)]));
  return serve({ S0: { type: 'object', properties } });
}

/** An `enum` of so many strings. */
export function manyValues(count: number): string {
  return serve({ S0: { type: 'string', enum: list(count, (index) => `v${index}`) } });
}

/** A `oneOf` of so many objects. */
export function manyAlternatives(count: number): string {
  return serve({ S0: { oneOf: list(count, tagged) } });
}

/** A `oneOf` of references to so many objects. */
export function manyReferences(count: number): string {
  const targets = Object.fromEntries(list(count, (index) => [`S${index + 1}`, tagged(index)]));
  return serve({ S0: { oneOf: list(count, (index) => refer(index + 1)) }, ...targets });
}

/** A description of as many characters, of the document, an operation, a response and a schema each. */
export function longDescription(length: number): string {
  const description = 'Ten chars. '.repeat(length / 11);
  return serve({ S0: { type: 'object', description } }, description);
}

/** Arrays of arrays, as many levels deep. */
export function nestedItems(levels: number): string {
  return nest(levels, '{"type":"array","items":', '}');
}

/** Objects in objects, as many levels deep. */
export function nestedProperties(levels: number): string {
  return nest(levels, '{"type":"object","properties":{"next":', '}}');
}

/** A document of as many operations, each with parameters and a schema of its own: 1.6 KB each. */
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

/** A document of one operation that takes and gives the first of some schemas, `S0`. */
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

/** Schemas `S0`, `S1`, … of which each links to the next; the last is an object. */
function chain(size: number, link: (next: JsonObject, index: number) => Json): Readonly<Record<string, Json>> {
  const links = list(size - 1, (index): [string, Json] => [`S${index}`, link(refer(index + 1), index)]);
  return { ...Object.fromEntries(links), [`S${size - 1}`]: property('end') };
}

/** A document of a schema that is as many levels deep: too many of them for `JSON.stringify`. */
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
