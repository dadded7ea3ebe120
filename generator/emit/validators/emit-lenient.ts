import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Templates } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import { declaredTable } from './declared-names.js';
import type { Program } from './program.js';

/** The function that checks leniently; the index of the validators passes it on. */
export const lenientSymbol: CodeSymbol = { name: 'checkLeniently', module: 'validators/check-leniently' };

const table: CodeSymbol = { name: 'declaredNames', module: 'validators/declared-names' };
const runtimeModule = 'runtime/validators/lenient';

/** Emits `validators/check-leniently.ts` and the names that it compares with; only those who use it carry them. */
export function emitLenient(program: Program, templates: Templates): readonly SourceFile[] {
  const plans = [...program.units.values()].map(({ plan }) => plan);
  const data = new Imports(table.module, [table.name]);
  const imports = new Imports(lenientSymbol.module, [lenientSymbol.name]);
  const constant = templates.render('validators/declared-names.hbs', {
    name: table.name,
    type: data.useType({ name: 'DeclaredNames', module: runtimeModule }),
    table: code(literal(declaredTable(plans, program))),
  });
  const entry = templates.render('validators/check-leniently.hbs', {
    name: lenientSymbol.name,
    type: imports.useType({ name: 'CheckLeniently', module: runtimeModule }),
    create: imports.use({ name: 'createLenientCheck', module: runtimeModule }),
    table: imports.use(table),
  });
  return [
    { kind: 'source', path: `src/${table.module}.ts`, imports: data.lines(), body: [constant] },
    { kind: 'source', path: `src/${lenientSymbol.module}.ts`, imports: imports.lines(), body: [entry] },
  ];
}
