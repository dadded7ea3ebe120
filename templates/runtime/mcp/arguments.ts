import { toJsonObject, type Json } from '../json.js';
import { resolveSchema, type Tool, type ToolBody } from '../tools/catalogue.js';
import { toPlainText } from './plain-text.js';

/** An argument of a tool. */
export interface Argument {
  readonly name: string;
  readonly schema: Json;
  readonly description?: string;
  readonly required?: boolean;
  /** True if all operations of the service take it. */
  readonly isCommon?: boolean;
}

/** Lists the arguments of a tool: its parameters, `body`, `contentType` if it has several, `media`, and the file of a download. */
export function listArguments(tool: Tool): readonly Argument[] {
  const { parameters, operation, body, media } = tool;
  const args: Argument[] = parameters.map((one) => ({ ...one, name: one.property }));
  if (body) args.push({ ...body, name: 'body', schema: withFiles(tool, body) });
  if (operation.body && operation.body.length > 1)
    args.push({ name: 'contentType', schema: { enum: body?.mediaTypes ?? [] } });
  if (media)
    args.push({ name: 'media', schema: writeMediaSchema(media.mediaTypes), required: media.required === true });
  const { saveTo, overwrite } = nameSaving(tool);
  if (tool.isDownload)
    args.push(
      { name: saveTo, schema: { type: 'string' }, description: 'File to write the bytes to, in an allowed folder' },
      { name: overwrite, schema: { type: 'boolean' }, description: 'Whether that file may be replaced' },
    );
  return args;
}

/** Returns the names of the arguments for the file of a download: `saveTo` and `overwrite`, or `saveTo_` if a parameter is `saveTo`. */
export function nameSaving({ parameters }: Tool): { readonly saveTo: string; readonly overwrite: string } {
  const taken = new Set(parameters.map(({ property }) => property));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  return { saveTo: free('saveTo'), overwrite: free('overwrite') };
}

/** Returns the schema of a body with `{ path, type }` for parts that are bytes. */
function withFiles(tool: Tool, { schema, files }: ToolBody): Json {
  const own = files.size ? resolveSchema(tool, schema) : undefined;
  if (own?.['properties'] === undefined) return schema;
  const properties = Object.entries(toJsonObject(own['properties'])).map(([name, one]) => {
    if (!files.has(name)) return [name, one];
    const isList = resolveSchema(tool, one)?.['items'] !== undefined;
    return [name, isList ? { type: 'array', items: writeMediaSchema() } : writeMediaSchema()];
  });
  return { ...own, properties: Object.fromEntries(properties) };
}

function writeMediaSchema(mediaTypes: readonly string[] = []): Json {
  const listed = mediaTypes.length ? `: ${toPlainText(mediaTypes.join(', '), 200)}` : '';
  const type = `Media type of the file${listed}. Default: by its ending`;
  return {
    type: 'object',
    description: 'The bytes to send: a file in an allowed folder',
    properties: { path: { type: 'string' }, type: { type: 'string', description: type } },
    required: ['path'],
    additionalProperties: false,
  };
}
