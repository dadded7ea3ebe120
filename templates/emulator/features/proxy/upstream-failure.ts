/** A real service that did not respond, or with something that is no response. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  /** Status that the client gets: 502, or 504 for one that took too long. */
  readonly status: 502 | 504;

  /** Whether the service was not there, or did not respond in time. */
  readonly isAbsent: boolean;

  constructor(message: string, status: 502 | 504 = 502, isAbsent: boolean = status === 504) {
    super(message);
    this.status = status;
    this.isAbsent = isAbsent;
  }
}

const certificate = 'NODE_EXTRA_CA_CERTS can name a file with the certificate of its authority';

const messages: ReadonlyMap<string, (origin: string) => string> = new Map([
  ['ECONNREFUSED', (origin: string) => `Nothing listens at ${origin}`],
  ['ENOTFOUND', (origin: string) => `No address has the name in ${origin}`],
  ['EAI_AGAIN', (origin: string) => `The name in ${origin} cannot be looked up now`],
  ['EHOSTUNREACH', (origin: string) => `There is no way to ${origin}`],
  ['ENETUNREACH', (origin: string) => `There is no way to ${origin}`],
  ['ECONNRESET', (origin: string) => `${origin} closed the connection before its response was complete`],
  ['EPIPE', (origin: string) => `${origin} closed the connection before it had the whole request`],
  ['HPE_HEADER_OVERFLOW', (origin: string) => `The headers of the response of ${origin} are longer than 64 KiB`],
  ['EPROTO', (origin: string) => `${origin} does not speak TLS as expected`],
  ['ERR_SSL_WRONG_VERSION_NUMBER', (origin: string) => `${origin} does not speak TLS`],
  ['CERT_HAS_EXPIRED', (origin: string) => `The certificate of ${origin} has expired`],
  ['ERR_TLS_CERT_ALTNAME_INVALID', (origin: string) => `The certificate of ${origin} is for another name`],
]);

const unknownIssuer =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF).*)$/;

/** What an error of the connection to a real service means. */
export function failureOf(error: unknown, origin: string): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = codeOf(error);
  if (unknownIssuer.test(code))
    return new UpstreamFailure(`The certificate of ${origin} is not one of a known authority; ${certificate}`);
  if (code.startsWith('HPE_') && code !== 'HPE_HEADER_OVERFLOW')
    return new UpstreamFailure(`What ${origin} responded with is not HTTP`);
  const message = messages.get(code)?.(origin);
  const isAbsent = /^E(?:CONN|NOTFOUND|AI_AGAIN|HOST|NET|PIPE|TIMEDOUT)/.test(code);
  const failed = `The connection to ${origin} failed${code === '' ? '' : ` (${code})`}`;
  return new UpstreamFailure(message ?? failed, 502, isAbsent);
}

/** The code of an error, or of the first inside it: with several addresses, there is one for each. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
