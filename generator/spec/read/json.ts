export { isJsonObject, type Json, type JsonObject } from '../../json.js';
