import { arrayCases } from './array-cases.js';
import { combiningCases } from './combining-cases.js';
import type { KeywordCase } from './keyword-case.js';
import { numberCases } from './number-cases.js';
import { objectCases } from './object-cases.js';
import { olderCases } from './older-cases.js';
import { referenceCases } from './reference-cases.js';
import { textCases } from './text-cases.js';
import { valueCases } from './value-cases.js';

/** The cases by the version of OpenAPI that they are written in. */
export const keywordCases: Readonly<Record<'3.0' | '3.1', readonly KeywordCase[]>> = {
  '3.0': olderCases,
  '3.1': [
    ...objectCases,
    ...arrayCases,
    ...textCases,
    ...numberCases,
    ...valueCases,
    ...combiningCases,
    ...referenceCases,
  ],
};
