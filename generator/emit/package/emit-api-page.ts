import type { Operation } from '../../api/api.js';
import { isDownload } from '../code/operation-result.js';
import { paramsAreOptional } from '../code/operation-params.js';
import { code } from '../code/templates.js';
import type { Code, Templates } from '../code/templates.js';
import type { EmitContext } from '../source-file.js';
import { oneLiner, resourcesOf } from './describe-operations.js';
import type { Method } from './describe-operations.js';
import { codeSpan, markdownText } from './markdown.js';

/** api.md of a generated package: its public surface, every method with its types, every model and validator. */
export function emitApiPage(context: EmitContext, templates: Templates): string {
  const { api, layout, packageName } = context;
  return templates.render('package/api-page.hbs', {
    title: markdownText(api.title),
    package: code(packageName),
    create: code(`create${api.typeName}`),
    client: code(api.typeName),
    resources: resourcesOf(api).map(({ path, methods }) => ({
      name: codeSpan(`client.${path}`),
      methods: methods.map((method) => methodView(method, context)),
    })),
    models: api.models.map((model) => ({
      name: codeSpan(layout.model(model).name),
      input: model.input === undefined ? false : codeSpan(model.input.name),
      validator: codeSpan(layout.validator(model).name),
      file: code(`src/${layout.model(model).module}.ts`),
      says: markdownText((model.doc.summary ?? model.doc.description ?? '').split(/\n\s*\n/, 1)[0] ?? ''),
    })),
  });
}

function methodView({ operation, path }: Method, context: EmitContext): Readonly<Record<string, Code | boolean>> {
  return {
    signature: codeSpan(`client.${path}(${signature(operation, context)}`),
    function: codeSpan(context.layout.method(operation).name),
    request: codeSpan(`${operation.method} ${operation.path}`),
    does: markdownText(oneLiner(operation)),
    deprecated: operation.doc.deprecated === true,
  };
}

function signature(operation: Operation, { api, layout }: EmitContext): string {
  const optional = paramsAreOptional(api, operation) ? '?' : '';
  const result = isDownload(operation) ? 'Download' : `ApiPromise<${layout.result(operation).name}>`;
  return `params${optional}: ${layout.params(operation).name}, options?: CallOptions): ${result}`;
}
