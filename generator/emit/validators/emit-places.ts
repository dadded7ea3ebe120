import { Imports } from '../code/imports.js';
import { literal } from '../code/literals.js';
import { code, type Templates } from '../code/templates.js';
import type { CodeSymbol, EmitContext, SourceFile } from '../source-file.js';
import { listPlaces, listRequired, locateParameters } from './list-places.js';
import { placeTable } from './place-table.js';
import type { Program } from './program.js';

const module = 'validators/issue-places';
const table: CodeSymbol = { name: 'issuePlaces', module: `${module}-table` };
const runtimeModule = 'runtime/validators/issue-places';

/** What the places are emitted from. */
export interface PlacesInput {
  readonly context: EmitContext;
  readonly program: Program;
  readonly templates: Templates;
}

/** Emits `validators/issue-places.ts`, which finds the place in the spec that an issue is about, and its table. */
export function emitPlaces({ context, program, templates }: PlacesInput): readonly SourceFile[] {
  const { api, locate } = context;
  if (locate === undefined) return [];
  const plans = [...program.units.values()].map(({ plan }) => plan);
  const places = [...listPlaces(plans, locateParameters(api, locate)), ...listRequired(api, locate)];
  const data = new Imports(table.module, [table.name]);
  const imports = new Imports(module, ['placeOf']);
  const constant = templates.render('validators/place-table.hbs', {
    name: table.name,
    type: data.useType({ name: 'PlaceTable', module: runtimeModule }),
    table: code(literal(placeTable(places))),
  });
  const entry = templates.render('validators/place-of.hbs', {
    type: imports.useType({ name: 'PlaceOf', module: runtimeModule }),
    create: imports.use({ name: 'createPlaceOf', module: runtimeModule }),
    table: imports.use(table),
  });
  const types = {
    kind: 'export',
    typeOnly: true,
    names: ['IssuePlace', 'PlaceOf'],
    from: '@speccast/runtime/validators',
  } as const;
  return [
    { kind: 'source', path: `src/${table.module}.ts`, imports: data.lines(), body: [constant] },
    { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body: [entry, types] },
  ];
}
