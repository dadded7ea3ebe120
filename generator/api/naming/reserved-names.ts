/** Words that a module of strict TypeScript cannot declare, and globals that a declaration would shadow: `NaN`. */
const words =
  'abstract accessor any arguments as asserts async await bigint boolean break case catch class const constructor continue ' +
  'debugger declare default delete do else enum eval export extends false finally for from function get if implements import ' +
  'in infer instanceof interface intrinsic is keyof let module namespace never new null number object of out override package ' +
  'private protected public readonly require return satisfies set static string super switch symbol this throw true try type ' +
  'typeof undefined unique unknown using var void while with yield globalThis global NaN Infinity';

/** Globals that generated code uses, or that readers would mistake for the import of the same name. */
const globals =
  'AbortSignal Array ArrayBuffer AsyncIterable AsyncIterator BigInt Blob Boolean Date Error Exclude Extract FormData Function Headers ' +
  'Iterable Iterator JSON Map Math NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike ReadableStream Readonly ' +
  'ReadonlyArray ReadonlyMap ReadonlySet Record RegExp Request RequestInit Required Response ReturnType Set String Symbol TypeError ' +
  'URL URLSearchParams Uint8Array WeakMap WeakSet console crypto fetch process setTimeout clearTimeout structuredClone';

/** Names that generated packages export or import in any of their modules. */
const exports =
  'AbortedError AcceptOptions AccessTokenAnswer AccessTokenResult AccessTokenSource ApiError ApiErrorDetail ApiErrorReason apiKey ApiPromise ApiStream Asked AskedSometimes Auth AuthProvider basic bearer BearerOptions ' +
  'BaseClient BodyKind CallMeta CallOptions CheckLeniently checkLeniently ClientError ClientOptions clientCredentials ClientCredentialsOptions Clock Collect ConfigurationError ConnectionError Core createCore ' +
  'createEmulator document Download DriftReport Emulator EmulatorOptions EmulatorPlan Fetch hash HttpMethod InvalidOptionError ' +
  'InvalidParameterError isJsonObject isObject Issue IssueContext Json JsonObject JsonSchemaOptions LenientResult Logger LogLevel Media ' +
  'MediaData MediaSource Middleware MiddlewareContext MissingCredentialError mswHandlers NamedMedia oauthRefresh OAuthRefreshOptions OAuthTokens Operation ' +
  'OperationContent OperationMedia OperationParameter OperationPlan OperationResponse Paged PagePromise PagingError ParameterStyle ' +
  'ParameterType PieceOf QuotaError ReportPieces ReportStream ResourcePlan ResponsePlan Result RetryContext RetryOptions schemas SchemeOption SecurityScheme seed serve Service ' +
  'service StandardProperties StandardResult TimeoutError Token TokenError TokenNeed TokenProvider UnexpectedContentError Unrecognized ValidateOptions validation Validation ValidationLevel ' +
  'ValidationError Validator validator ValidatorParts WithEntries WithParts WithResponse ' +
  'CallFeature EtagStore HeadersOption joinIds JoinIdsOptions memoryStore MemoryStoreOptions QuotaBook QuotaLimit quotaMeter QuotaMeter QuotaMeterOptions QuotaSpending ' +
  'QuotaState QuotaWindow revalidate RevalidateOptions shareReads StoredAnswer StoredResponse Upload UploadProgress UploadState fileSource FileSourceOptions serverAddress ServerAddresses isErrorOf IsErrorOf ErrorBodies Headed withHeaders WithHeaders byStatus ByStatus SuccessStatus ' +
  'CoreFeature CoreOptions FeatureOption openBareCore serviceFeatures validateCalls withDailyQuota withErrorDetails withErrorTexts withLogging ' +
  'withMiddleware withOptionChecks withRedaction withRetries withTokenSources withTracing withValidation';

/** Names that no model and no operation may have, because the package or the language uses them. `nameApi` accepts further ones. */
export const reservedExports: ReadonlySet<string> = new Set(
  [words, globals, exports].flatMap((list) => list.split(' ')),
);

/** Members that JavaScript reads itself from an instance, for example when it is awaited (`then`) or printed (`toJSON`). */
export const reservedMembers: ReadonlySet<string> = new Set(
  'constructor prototype then toString toLocaleString valueOf toJSON hasOwnProperty isPrototypeOf propertyIsEnumerable __proto__ with'.split(
    ' ',
  ),
);

/** File stems that generated packages use themselves, and those that Windows rejects. */
export const reservedModules: ReadonlySet<string> = new Set(
  (
    'all-keys index client core service service-errors shared seed msw server operations validators models mocks spec runtime package registry ' +
    'bin conformance control images jest node node-test plan playwright vitest wire xml ' +
    'api-error is-error-of calls quota-meter issue-positions read-only strings server-address service-features check-leniently json-schema schemas attach-json-schema ' +
    'con prn aux nul clock conin conout com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9'
  ).split(' '),
);
