import type { Kind, KindName, Rule } from './kinds.js';
import { any, flag, map, object, oneOf, orReference, schema, text } from './rules.js';

type BodyKind = Extract<
  KindName,
  'parameter' | 'header' | 'requestBody' | 'mediaType' | 'encoding' | 'responses' | 'response' | 'example' | 'link'
>;

const styles = ['matrix', 'label', 'form', 'simple', 'spaceDelimited', 'pipeDelimited', 'deepObject'];
const style = oneOf(...styles);
const places = ['query', 'header', 'path', 'cookie'];
const examples = map(orReference('example'));
const content = map(orReference('mediaType'));

const header: Readonly<Record<string, Rule>> = {
  description: text,
  required: flag,
  deprecated: flag,
  style,
  explode: flag,
  schema,
  content,
  example: any,
  examples,
};

/** What travels: parameters, headers, bodies, and their samples. */
export const bodyKinds: Readonly<Record<BodyKind, Kind>> = {
  parameter: {
    label: 'a parameter',
    required: ['name', 'in'],
    fields: {
      ...header,
      name: text,
      in: oneOf(...places),
      allowEmptyValue: flag,
      allowReserved: flag,
    },
    later: { in: oneOf(...places, 'querystring'), style: oneOf(...styles, 'cookie') },
  },
  header: { label: 'a header', fields: { ...header, allowEmptyValue: flag, allowReserved: flag } },
  requestBody: {
    label: 'a request body',
    required: ['content'],
    fields: { description: text, content, required: flag },
  },
  mediaType: {
    label: 'a media type',
    fields: { schema, itemSchema: schema, example: any, examples, encoding: map(object('encoding')) },
    newer: ['prefixEncoding', 'itemEncoding', 'description'],
  },
  encoding: {
    label: 'an encoding',
    fields: { contentType: text, headers: map(orReference('header')), style, explode: flag, allowReserved: flag },
    newer: ['encoding', 'prefixEncoding', 'itemEncoding'],
  },
  responses: {
    label: 'the responses of an operation',
    fields: { default: orReference('response') },
    names: orReference('response'),
  },
  response: {
    label: 'a response',
    fields: { description: text, headers: map(orReference('header')), content, links: map(orReference('link')) },
    later: { summary: text },
  },
  example: {
    label: 'an example',
    fields: { summary: text, description: text, value: any, externalValue: text },
    newer: ['dataValue', 'serializedValue'],
  },
  link: {
    label: 'a link',
    fields: {
      operationRef: text,
      operationId: text,
      parameters: map(any),
      requestBody: any,
      description: text,
      server: object('server'),
    },
  },
};
