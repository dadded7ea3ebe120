import type { SpecText } from 'speccast';

/** Joins texts, each built from its index. */
function repeatText(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}

const head = 'openapi: 3.1.0\ninfo: { title: Bomb, version: "1" }\npaths: {}\n';

function buildYaml(text: string): SpecText {
  return { file: 'spec.yaml', text: `${head}${text}\n` };
}

/** Builds a document with one schema from text, because `JSON.stringify` overflows its stack for some of them. */
function buildJson(schema: string): SpecText {
  const text = `{"openapi":"3.1.0","info":{"title":"Bomb","version":"1"},"paths":{},"components":{"schemas":{"A":${schema}}}}`;
  return { file: 'spec.json', text };
}

function buildAnchor(name: string, of: string): string {
  return `  ${name}: &${name} [${Array(9).fill(of).join(', ')}]\n`;
}

/** Documents that would take a careless reader all memory or endless time. */
export const bombs: Readonly<Record<string, () => SpecText>> = {
  'aliases of aliases': () =>
    buildYaml(`x-a:\n${repeatText(9, (index) => buildAnchor(`a${index}`, index === 0 ? 'x' : `*a${index - 1}`))}`),
  'a million aliases of one value': () => buildYaml(`x-b: &a 1\nx-a: [${'*a,'.repeat(1_000_000)}]`),
  'merges of merges': () =>
    buildYaml(
      `x-0: &m0 {a: 1}\n${repeatText(60, (index) => `x-${index + 1}: &m${index + 1} {<<: [*m${index}, *m${index}]}\n`)}`,
    ),
  '100,000 documents': () => ({ file: 'spec.yaml', text: '---\n'.repeat(100_000) }),
  '10,000 levels of JSON': () => buildJson('['.repeat(10_000)),
  '10,000 levels of YAML in brackets': () => buildYaml(`x-a: ${'['.repeat(10_000)}`),
  '10,000 levels of YAML in one line': () => buildYaml(`x-a:\n  ${'- '.repeat(10_000)}a`),
  '3,000 levels of YAML by indentation': () =>
    buildYaml(`x-a:\n${repeatText(3_000, (index) => `${' '.repeat(index + 1)}a:\n`)}`),
  '10,000 levels of a schema': () => buildJson(`${'{"type":"array","items":'.repeat(10_000)}{}${'}'.repeat(10_000)}`),
  '1,000 references in a row': () =>
    buildJson(
      `{},${repeatText(1_000, (index) => `"S${index}":{"$ref":"#/components/schemas/S${index + 1}"},`)}"S1000":{}`,
    ),
  '100,000 values': () => buildJson(`{"enum":[${repeatText(100_000, (index) => `"v${index}",`)}""]}`),
  '100,000 properties': () => buildJson(`{"properties":{${repeatText(100_000, (index) => `"p${index}":{},`)}"p":{}}}`),
  '100,000 required properties': () => buildJson(`{"required":[${repeatText(100_000, (index) => `"p${index}",`)}"p"]}`),
  'a text of five million characters': () => buildJson(`{"description":"${'x'.repeat(5_000_000)}"}`),
  'three million values': () => buildJson(`{"x-a":[${'0,'.repeat(3_000_000)}0]}`),
  'a file of 70 million characters': () => ({ file: 'spec.yaml', text: head + '\n'.repeat(70_000_000) }),
  'a pattern of many ways': () =>
    buildJson(`{"type":"string","pattern":"${'(a?'.repeat(25)}${')'.repeat(25)}${'a{1,1000}'.repeat(50)}"}`),
};
