/** A predicate of the validators' runtime. */
interface Predicate {
  readonly file: string;
  readonly name: string;
}

/** The predicates that assert a format, one for each type of values that it applies to, and the message of an issue. */
export interface Format {
  readonly string?: Predicate;
  readonly number?: Predicate;
  readonly message: string;
  /** Message of an issue of a number, where it differs from `message`. */
  readonly numberMessage?: string;
}

/** Lists the names of the formats that are asserted. */
export function assertedFormats(): Iterable<string> {
  return formats.keys();
}

/** Returns the message of an issue of a value that does not have a format: `must be a UUID`. */
export function formatMessage(name: string, type: 'string' | 'number'): string {
  const { message = '', numberMessage = message } = formats.get(name) ?? {};
  return type === 'number' ? numberMessage : message;
}

/** Finds a format by name; `undefined` for a format that is not asserted. */
export function findFormat(name: string): Format | undefined {
  return formats.get(name);
}

/** Formats of strings: the file of the predicate, its name, and the message. */
const texts: readonly (readonly [format: string, file: string, name: string, message: string])[] = [
  ['date-time', 'date-time', 'isDateTime', 'must be a date and time such as 2024-02-29T12:30:00Z'],
  ['google-datetime', 'date-time', 'isDateTime', 'must be a date and time such as 2024-02-29T12:30:00Z'],
  ['date', 'date-time', 'isDate', 'must be a date such as 2024-02-29'],
  ['time', 'date-time', 'isTime', 'must be a time with offset such as 12:30:00Z'],
  ['duration', 'date-time', 'isDuration', 'must be a duration such as P1DT12H'],
  ['email', 'email', 'isEmail', 'must be an email address'],
  ['idn-email', 'idn-email', 'isIdnEmail', 'must be an email address'],
  ['hostname', 'hostname', 'isHostname', 'must be a host name'],
  ['idn-hostname', 'hostname', 'isIdnHostname', 'must be a host name'],
  ['ipv4', 'network', 'isIpv4', 'must be an IPv4 address'],
  ['ipv6', 'network', 'isIpv6', 'must be an IPv6 address'],
  ['uri', 'uri', 'isUri', 'must be a URI'],
  ['uri-reference', 'uri', 'isUriReference', 'must be a URI reference'],
  ['iri', 'iri', 'isIri', 'must be an IRI'],
  ['iri-reference', 'iri', 'isIriReference', 'must be an IRI reference'],
  ['uri-template', 'uri', 'isUriTemplate', 'must be a URI template'],
  ['uuid', 'text', 'isUuid', 'must be a UUID'],
  ['json-pointer', 'text', 'isJsonPointer', 'must be a JSON pointer'],
  ['relative-json-pointer', 'text', 'isRelativeJsonPointer', 'must be a relative JSON pointer'],
  ['regex', 'text', 'isRegex', 'must be a regular expression'],
  ['google-duration', 'google', 'isGoogleDuration', 'must be a duration in seconds such as 3.5s'],
  ['google-fieldmask', 'google', 'isFieldMask', 'must be paths of fields separated by commas'],
  ['byte', 'text', 'isBase64', 'must be base64'],
  ['base64url', 'text', 'isBase64Url', 'must be base64url'],
  ['char', 'registry', 'isCharacter', 'must be one character'],
  ['decimal', 'registry', 'isDecimal', 'must be a decimal number'],
  ['date-time-local', 'registry', 'isLocalDateTime', 'must be a date and time such as 2024-02-29T12:30:00'],
  ['time-local', 'registry', 'isLocalTime', 'must be a time such as 12:30:00'],
  ['http-date', 'registry', 'isHttpDate', 'must be a date such as Sun, 06 Nov 1994 08:49:37 GMT'],
  ['language', 'registry', 'isLanguage', 'must be a language tag such as de-CH'],
  ['ipv4-cidr', 'registry', 'isIpv4Block', 'must be a block of IPv4 addresses such as 192.0.2.0/24'],
  ['ipv6-cidr', 'registry', 'isIpv6Block', 'must be a block of IPv6 addresses such as 2001:db8::/32'],
];

/** Formats of whole numbers, which may be written as strings. `name` is the stem of two predicates: `Int32` → `isInt32` and `isInt32Text`. */
const integers: readonly (readonly [format: string, name: string, file: string, message: string])[] = [
  ['int32', 'Int32', 'integers', 'must be a whole number of 32 bits'],
  ['uint32', 'Uint32', 'integers', 'must be a whole number of 32 bits without sign'],
  ['int64', 'Int64', 'integers', 'must be a whole number of 64 bits'],
  ['uint64', 'Uint64', 'integers', 'must be a whole number of 64 bits without sign'],
  ['int8', 'Int8', 'small-integers', 'must be a whole number of 8 bits'],
  ['uint8', 'Uint8', 'small-integers', 'must be a whole number of 8 bits without sign'],
  ['int16', 'Int16', 'small-integers', 'must be a whole number of 16 bits'],
  ['uint16', 'Uint16', 'small-integers', 'must be a whole number of 16 bits without sign'],
];

function at(file: string, name: string): Predicate {
  return { file: `formats/${file}`, name };
}

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...texts.map(([format, file, name, message]) => [format, { string: at(file, name), message }] as const),
  ...integers.map(([format, name, file, message]) => {
    // `JSON.parse` rounds numbers beyond 2^53 - 1, which 64 bits can hold.
    const further = name.endsWith('64') && { numberMessage: `${message} that a number holds exactly, up to 2^53 - 1` };
    return [format, { string: at(file, `is${name}Text`), number: at(file, `is${name}`), message, ...further }] as const;
  }),
  ['double-int', { number: at('registry', 'isDoubleInt'), message: 'must be a whole number up to 2^53 - 1' }],
  ['float', { number: at('integers', 'isFloat'), message: 'must be a number of single precision' }],
]);
