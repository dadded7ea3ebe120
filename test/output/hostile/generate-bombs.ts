// A process that bounded.test.ts starts with little memory: it generates each of the bombs and prints a line of JSON for each.
import { generate, printDiagnostic } from 'speccast';
import { bombs } from './bombs.js';

/** The result for a document: the number of files, the time, and the first diagnostic. */
interface BombResult {
  readonly name: string;
  readonly files: number;
  readonly seconds: number;
  readonly first?: string;
}

for (const [name, make] of Object.entries(bombs)) {
  const before = process.cpuUsage().user;
  const input = { spec: make(), readFile: () => undefined, packageName: 'bombs' };
  const { files, diagnostics } = await generate(input);
  const [first] = diagnostics;
  const result: BombResult = {
    name,
    files: files.length,
    seconds: (process.cpuUsage().user - before) / 1e6,
    ...(first === undefined ? {} : { first: printDiagnostic(first) }),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
