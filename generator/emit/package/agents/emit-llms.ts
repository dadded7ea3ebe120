import type { Operation } from '../../../api/api.js';
import { printPointer } from '../../../spec/read/pointer.js';
import { code, type Code, type Templates } from '../../code/templates/templates.js';
import type { EmitContext } from '../../emit-context.js';
import { oneLiner, listResourceMethods, type Method, type Resource } from '../example-call.js';
import { codeSpan } from '../markdown.js';
import { describeContents, partFlags } from '../package-json.js';
import { urlPart } from '../samples/shell.js';
import { aboutService, specWords } from './spec-words.js';

/** Most operations that the list names one by one, and most resources where there are more. */
const [MOST_OPERATIONS, MOST_RESOURCES] = [120, 200];

/** Most methods of a resource that its line names. */
const MOST_METHODS = 6;

/** llms.txt of a package, as llmstxt.org has it: what it is, and links to where its files say more. */
export function emitLlms(context: EmitContext, templates: Templates): string {
  const { api, packageName, parts, surfaces = [] } = context;
  const resources = listResourceMethods(api);
  const isLong = api.operations.length > MOST_OPERATIONS;
  const listed = isLong ? resources.slice(0, MOST_RESOURCES) : resources;
  return templates.render('package/llms.hbs', {
    package: code(packageName),
    contents: code(describeContents(parts)),
    about: aboutService(api),
    ...partFlags(parts),
    cli: surfaces.includes('cli'),
    mcp: surfaces.includes('mcp'),
    reference: referenceAddress(context),
    long: isLong && code(String(MOST_OPERATIONS)),
    left: resources.length > listed.length && code(String(resources.length - listed.length)),
    resources: isLong ? listed.map((one) => resourceLine(one)) : [],
    operations: isLong ? [] : listed.flatMap(({ methods }) => methods.map((one) => operationLine(one, context))),
  });
}

function operationLine({ operation, path }: Method, { parts }: EmitContext): Code {
  const target = parts.includes('validators') ? `openapi.json#${pointToOperation(operation)}` : 'dist/index.d.ts';
  const request = codeSpan(`${operation.method} ${operation.path}`).text;
  const says = specWords(oneLiner(operation), 120).text;
  const deprecated = operation.doc.deprecated === true ? 'deprecated, ' : '';
  return code(`[${codeSpan(`client.${path}`).text}](${target}): ${deprecated}${request}, “${says}”`);
}

function resourceLine({ path, methods }: Resource): Code {
  const names = methods.slice(0, MOST_METHODS).map(({ operation }) => operation.property);
  const more = methods.length - names.length;
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return code(`[${codeSpan(`client.${path}`).text}](dist/index.d.ts): ${list}`);
}

/** Where the document has an operation: a JSON pointer as the fragment of a URI. */
function pointToOperation({ path, method }: Operation): string {
  return printPointer(['paths', path, method.toLowerCase()]).split('/').map(urlPart).join('/');
}

/** Address of the reference with samples, which stays in the repository; `false` where that is no public one. */
export function referenceAddress({ settings: { repository, directory } = {} }: EmitContext): Code | false {
  const [, page] = /^(?:git\+)?(https:\/\/github\.com\/[\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository ?? '') ?? [];
  if (page === undefined || !/^[\w./-]*$/.test(directory ?? '')) return false;
  return code(`${page}/blob/HEAD/${directory === undefined ? '' : `${directory}/`}api.md`);
}
