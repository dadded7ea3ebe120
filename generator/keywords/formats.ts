/** A predicate of the validators' runtime. */
interface Predicate {
  readonly file: string;
  readonly name: string;
}

/** The predicates that assert a format, one for each type that it means something for, and the message of an issue. */
export interface Format {
  readonly string?: Predicate;
  readonly number?: Predicate;
  readonly message: string;
  /** Message of an issue of a number, where it differs from `message`. */
  readonly numberMessage?: string;
}

/** Names of the formats that are asserted. */
export function assertedFormats(): Iterable<string> {
  return formats.keys();
}

/** Returns the message of an issue of a value that does not have a format: `must be a UUID`. */
export function formatMessage(name: string, type: 'string' | 'number'): string {
  const { message = '', numberMessage = message } = formats.get(name) ?? {};
  return type === 'number' ? numberMessage : message;
}

/** Finds the format of that name; `undefined` where it says nothing that can be checked. */
export function findFormat(name: string): Format | undefined {
  return formats.get(name);
}

function at(file: string, name: string): Predicate {
  return { file: `formats/${file}`, name };
}

function text(file: string, name: string, message: string): Format {
  return { string: at(file, name), message };
}

function integer(name: string, message: string, file = 'integers'): Format {
  return { string: at(file, `is${name}Text`), number: at(file, `is${name}`), message };
}

/** Makes a format of 64 bits: a number beyond 2^53 - 1 may have been another one in JSON. */
function large(name: string, message: string): Format {
  return { ...integer(name, message), numberMessage: `${message} that a number holds exactly, up to 2^53 - 1` };
}

function small(name: string, message: string): Format {
  return integer(name, message, 'small-integers');
}

const dateTime = text('date-time', 'isDateTime', 'must be a date and time such as 2024-02-29T12:30:00Z');

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date-time', dateTime],
  ['google-datetime', dateTime],
  ['date', text('date-time', 'isDate', 'must be a date such as 2024-02-29')],
  ['time', text('date-time', 'isTime', 'must be a time with offset such as 12:30:00Z')],
  ['duration', text('date-time', 'isDuration', 'must be a duration such as P1DT12H')],
  ['email', text('email', 'isEmail', 'must be an email address')],
  ['idn-email', text('idn-email', 'isIdnEmail', 'must be an email address')],
  ['hostname', text('hostname', 'isHostname', 'must be a host name')],
  ['idn-hostname', text('hostname', 'isIdnHostname', 'must be a host name')],
  ['ipv4', text('network', 'isIpv4', 'must be an IPv4 address')],
  ['ipv6', text('network', 'isIpv6', 'must be an IPv6 address')],
  ['uri', text('uri', 'isUri', 'must be a URI')],
  ['uri-reference', text('uri', 'isUriReference', 'must be a URI reference')],
  ['iri', text('iri', 'isIri', 'must be an IRI')],
  ['iri-reference', text('iri', 'isIriReference', 'must be an IRI reference')],
  ['uri-template', text('uri', 'isUriTemplate', 'must be a URI template')],
  ['uuid', text('text', 'isUuid', 'must be a UUID')],
  ['json-pointer', text('text', 'isJsonPointer', 'must be a JSON pointer')],
  ['relative-json-pointer', text('text', 'isRelativeJsonPointer', 'must be a relative JSON pointer')],
  ['regex', text('text', 'isRegex', 'must be a regular expression')],
  ['google-duration', text('google', 'isGoogleDuration', 'must be a duration in seconds such as 3.5s')],
  ['google-fieldmask', text('google', 'isFieldMask', 'must be paths of fields separated by commas')],
  ['byte', text('text', 'isBase64', 'must be base64')],
  ['base64url', text('text', 'isBase64Url', 'must be base64url')],
  ['int32', integer('Int32', 'must be a whole number of 32 bits')],
  ['uint32', integer('Uint32', 'must be a whole number of 32 bits without sign')],
  ['int64', large('Int64', 'must be a whole number of 64 bits')],
  ['uint64', large('Uint64', 'must be a whole number of 64 bits without sign')],
  ['int8', small('Int8', 'must be a whole number of 8 bits')],
  ['uint8', small('Uint8', 'must be a whole number of 8 bits without sign')],
  ['int16', small('Int16', 'must be a whole number of 16 bits')],
  ['uint16', small('Uint16', 'must be a whole number of 16 bits without sign')],
  ['double-int', { number: at('registry', 'isDoubleInt'), message: 'must be a whole number up to 2^53 - 1' }],
  ['char', text('registry', 'isCharacter', 'must be one character')],
  ['decimal', text('registry', 'isDecimal', 'must be a decimal number')],
  ['date-time-local', text('registry', 'isLocalDateTime', 'must be a date and time such as 2024-02-29T12:30:00')],
  ['time-local', text('registry', 'isLocalTime', 'must be a time such as 12:30:00')],
  ['http-date', text('registry', 'isHttpDate', 'must be a date such as Sun, 06 Nov 1994 08:49:37 GMT')],
  ['language', text('registry', 'isLanguage', 'must be a language tag such as de-CH')],
  ['ipv4-cidr', text('registry', 'isIpv4Block', 'must be a block of IPv4 addresses such as 192.0.2.0/24')],
  ['ipv6-cidr', text('registry', 'isIpv6Block', 'must be a block of IPv6 addresses such as 2001:db8::/32')],
  ['float', { number: at('integers', 'isFloat'), message: 'must be a number of single precision' }],
]);
