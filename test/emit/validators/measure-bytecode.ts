import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Bytes of bytecode of the largest functions of some modules, by name; `files` are addresses or paths to import. */
export async function measureBytecode(files: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const flags = ['--no-lazy', '--no-flush-bytecode', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...files], { maxBuffer: 1e9 });
  // What the program below prints.
  return new Map(JSON.parse(stdout) as readonly (readonly [string, number])[]);
}

/** A heap snapshot tells the size of the bytecode of each function; functions of modules have names, modules have none. */
const program = `
import { getHeapSnapshot } from 'node:v8';
for (const file of process.argv.slice(1)) await import(file);
const chunks = [];
for await (const chunk of getHeapSnapshot()) chunks.push(chunk);
const { snapshot: { meta }, nodes, edges, strings } = JSON.parse(Buffer.concat(chunks).toString());
const [width, step] = [meta.node_fields.length, meta.edge_fields.length];
const [name, size, count] = ['name', 'self_size', 'edge_count'].map((field) => meta.node_fields.indexOf(field));
const to = meta.edge_fields.indexOf('to_node');
const found = new Map();
let edge = 0;
for (let node = 0; node < nodes.length; node += width) {
  const owner = strings[nodes[node + name]];
  for (const end = edge + nodes[node + count] * step; edge < end; edge += step) {
    const target = edges[edge + to];
    if (!strings[nodes[target + name]].endsWith('BytecodeArray') || !/^(?:is|collect|count|covers)[A-Z]/.test(owner)) continue;
    found.set(owner, Math.max(found.get(owner) ?? 0, nodes[target + size]));
  }
}
console.log(JSON.stringify([...found].sort(([, left], [, right]) => right - left)));
`;
