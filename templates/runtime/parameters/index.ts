// The entry `@speccast/runtime/parameters`: functions that read parameters, for servers and the emulator.
export { decodeParameter } from './decode-parameter.js';
export { parseJson } from '../json.js';
export { decodePercent, readCookies, readQuery, type Query } from './query.js';
export {
  stringParameters,
  type HeaderStrings,
  type QueryStrings,
  type RequestStrings,
  type StringParameters,
  type StringReader,
  type StringsByName,
} from './string-parameters.js';
