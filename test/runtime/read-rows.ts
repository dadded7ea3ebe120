import { readFileSync } from 'node:fs';
import { parse, type ScalarTag } from 'yaml';

const tag = (name: string, resolve: (text: string) => unknown): ScalarTag => ({ tag: `!${name}`, resolve });

/** Values that JSON does not have. */
const tags: readonly ScalarTag[] = [
  tag('undefined', () => undefined),
  tag('bigint', BigInt),
  tag('date', (text) => new Date(text)),
  tag('bytes', (hex) => Uint8Array.from(Buffer.from(hex, 'hex'))),
  tag('buffer', (hex) => Uint8Array.from(Buffer.from(hex, 'hex')).buffer),
  // `!blob MOVIE`, `!blob image/png;MOVIE`
  tag('blob', (text) => {
    const [, type = '', data = ''] = /^(?:([\w/+.-]+);)?(.*)$/su.exec(text) ?? [];
    return new Blob([data], { type });
  }),
  tag('stream', (text) => Object.assign(new Blob([text]).stream(), { text })),
  tag('form', (text) => new URLSearchParams(text)),
  tag('regexp', (text) => new RegExp(text, 'u')),
  tag('function', (text) => () => (text === '' ? undefined : JSON.parse(text))),
  tag('repeat', (text) => {
    const [, count = '', piece = ''] = /^(\d+) (.*)$/su.exec(text) ?? [];
    return piece.repeat(Number(count));
  }),
];

/**
 * Reads a table of tests: `url` is that of the YAML file. Beside what YAML has, values may be `!undefined`, `!bigint 7`,
 * `!date 2026-01-01T00:00:00Z`, `!bytes 00ff`, `!buffer 00ff`, `!blob text/plain;a`, `!stream a`, `!form a=b`, `!regexp ^a`, `!function true`
 * (which returns it) and
 * `!repeat 100 ab`.
 */
export function readRows(url: URL): unknown {
  return parse(readFileSync(url, 'utf8'), { customTags: [...tags], maxAliasCount: -1 });
}

/** Opens a file of several tables; each is asked for by its name, `table('names')`. */
export function openTables(url: URL): <Row>(name: string) => readonly Row[] {
  // `as`: a table is written for the test that reads it.
  const tables = readRows(url) as Readonly<Record<string, readonly never[]>>;
  return (name) => {
    const rows = tables[name];
    if (rows === undefined) throw new Error(`${url.pathname} has no table ${name}`);
    return rows;
  };
}
