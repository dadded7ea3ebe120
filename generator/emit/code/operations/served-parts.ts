import type { Api, Operation, Response } from '../../../api/api.js';
import { dataContent } from '../../../api/schemas/media-type.js';
import type { JsonObject } from '../../../spec/read/json.js';
import type { Layout } from '../../layout.js';
import type { CodeSymbol } from '../../source-file.js';
import { parameterTypes } from './parameter-type.js';

/** `validators/calls` : the validators of each operation by its id, where servers need them. */
export const callsSymbol: CodeSymbol = { name: 'calls', module: 'validators/calls' };

/** What strings of fields and parts become, where a body has any. */
export function formTypes(api: Api, { body }: Operation): JsonObject | undefined {
  const content = body?.contents.find(({ kind }) => kind === 'form' || kind === 'multipart');
  return content === undefined ? undefined : parameterTypes(api, content.schema, true);
}

/** The validator of the model that the body of a response is; `undefined` where it is none. */
export function modelValidator({ contents }: Response, layout: Layout): CodeSymbol | undefined {
  const ref = dataContent(contents)?.schema.ref;
  const model = ref === undefined ? undefined : layout.modelById(ref);
  return model === undefined ? undefined : layout.validator(model);
}
