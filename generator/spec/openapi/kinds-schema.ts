import type { Takes } from '../../keywords/keyword.js';
import { keywords } from '../../keywords/keywords.js';
import { any, flag, list, map, object, oneOf, property, schema, text } from './rules.js';
import type { Kind, KindName, Rule } from './rules.js';

type SchemaKind = Extract<KindName, 'schema' | 'property' | 'discriminator' | 'xml'>;

const typeName = oneOf('null', 'boolean', 'object', 'array', 'number', 'integer', 'string');

/** The rule for the values of each kind that a keyword can take. */
const rules: Readonly<Record<Takes, Rule>> = {
  any,
  flag,
  flags: map(flag),
  text,
  regex: { is: 'string', regex: true },
  number: { is: 'number' },
  positive: { is: 'number', above: 0 },
  count: { is: 'number', whole: true, least: 0 },
  list: list(any),
  texts: list(text),
  textLists: map(list(text)),
  types: { is: 'either', one: typeName, other: { is: 'list', of: typeName, filled: true, unique: true } },
  schema,
  schemas: { is: 'list', of: schema, filled: true },
  namedSchemas: map(schema),
  namedProperties: map(property),
  dependencies: map({ is: 'either', one: schema, other: list(text) }),
  discriminator: object('discriminator'),
  externalDocs: object('externalDocs'),
  xml: object('xml'),
};

/** The rule for the value of a keyword, wherever it is known. */
export function ruleOfKeyword(name: string): Rule | undefined {
  const keyword = keywords.get(name);
  return keyword && rules[keyword.takes];
}

const schemaKind: Kind = {
  label: 'a schema',
  // `dependencies` is refused by no version of OpenAPI, and means nothing there.
  fields: Object.fromEntries(
    [...keywords.values()]
      .filter(({ takes }) => takes !== 'dependencies')
      .map(({ name, takes }) => [name, rules[takes]] as const),
  ),
  older: { nullable: flag },
  open: true,
};

/** JSON Schema 2020-12 with the keywords that OpenAPI adds. */
export const schemaKinds: Readonly<Record<SchemaKind, Kind>> = {
  schema: schemaKind,
  property: schemaKind,
  discriminator: {
    label: 'a discriminator',
    required: ['propertyName'],
    fields: { propertyName: text, mapping: map(text) },
    newer: ['defaultMapping'],
  },
  xml: {
    label: 'an xml object',
    fields: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
    newer: ['nodeType'],
  },
};
