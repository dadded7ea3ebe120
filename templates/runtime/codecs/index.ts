export { base64urlAsBytes, byteAsBytes } from './bytes.js';
export { ExactNumber, type AnyCodec, type Codec } from '../codec.js';
export { convert, convertWritable } from './convert-calls.js';
export { decodeWire, encodeWire, type Converted } from './convert-value.js';
export { dateAsPlainDate, dateTimeAsDate, dateTimeAsInstant, durationAsDuration, timeAsPlainTime } from './dates.js';
export { decodingUnwrap, decodingValidator, headerDecoder } from './decoders.js';
export { parseExact, stringifyExact } from './exact-json.js';
export {
  int64AsBigint,
  int64EitherAsBigint,
  int64TextAsBigint,
  uint64AsBigint,
  uint64EitherAsBigint,
  uint64TextAsBigint,
} from './integers.js';
export type { OperationWire, WireConverter } from '../operation-wire.js';
export type { WireChoice, WirePart, WireSchema, WireType } from '../wire-schema.js';
