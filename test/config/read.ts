import { readConfig, listServiceKeys, TOP_KEYS, type ServiceConfig } from '../../generator/config/read-config.js';

// The reading of speccast.yaml, for all tests: they import it from here alone.
export { readConfig, listServiceKeys, TOP_KEYS, type ServiceConfig };
