import { readConfig, listServiceKeys, TOP_KEYS, type ServiceConfig } from '../../generator/config/read-config.js';

// Tests import the reader of speccast.yaml from here, so that a renamed module changes one line.
export { readConfig, listServiceKeys, TOP_KEYS, type ServiceConfig };
