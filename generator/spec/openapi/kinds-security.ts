import type { Kind, KindName } from './kinds.js';
import { flag, list, map, object, oneOf, text } from './rules.js';

type SecurityKind = Extract<KindName, 'securityScheme' | 'oauthFlows' | 'oauthFlow' | 'securityRequirement'>;

const flow = object('oauthFlow');

/** Ways to authenticate. */
export const securityKinds: Readonly<Record<SecurityKind, Kind>> = {
  securityScheme: {
    label: 'a security scheme',
    required: ['type'],
    fields: {
      type: oneOf('apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'),
      description: text,
      name: text,
      in: oneOf('query', 'header', 'cookie'),
      scheme: text,
      bearerFormat: text,
      flows: object('oauthFlows'),
      openIdConnectUrl: text,
    },
    later: { oauth2MetadataUrl: text, deprecated: flag },
  },
  oauthFlows: {
    label: 'the OAuth flows',
    fields: { implicit: flow, password: flow, clientCredentials: flow, authorizationCode: flow },
    later: { deviceAuthorization: flow },
  },
  oauthFlow: {
    label: 'an OAuth flow',
    required: ['scopes'],
    fields: { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes: map(text) },
    later: { deviceAuthorizationUrl: text },
  },
  securityRequirement: { label: 'a security requirement', fields: {}, names: list(text), bare: true },
};
