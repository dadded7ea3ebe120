import type { Direction } from '../../api/schema.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol } from '../source-file.js';
import type { Imports } from './imports.js';
import type { TypeNames } from './types.js';

/** The type of what callers may pass as bytes. */
export const mediaSymbol: CodeSymbol = { name: 'Media', module: 'runtime' };

/** Names of the types that a file mentions; asking for one imports it. Requests use the input variants of models. */
export function typeNames(layout: Layout, imports: Imports, direction: Direction): TypeNames {
  return {
    model: (id) => imports.useType(modelTypeSymbol(layout, id, direction)),
    media: () => (direction === 'request' ? imports.useType(mediaSymbol) : 'Uint8Array'),
  };
}

/** Symbol of the type of a model, in the variant that travels in a direction. Throws on an id no model has. */
export function modelTypeSymbol(layout: Layout, id: string, direction: Direction): CodeSymbol {
  const model = layout.modelById(id);
  if (model === undefined) throw new Error(`No model has the id ${JSON.stringify(id)}`);
  const symbol = layout.model(model);
  return direction === 'request' && model.input !== undefined ? { ...symbol, name: model.input.name } : symbol;
}
