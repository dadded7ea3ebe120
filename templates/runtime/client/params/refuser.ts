import type { Operation } from '../../operation.js';
import { InvalidParameterError } from '../errors/errors.js';
import type { Refuse } from './parameter-text.js';

/** Makes the errors that refuse a property of the params. */
export function refuser({ id }: Operation<never, unknown>, property: string): Refuse {
  return (message) => new InvalidParameterError(id, property, message);
}
