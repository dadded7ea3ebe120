import { describe, expect, test } from 'vitest';
import { head, read } from '../read-text.js';
import { listMessages, overlay } from './apply.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

describe('an overlay document', () => {
  table('%j', (text: string, want: string) => {
    expect(listMessages('{ a: 1 }', text)[0]).toBe(`1.yaml:${want}`);
  });

  table('with the action %s', (action: string, want: readonly string[]) => {
    const messages = listMessages('{ a: 1 }', overlay(`  - ${action}`)).map((one) => one.replace('1.yaml:', ''));
    expect(messages.toSorted()).toEqual(expect.arrayContaining([...want]));
  });

  test('may have extensions', () => {
    const text =
      "overlay: 1.0.0\nx-a: 1\ninfo: { title: a, version: '1', x-b: 1 }\nactions: [{ target: $, update: {}, x-c: 1 }]";
    expect(listMessages('{ a: 1 }', text)).toEqual([]);
  });
});

describe('extends', () => {
  function checkExtends(file: string, spec: string, named: string): readonly string[] {
    const text = `extends: ${named}\n${overlay('  - { target: $, update: { x-a: 1 } }')}`;
    return read(`${head}paths: {}\n`, {
      file: spec,
      overlays: { [file]: text },
    }).messages;
  }

  table('in %s may name %s as %s', (file: string, spec: string, named: string) => {
    expect(checkExtends(file, spec, named)).toEqual([]);
  });

  test('with the name of another document causes a warning', () => {
    expect(checkExtends('public/a.yaml', 'api.yaml', 'api.yaml')).toEqual([
      'public/a.yaml:1:10 warning overlay-wrong-document: "extends" names "api.yaml", but the overlay is applied to api.yaml',
    ]);
  });
});

describe('a target', () => {
  table('%s, which matches nothing, is an error', (target: string, want: string) => {
    const given = '{ paths: { users: { get: { tags: [a] } } } }';
    const text = overlay(`  - { target: ${JSON.stringify(target)}, update: {} }`);
    expect(listMessages(given, text)).toEqual([`1.yaml:4:15 error overlay-no-match: ${want}`]);
  });

  table('%s is rejected as a JSONPath', (target: string, want: string) => {
    const text = overlay(`  - { target: ${JSON.stringify(target)}, update: {} }`);
    expect(listMessages('{ paths: {} }', text)).toEqual([`1.yaml:4:15 error invalid-jsonpath: "target" ${want}`]);
  });

  test('has to select nodes of one type', () => {
    expect(listMessages('{ a: {},\n b: [] }', overlay('  - { target: $.*, update: {} }'))).toEqual([
      '1.yaml:4:15 error overlay-mismatch: "target" selects an object (api.yaml:1) and an array (api.yaml:2); one update cannot change both',
    ]);
  });

  table('%s does not merge with %s', (target: string, update: string, want: string) => {
    expect(listMessages('{ a: {} }', overlay(`  - { target: ${target}, update: ${update} }`))[0]).toContain(
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
    expect(listMessages('{ a: [1] }', overlay(double, '1.1.0'))).toEqual([
      '1.yaml:21:26 error overlay-too-large: overlays add more than 500000 values to the document',
    ]);
    const wide = `  - { target: $, update: { a: [${'{},'.repeat(1000)}] } }\n  - { target: "$.a[*]", update: { a: [${'{},'.repeat(1000)}] } }\n`;
    expect(listMessages('{ b: {} }', overlay(wide))).toEqual([
      expect.stringMatching(
        /^1\.yaml:5:\d+ error overlay-too-large: overlays add more than 500000 values to the document$/,
      ),
    ]);
  });

  test('do not nest without end', () => {
    const nested = `${'{ a: '.repeat(150)}{}${' }'.repeat(150)}`;
    const path = `$${'.a'.repeat(150)}`;
    const text = overlay(`  - { target: $, update: ${nested} }\n  - { target: ${path}, update: ${nested} }`);
    expect(listMessages('{ b: {} }', text)).toEqual([
      expect.stringMatching(
        /^1\.yaml:5:\d+ error too-deep: with this value, the document is nested more than 200 levels deep$/,
      ),
    ]);
  });
});
