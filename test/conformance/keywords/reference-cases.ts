import type { KeywordCase } from './keyword-case.js';

const text = { type: 'string' };
const self = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** References, and properties that travel one way. */
export const referenceCases: readonly KeywordCase[] = [
  {
    name: 'refRecursive',
    schema: self('CaseTree'),
    schemas: {
      CaseTree: {
        type: 'object',
        required: ['name'],
        properties: { name: text, children: { type: 'array', items: self('CaseTree') } },
      },
    },
    valid: [{ name: 'a' }, { name: 'a', children: [{ name: 'b', children: [] }] }],
    invalid: [{}, { name: 'a', children: [{}] }, { name: 'a', children: [{ name: 'b', children: [{ name: 1 }] }] }],
  },
  {
    name: 'refMutuallyRecursive',
    schema: self('CaseEven'),
    schemas: {
      CaseEven: {
        anyOf: [{ type: 'null' }, { type: 'object', required: ['odd'], properties: { odd: self('CaseOdd') } }],
      },
      CaseOdd: { type: 'object', required: ['even'], properties: { even: self('CaseEven') } },
    },
    valid: [null, { odd: { even: null } }, { odd: { even: { odd: { even: null } } } }],
    invalid: [{}, { odd: null }, { odd: { even: {} } }],
  },
  {
    name: 'refWithSiblings',
    schema: { ...self('CaseNamed'), required: ['b'], properties: { b: text }, description: 'More special.' },
    schemas: { CaseNamed: { type: 'object', required: ['a'], properties: { a: text } } },
    valid: [{ a: 'x', b: 'y' }],
    invalid: [{ a: 'x' }, { b: 'y' }],
  },
  {
    name: 'refIntoSchema',
    schema: { $ref: '#/components/schemas/CaseOuter/properties/inner' },
    schemas: { CaseOuter: { type: 'object', properties: { inner: { type: 'array', items: text } } } },
    valid: [[], ['x']],
    invalid: [[1], 'x'],
  },
  {
    name: 'refToAlias',
    schema: self('CaseAlias'),
    schemas: { CaseAlias: self('CaseTarget'), CaseTarget: { type: 'string', minLength: 1 } },
    valid: ['a'],
    invalid: [1],
    beyond: [''],
  },
  {
    name: 'defs',
    schema: { type: 'array', items: { $ref: '#/components/schemas/CaseDefs/$defs/item' } },
    schemas: { CaseDefs: { $defs: { item: { type: 'integer', minimum: 1 } } } },
    valid: [[], [1]],
    invalid: [['x']],
    beyond: [[0]],
  },
  {
    name: 'anchor',
    schema: { type: 'array', items: { $ref: '#caseItem' } },
    schemas: { CaseAnchored: { type: 'object', properties: { a: { $anchor: 'caseItem', type: 'boolean' } } } },
    valid: [[], [true]],
    invalid: [['x']],
  },
  {
    name: 'dynamicRef',
    schema: self('CaseDynamic'),
    schemas: {
      CaseDynamic: {
        $dynamicAnchor: 'caseNode',
        type: 'object',
        properties: { value: text, next: { $dynamicRef: '#caseNode' } },
        additionalProperties: false,
      },
    },
    valid: [{}, { value: 'a', next: { value: 'b', next: {} } }],
    invalid: [{ next: 1 }, { next: { value: 1 } }, { next: { next: { other: 1 } } }],
  },
  {
    name: 'idAndRef',
    schema: { type: 'object', properties: { a: { $ref: 'https://example.test/case-id' } } },
    schemas: { CaseId: { $id: 'https://example.test/case-id', type: 'string', maxLength: 1 } },
    valid: [{}, { a: 'x' }],
    invalid: [{ a: 1 }],
    beyond: [{ a: 'xy' }],
  },
  {
    name: 'readOnly',
    schema: { type: 'object', required: ['id', 'name'], properties: { id: { ...text, readOnly: true }, name: text } },
    request: { valid: [{ name: 'x' }], invalid: [{}, { name: 1 }] },
    response: { valid: [{ id: 'i', name: 'x' }], invalid: [{ name: 'x' }, { id: 1, name: 'x' }] },
  },
  {
    name: 'writeOnly',
    schema: {
      type: 'object',
      required: ['name', 'secret'],
      properties: { name: text, secret: { ...text, writeOnly: true } },
    },
    request: { valid: [{ name: 'x', secret: 's' }], invalid: [{ name: 'x' }, { name: 'x', secret: 1 }] },
    response: { valid: [{ name: 'x' }], invalid: [{}, { name: 1 }] },
  },
  {
    name: 'readOnlyNested',
    schema: {
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true } } },
        },
      },
    },
    request: { valid: [{}, { list: [{}] }], invalid: [{ list: [1] }] },
    response: { valid: [{ list: [{ id: 'x' }] }], invalid: [{ list: [{}] }] },
  },
  {
    name: 'readOnlyBehindRef',
    schema: { type: 'object', required: ['meta', 'a'], properties: { meta: self('CaseMeta'), a: text } },
    schemas: { CaseMeta: { type: 'object', readOnly: true, required: ['etag'], properties: { etag: text } } },
    request: { valid: [{ a: 'x' }], invalid: [{}] },
    response: { valid: [{ a: 'x', meta: { etag: 'e' } }], invalid: [{ a: 'x' }, { a: 'x', meta: {} }] },
  },
  {
    name: 'readOnlyInAllOf',
    schema: { allOf: [self('CaseBase'), { type: 'object', required: ['id', 'name'], properties: { name: text } }] },
    schemas: { CaseBase: { type: 'object', properties: { id: { ...text, readOnly: true } } } },
    request: { valid: [{ name: 'x' }], invalid: [{}] },
    response: { valid: [{ id: 'i', name: 'x' }], invalid: [{ name: 'x' }, { id: 'i' }] },
  },
  {
    name: 'readOnlyAlone',
    schema: { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true } } },
    request: { valid: [{}, { id: 'i' }, { other: 1 }], invalid: [5] },
    response: { valid: [{ id: 'i' }], invalid: [{}] },
  },
  {
    name: 'readOnlyAloneInAllOf',
    schema: { allOf: [self('CaseRecord'), { type: 'object', required: ['name'], properties: { name: text } }] },
    schemas: { CaseRecord: { type: 'object', properties: { id: { ...text, readOnly: true } } } },
    request: {
      valid: [{ name: 'x' }],
      invalid: [{}],
      odd: [
        { name: 'x', id: 'i' },
        { name: 'x', nmae: 'x' },
      ],
    },
    response: { valid: [{ id: 'i', name: 'x' }, { name: 'x' }], invalid: [{ id: 'i' }] },
  },
  {
    name: 'readOnlyAloneBeside',
    schema: {
      oneOf: [self('CaseTimes'), { type: 'object', required: ['kind'], properties: { kind: { const: 'a' } } }],
      required: ['name'],
      properties: { name: text },
    },
    schemas: { CaseTimes: { type: 'object', properties: { at: { ...text, readOnly: true }, kind: { const: 'b' } } } },
    request: {
      valid: [
        { name: 'x', kind: 'a' },
        { name: 'x', kind: 'b' },
      ],
      invalid: [{ kind: 'a' }],
    },
    response: { valid: [{ name: 'x', kind: 'b', at: 'y' }], invalid: [{ kind: 'b', at: 'y' }] },
  },
  {
    name: 'readOnlyAloneInUnion',
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: text },
      anyOf: [self('CaseStamp'), self('CaseMark')],
    },
    schemas: {
      CaseStamp: { type: 'object', properties: { at: { ...text, readOnly: true } } },
      CaseMark: { allOf: [self('CaseStamp'), { properties: { by: { ...text, readOnly: true } } }] },
    },
    request: { valid: [{ name: 'x' }], invalid: [{}] },
    response: { valid: [{ name: 'x', at: 'y', by: 'z' }], invalid: [{ at: 'y' }, { name: 'x', at: 1 }] },
  },
  {
    name: 'writeOnlyAloneInAllOf',
    schema: { allOf: [self('CaseSecrets'), { type: 'object', required: ['name'], properties: { name: text } }] },
    schemas: { CaseSecrets: { type: 'object', required: ['pin'], properties: { pin: { ...text, writeOnly: true } } } },
    request: { valid: [{ name: 'x', pin: '1' }], invalid: [{ name: 'x' }] },
    response: { valid: [{ name: 'x' }], invalid: [{}], odd: [{ name: 'x', pin: '1' }] },
  },
  {
    name: 'writeOnlyInOneOf',
    schema: {
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'pin'],
          properties: { kind: { const: 'a' }, pin: { ...text, writeOnly: true } },
        },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'b' } } },
      ],
    },
    request: { valid: [{ kind: 'a', pin: '1' }, { kind: 'b' }], invalid: [{ kind: 'a' }, { kind: 'c' }] },
    response: { valid: [{ kind: 'a' }, { kind: 'b' }], invalid: [{ kind: 'c' }] },
  },
];
