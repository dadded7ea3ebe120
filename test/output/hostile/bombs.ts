import type { SpecText } from 'speccast';

/** So many texts, made of their numbers, one after the other. */
function repeated(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}

const head = 'openapi: 3.1.0\ninfo: { title: Bomb, version: "1" }\npaths: {}\n';

function yaml(text: string): SpecText {
  return { file: 'spec.yaml', text: `${head}${text}\n` };
}

/** A document with one schema, as text, because no library could write some of them. */
function json(schema: string): SpecText {
  const text = `{"openapi":"3.1.0","info":{"title":"Bomb","version":"1"},"paths":{},"components":{"schemas":{"A":${schema}}}}`;
  return { file: 'spec.json', text };
}

function anchored(name: string, of: string): string {
  return `  ${name}: &${name} [${Array(9).fill(of).join(', ')}]\n`;
}

/** Small or large texts that would take a reader all the memory or all the time there is. */
export const bombs: Readonly<Record<string, () => SpecText>> = {
  'aliases of aliases': () =>
    yaml(`x-a:\n${repeated(9, (index) => anchored(`a${index}`, index === 0 ? 'x' : `*a${index - 1}`))}`),
  'a million aliases of one value': () => yaml(`x-b: &a 1\nx-a: [${'*a,'.repeat(1_000_000)}]`),
  'merges of merges': () =>
    yaml(
      `x-0: &m0 {a: 1}\n${repeated(60, (index) => `x-${index + 1}: &m${index + 1} {<<: [*m${index}, *m${index}]}\n`)}`,
    ),
  '100,000 documents': () => ({ file: 'spec.yaml', text: '---\n'.repeat(100_000) }),
  '10,000 levels of JSON': () => json('['.repeat(10_000)),
  '10,000 levels of YAML in brackets': () => yaml(`x-a: ${'['.repeat(10_000)}`),
  '10,000 levels of YAML in one line': () => yaml(`x-a:\n  ${'- '.repeat(10_000)}a`),
  '3,000 levels of YAML by indentation': () =>
    yaml(`x-a:\n${repeated(3_000, (index) => `${' '.repeat(index + 1)}a:\n`)}`),
  '10,000 levels of a schema': () => json(`${'{"type":"array","items":'.repeat(10_000)}{}${'}'.repeat(10_000)}`),
  '1,000 references in a row': () =>
    json(`{},${repeated(1_000, (index) => `"S${index}":{"$ref":"#/components/schemas/S${index + 1}"},`)}"S1000":{}`),
  '100,000 values': () => json(`{"enum":[${repeated(100_000, (index) => `"v${index}",`)}""]}`),
  '100,000 properties': () => json(`{"properties":{${repeated(100_000, (index) => `"p${index}":{},`)}"p":{}}}`),
  '100,000 required properties': () => json(`{"required":[${repeated(100_000, (index) => `"p${index}",`)}"p"]}`),
  'a text of five million characters': () => json(`{"description":"${'x'.repeat(5_000_000)}"}`),
  'three million values': () => json(`{"x-a":[${'0,'.repeat(3_000_000)}0]}`),
  'a file of 70 million characters': () => ({ file: 'spec.yaml', text: head + '\n'.repeat(70_000_000) }),
  'a pattern of many ways': () =>
    json(`{"type":"string","pattern":"${'(a?'.repeat(25)}${')'.repeat(25)}${'a{1,1000}'.repeat(50)}"}`),
};
