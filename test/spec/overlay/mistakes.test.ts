import { describe, expect, test } from 'vitest';
import { head, read } from '../read-text.js';
import { complaints, overlay } from './apply.js';

describe('an overlay document', () => {
  test.each([
    ['[]', '1:1 error wrong-type: an overlay is an object, not an array'],
    ['{ overlay: 1.0.0', '1:1 error invalid-yaml: nothing closes this {'],
    ['overlay: 1.0.0\ninfo: { title: a, version: "1" }', '1:1 error missing-field: an overlay needs "actions"'],
    [
      'overlay: 2.0.0\ninfo: { title: a, version: "1" }\nactions: [{ target: $, update: {} }]',
      '1:10 error unsupported-version: Overlay "2.0.0" is not supported; versions 1.0 and 1.1 are, as in "1.0.0"',
    ],
    [
      'overlay: 1.0\ninfo: { title: a, version: "1" }\nactions: [{ target: $, update: {} }]',
      '1:10 error wrong-type: "overlay" must be a string, not a number',
    ],
    [
      'overlay: 1.0.0\ninfo: { titel: a, version: "1" }\nactions: [{ target: $, update: {} }]',
      '2:7 error missing-field: the info object of an overlay needs "title"',
    ],
    [
      'overlay: 1.0.0\ninfo: { title: a, version: "1" }\nactions: []',
      '3:10 error invalid-value: "actions" must not be empty',
    ],
    [
      'overlay: 1.0.0\ninfo: { title: a, version: "1" }\nactions: [x]',
      '3:11 error wrong-type: "actions[0]" must be an object, not a string',
    ],
  ])('%j', (text, want) => {
    expect(complaints('{ a: 1 }', text)[0]).toBe(`1.yaml:${want}`);
  });

  test.each([
    [
      '{ taget: $, update: {} }',
      [
        '4:5 error missing-field: an action needs "target"',
        '4:7 error unknown-field: "taget" is not a field of an action; did you mean "target"?',
      ],
    ],
    [
      '{ target: $, updates: {} }',
      [
        '4:5 warning overlay-no-effect: this action changes nothing; it needs "update", "copy" or "remove: true"',
        '4:18 error unknown-field: "updates" is not a field of an action; did you mean "update"?',
      ],
    ],
    ['{ target: 1, update: {} }', ['4:15 error wrong-type: "target" must be a string, not a number']],
    ['{ target: $, remove: yes please }', ['4:26 error wrong-type: "remove" must be true or false, not a string']],
    ['{ target: $, update: {}, copy: $ }', ['4:30 error invalid-value: an action has "update" or "copy", not both']],
  ])('with the action %s', (action, want) => {
    const messages = complaints('{ a: 1 }', overlay(`  - ${action}`)).map((one) => one.replace('1.yaml:', ''));
    expect(messages.toSorted()).toEqual(expect.arrayContaining([...want]));
  });

  test('may carry extensions', () => {
    const text =
      "overlay: 1.0.0\nx-a: 1\ninfo: { title: a, version: '1', x-b: 1 }\nactions: [{ target: $, update: {}, x-c: 1 }]";
    expect(complaints('{ a: 1 }', text)).toEqual([]);
  });
});

describe('extends', () => {
  function extending(file: string, spec: string, named: string): readonly string[] {
    const text = `extends: ${named}\n${overlay('  - { target: $, update: { x-a: 1 } }')}`;
    return read(`${head}paths: {}\n`, { file: spec, overlays: { [file]: text } }).messages;
  }

  test.each([
    ['public/a.yaml', 'api.yaml', '../api.yaml'],
    ['a.yaml', 'api.yaml', './api.yaml'],
    ['specs/public/a.yaml', 'specs/the%20api.yaml', '../the%2520api.yaml'],
    ['../a.yaml', '../specs/api.yaml', 'specs/api.yaml'],
    ['a.yaml', '/home/specs/api.yaml', 'specs/api.yaml'],
    ['a.yaml', 'api.yaml', 'https://example.com/other.yaml'],
  ])('in %s may name %s as %s', (file, spec, named) => {
    expect(extending(file, spec, named)).toEqual([]);
  });

  test('warns of another document', () => {
    expect(extending('public/a.yaml', 'api.yaml', 'api.yaml')).toEqual([
      'public/a.yaml:1:10 warning overlay-extends: this overlay extends "api.yaml", which is not the document it is applied to, api.yaml',
    ]);
  });
});

describe('a target', () => {
  test.each([
    ['$.paths.b', '"target" matches nothing: "paths" has no "b"'],
    ['$.paths.usres.get', '"target" matches nothing: "paths" has no "usres"; did you mean "users"?'],
    ['$.path', '"target" matches nothing: the document has no "path"; did you mean "paths"?'],
    ["$.paths.users['get'].tags[4]", '"target" matches nothing: "tags" has no 4'],
    ["$.paths.users[?@.x == 'y']", '"target" matches nothing'],
    ['$..nothing', '"target" matches nothing'],
  ])('%s that matches nothing is an error', (target, want) => {
    const given = '{ paths: { users: { get: { tags: [a] } } } }';
    const text = overlay(`  - { target: ${JSON.stringify(target)}, update: {} }`);
    expect(complaints(given, text)).toEqual([`1.yaml:4:15 error overlay-no-match: ${want}`]);
  });

  test.each([
    ['paths', 'is not a JSONPath of RFC 9535: it starts with "$"'],
    ['', 'is not a JSONPath of RFC 9535: it starts with "$"'],
    ["$.paths['/a'", 'is not a JSONPath of RFC 9535: it ends too early'],
    ['$.paths./a', 'is not a JSONPath of RFC 9535: "/" at character 9 is unexpected'],
    ['$..a..b..c..d', 'has more than 3 "..", which can take forever'],
    [`$.${'a'.repeat(1000)}`, 'is longer than 1000 characters'],
    ["$[?match(@, '(a+)+c')]", 'repeats a group of a regular expression, which can take forever'],
  ])('%s is no JSONPath that is followed', (target, want) => {
    const text = overlay(`  - { target: ${JSON.stringify(target)}, update: {} }`);
    expect(complaints('{ paths: {} }', text)).toEqual([`1.yaml:4:15 error invalid-jsonpath: "target" ${want}`]);
  });

  test('selects nodes of one form', () => {
    expect(complaints('{ a: {},\n b: [] }', overlay('  - { target: $.*, update: {} }'))).toEqual([
      '1.yaml:4:15 error overlay-mismatch: "target" selects an object (api.yaml:1) and an array (api.yaml:2); one update fits only nodes of one form',
    ]);
  });

  test.each([
    ['$', '1', 'what is merged into an object cannot be a number'],
    ['$.a', '[1]', 'what is merged into an object (api.yaml:1) cannot be an array'],
  ])('%s does not merge with %s', (target, update, want) => {
    expect(complaints('{ a: {} }', overlay(`  - { target: ${target}, update: ${update} }`))[0]).toContain(
      `error overlay-mismatch: ${want}`,
    );
  });
});

describe('all mistakes of all overlays', () => {
  test('are reported at once, and then the document is not validated', () => {
    const overlays = {
      'a.yaml': overlay('  - { target: $.a, update: {} }\n  - { target: $.b, update: {} }'),
      'b.yaml': overlay('  - { target: $.c, update: {} }'),
    };
    const { document, messages } = read(`${head}paths: 1\n`, { overlays });
    expect(document).toBe(undefined);
    expect(messages).toEqual([
      'a.yaml:4:15 error overlay-no-match: "target" matches nothing: the document has no "a"',
      'a.yaml:5:15 error overlay-no-match: "target" matches nothing: the document has no "b"',
      'b.yaml:4:15 error overlay-no-match: "target" matches nothing: the document has no "c"',
    ]);
  });
});

describe('hostile overlays', () => {
  test('do not add without end', () => {
    const double = '  - { target: $.a, copy: $.a }\n'.repeat(40);
    expect(complaints('{ a: [1] }', overlay(double, '1.1.0'))).toEqual([
      '1.yaml:21:26 error overlay-too-large: overlays add more than 500000 values to the document',
    ]);
    const wide = `  - { target: $, update: { a: [${'{},'.repeat(1000)}] } }\n  - { target: "$.a[*]", update: { a: [${'{},'.repeat(1000)}] } }\n`;
    expect(complaints('{ b: {} }', overlay(wide))).toEqual([
      expect.stringMatching(
        /^1\.yaml:5:\d+ error overlay-too-large: overlays add more than 500000 values to the document$/,
      ),
    ]);
  });

  test('do not nest without end', () => {
    const nested = `${'{ a: '.repeat(150)}{}${' }'.repeat(150)}`;
    const path = `$${'.a'.repeat(150)}`;
    const text = overlay(`  - { target: $, update: ${nested} }\n  - { target: ${path}, update: ${nested} }`);
    expect(complaints('{ b: {} }', text)).toEqual([
      expect.stringMatching(
        /^1\.yaml:5:\d+ error too-deep: with this value, the document is nested more than 200 levels deep$/,
      ),
    ]);
  });
});
