import type { CodeSymbol } from '../source-file.js';

/** The constant with the schemas of the document's components. */
export const schemasSymbol: CodeSymbol = { name: 'schemas', module: 'spec/schemas' };
