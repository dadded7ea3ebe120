import { printDiagnostic } from 'speccast';
import { generate } from 'speccast';
import { bombs } from './bombs.js';

/** What became of a text: a line a text, for whoever started this process. */
interface Met {
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
  const met: Met = {
    name,
    files: files.length,
    seconds: (process.cpuUsage().user - before) / 1e6,
    ...(first === undefined ? {} : { first: printDiagnostic(first) }),
  };
  process.stdout.write(`${JSON.stringify(met)}\n`);
}
