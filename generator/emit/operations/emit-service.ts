import type { Api } from '../../api/api.js';
import { commonParamsSymbol } from '../code/common-params.js';
import { docLines } from '../code/doc-lines.js';
import { fields, type Field } from '../code/fields.js';
import { Imports } from '../code/imports.js';
import { optionalType } from '../code/optional-type.js';
import { interfaceStructure } from '../code/structures.js';
import { literal } from '../code/literals.js';
import { code, type Templates } from '../code/templates.js';
import { typeNames } from '../code/type-names.js';
import { printShape } from '../code/types.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, SourceFile, Statement } from '../source-file.js';
import { commonReasonType } from './reason-types.js';
import { serviceValue } from './service-value.js';
import { writersField } from './writer-fields.js';

const serviceType: CodeSymbol = { name: 'Service', module: 'runtime' };
const dailyQuota: CodeSymbol = { name: 'dailyQuota', module: 'runtime' };

interface Toolbox {
  readonly api: Api;
  readonly layout: Layout;
  readonly templates: Templates;
}

/** Emits `operations/service.ts`: what is the same for all operations, and the type of the parameters that all share. */
export function emitService(tools: Toolbox): SourceFile {
  const module = 'operations/service';
  const common = commonParamsSymbol(tools.api);
  const reason = tools.layout.commonReason();
  const imports = new Imports(module, ['service', ...[common, reason].flatMap((one) => one?.name ?? [])]);
  const writers = writersField(tools.api, tools.api.commonParameters?.parameters ?? [], imports);
  const view = {
    type: imports.useType(serviceType),
    fields: [...fields(serviceValue(tools.api)), ...quotaField(tools.api, imports), ...writers],
  };
  const body = [
    ...commonParams(imports, tools),
    ...commonReasonType(tools.api),
    tools.templates.render('operations/service.hbs', view),
  ];
  return { kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body };
}

/** The daily budget brings its own error, so that services without one do not hold it. */
function quotaField({ errors }: Api, imports: Imports): readonly Field[] {
  if (errors?.quota === undefined) return [];
  const { timeZone, reasons } = errors.quota;
  return [{ name: 'quota', value: code(`${imports.use(dailyQuota)}(${literal(timeZone)}, ${literal(reasons)})`) }];
}

function commonParams(imports: Imports, { api, layout }: Toolbox): readonly Statement[] {
  if (api.commonParameters === undefined) return [];
  const { typeName, parameters } = api.commonParameters;
  const names = typeNames(layout, imports, 'request');
  const properties = parameters.map(({ property, required, shape, doc, notes }) => {
    const type = printShape(shape, names);
    return { name: property, required, type: required ? type : optionalType(type), docs: docLines(doc, notes) };
  });
  return [interfaceStructure({ name: typeName, docs: ['Parameters that every operation takes.'], properties })];
}
