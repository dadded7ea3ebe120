import type { RuleDraft, RuleKind } from '../../plan/rule.js';

/**
 * Rules by name: kind | status and reasons of their errors | location of these errors, `none` without one | text | fix | the value
 * that was sent, if the error has no location. The names in braces are those of values.
 */
const rules = {
  // All operations.
  route: 'request | 404 | | The path is that of an operation. | Correct the path.',
  method: 'request | 405 | | The method is one that the path has. | Use another method.',
  size: 'request | 413 | | The body is no longer than the emulator takes. | Send less, or raise maxBodyBytes of the emulator.',
  json: 'request | 400 parseError | | A body that says it is JSON is JSON. | Send JSON that is nested less than 100 levels deep.',
  multipart:
    'request | 400 badRequest | | A multipart body is well formed. | Send each part between the boundaries that Content-Type names.',
  parameters:
    'request | 400 invalidParameter | | Parameters have the types and values that the document declares, are percent-encoded, and given once. | Send a value that the document declares for the parameter.',
  xml: 'request | 400 parseError | | A body that says it is XML is XML. | Send XML that is well formed, without entities of its own, and nested at most 200 levels deep.',
  'auth/key':
    'auth | 400 keyInvalid | | A key that is sent is a good one. | Send a key that does not begin with "invalid", or one that the emulator was given.',
  'auth/token':
    'auth | 401 authError | | A token that is sent is a good one. | Send a token that begins with neither "invalid" nor "expired", or one that the emulator was given.',
  fields:
    'parameter | 400 invalidParameter | {parameter} | The parameter {parameter} is a list of fields. | Send names apart by commas, such as items(id,snippet/title), as {parameter}.',
  ifMatch:
    'request | 412 | If-Match | What If-Match names is the resource as it is. | Read the resource again, and send its etag in If-Match.',
  // Files that are sent in several requests.
  'upload/announced':
    'upload | 400 invalidHeader | | X-Upload-Content-Length is a number of bytes. | Send the length of the file, or leave the header out.',
  'upload/session': 'upload | 404 notFound | | The session of an upload is there. | Begin a new upload.',
  'upload/expired':
    'upload | 410 uploadExpired | | The session of an upload is at most a week old. | Begin a new upload.',
  'upload/completed':
    'upload | 409 uploadCompleted | | An upload that is given up is not complete. | Delete what was uploaded instead.',
  'upload/method':
    'upload | 405 httpMethodNotAllowed | | A session takes PUT and DELETE. | Send pieces with PUT, or give the upload up with DELETE.',
  'upload/range':
    'upload | 400 invalidContentRange | | Content-Range says which bytes of the file the body is. | Send Content-Range such as bytes 0-99/200, with as many bytes as it says.',
  'upload/chunk':
    'upload | 400 invalidChunkSize | | All pieces but the last are multiples of 262144 bytes. | Send pieces whose length is a multiple of 262144 bytes.',
  // One operation.
  auth: 'auth | 401 required | Authorization | A call carries a credential: {schemes}. | Send {schemes} with the request.',
  unsupported:
    'action | 405 methodNotSupported | | The operation is not supported any more. | Do without this operation.',
  'parameters/{name}':
    'parameter | 400 required invalidParameter | {name} | The parameter {name} {presence}has to be a value of type {type} that its schema allows. | Send a good {name}.',
  'body/type': 'body | 415 | | The body is of type {types}. | Send another Content-Type, and a body of that type.',
  'body/required': 'body | 400 required | body | The request has a body. | Send a body.',
  body: 'body | 400 required invalidValue invalidBody | | The body matches its schema. | Send a body that matches the schema of the operation.',
  'media/required':
    'media | 400 {reason} | media | The request has bytes. | Send the file as the body, or as a part of multipart/related beside its metadata.',
  'media/maxBytes': 'media | 413 | | The upload has at most {maxBytes} bytes. | Send at most {maxBytes} bytes.',
  'media/image': 'media | 400 {reason} | media | The bytes are an image. | Send a PNG, JPEG, GIF or WebP image.',
  'media/image/ratio':
    'media | 400 {reason} | media | The aspect of the image is {ratio}. | Send an image whose aspect is exactly {ratio}.',
  'media/image/size':
    'media | 400 {reason} | media | The image has at least {smallest} pixels. | Send an image of {smallest} pixels or more.',
  'requires/{paths}': 'body | 400 {reason} | {choice} | The request has {choice}. | Send {choice}.',
  'refuses/{path}': 'body | 400 {reason} | {path} | The request does not have {path}. | Leave out {path}.',
  selectors:
    'selector | 400 missingRequiredParameter | parameters | The request has one of the parameters {names}. | Send {choice}. | none of them',
  '{kind}s/{parameter}/token':
    '{kind} | 401 | {parameter} | The parameter {parameter}{condition} needs a token. | Send the token of a user as Authorization: Bearer.',
  '{kind}s/{parameter}{suffix}':
    '{kind} | 400 {reason} | {parameter} | The parameter {parameter} is one of {values}. | Send one of {values} as {parameter}.',
  '{kind}s/{parameter}':
    '{kind} | {status} {reason} | {parameter} | The parameter {parameter} is {key} of an entry of {table}. | Send {key} of an entry of {table} that the caller may see.',
  '{kind}s/{parameter}/owned':
    '{kind} | 403 | none | What the parameter {parameter} names belongs to the caller. | Name what is your own, or send the token of its owner.',
  'paging/size':
    'paging | 400 invalidParameter | {parameter} | The parameter {parameter} is a whole number from 0 to {max}. | Send a number from 0 to {max} as {parameter}, or leave it out.',
  'paging/token':
    'paging | 400 invalidPageToken | {parameter} | The parameter {parameter} is the token of a page of the same list. | Take {parameter} from an answer to the same request, or leave it out to begin at the first page.',
  'paging/{parameter}':
    'paging | 400 invalidParameter | {parameter} | The parameter {parameter} names something in the list. | Take {parameter} from an answer to the same request, or leave it out to begin at the first page.',
  'limit/{reason}':
    'limit | {status} {reason} | | There are at most {atMost} entries of {of} with the same {per}. | Delete an entry of {of} first. | {more} entries',
  unique:
    'unique | any {reason} | | No two entries have the same {paths}. | Use the entry that is there, or send other values. | such an entry again',
  'action/{name}': 'action | any | | What {name} asks for is fulfilled. | Change what the message names.',
  'target/required':
    'target | 400 | {key} | The request says with {key} which entry of {table} it is about. | Send the {key} of an entry of {table}.',
  target:
    'target | 404 | none | The entry of {table} that the request names is there. | Send the {key} of an entry of {table} that is there and that the caller may see.',
  owner:
    "owner | 403 | none | The entry of {table} belongs to the caller. | Send the token of the owner, or name an entry of {table} of the caller's own. | another caller",
  // One table.
  'visibility/{index}':
    'visibility | any | | An entry of {table} is seen where {condition}{exception}. | Nothing is wrong: the entry is hidden from this caller.',
  'enums/{path}':
    'enum | 400 invalidValue | {path} | The {path} of an entry of {table} is one of {values}. | Send one of {values} as {path}.',
  'references/{path}':
    'reference | {status} {reason} | {path} | The {path} of an entry of {table} is {key} of an entry of {other}. | Send {key} of an entry of {other} that the caller may see.',
  'references/{path}/owned':
    'reference | 403 | none | What the {path} of an entry of {table} names belongs to the caller. | Name an entry of {other} of your own, or send the token of its owner. | what belongs to somebody else',
  order:
    'order | 400 {reason} | {path} | The {path} is a number from 0 to the number of entries with the same {within}. | Send a smaller {path} that is not negative, or leave it out to take the last place.',
  closed:
    'closed | {status} {reason} | none | Entries of {table} that the service keeps are not written by callers. | Name an entry that was made by a caller. | an entry that the service keeps',
} as const;

/**
 * Creates a rule of the table. It applies only if the `parameter` or `path` among the values is sent. Adds other members to it.
 */
export function draftRule(
  name: keyof typeof rules,
  values: Readonly<Record<string, string | number | undefined>> = {},
  members: Partial<RuleDraft> = {},
): RuleDraft {
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, one: string) => String(values[one]));
  const columns = rules[name].split('|').map((one) => one.trim());
  const [kind = '', error = '', location = '', text = '', fix = '', got = ''] = columns;
  const [status = '', ...reasons] = error.split(' ').map(fill);
  const { parameter, path } = values;
  return {
    name: fill(name),
    // The first column has kinds only.
    kind: fill(kind) as RuleKind,
    ...(status !== 'any' && { status: Number(status) }),
    ...(reasons.length > 0 && { reasons }),
    ...(location !== '' && { location: location === 'none' ? '' : fill(location) }),
    text: fill(text),
    fix: fill(fix),
    ...(got !== '' && { got: fill(got) }),
    ...(parameter !== undefined && { parameter: String(parameter) }),
    ...(path !== undefined && { path: String(path) }),
    ...members,
  };
}
