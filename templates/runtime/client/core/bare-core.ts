import type { Service } from '../../operation.js';
import { readReason } from '../features/error-details.js';
import { InvalidOptionError } from '../errors/errors.js';
import {
  featureOptions,
  type FeatureOption,
  type CallOptions,
  type ClientOptions,
  type CoreFeature,
} from '../options/options.js';
import { openCore, type Core } from './core.js';
import { createPlainRedactor } from '../features/redact.js';

/** The options of a core for free functions, with the list of its features. */
interface BareOptions extends ClientOptions {
  readonly features?: readonly CoreFeature[] | undefined;
}

/**
 * Creates the core of a client of free functions, with only the features in its options:
 * `openBareCore(service, { features: [withRetries] })`. Throws `InvalidOptionError` for an option whose feature is missing, and in the
 * cases of `openCore`.
 */
export function openBareCore(service: Service, { features = [], ...options }: BareOptions = {}): Core {
  const checkFeatures = (given: ClientOptions & CallOptions) => {
    const auths = [given.auth ?? []].flat();
    if (!auths.every((one) => 'secret' in one) && !features.some((one) => one.toAuth))
      throw new InvalidOptionError('auth', 'needs `features: [withTokenSources]`');
    for (const [name, feature] of Object.entries(featureOptions)) {
      // `as`: the names in the table are those of options.
      const option = name as FeatureOption;
      if (given[option] && !features.some((one) => one.options?.includes(option)))
        throw new InvalidOptionError(name, `needs \`features: [${feature}]\``);
    }
  };
  const basics = { createRedactor: createPlainRedactor, readErrorBody: readReason };
  // Its type is `any`: TypeScript does not check sources that are spread.
  return openCore(service, options, Object.assign(basics, ...features, { checkFeatures }));
}
