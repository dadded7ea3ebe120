import type { Api, Operation, Parameter } from '../../api/api.js';
import type { Member } from '../../api/shapes/shape.js';
import type { CodeSymbol } from '../source-file.js';
import { callerParameters, paramsMembers } from './operation-params.js';

/** The type of the parameters that all operations share, where this operation takes them just like that. */
export function commonParamsOf(api: Api, operation: Operation): CodeSymbol | undefined {
  return api.commonParameters?.operations.includes(operation.id) === true ? commonParamsSymbol(api) : undefined;
}

/** The type of the parameters that all operations share; `undefined` where there are none. */
export function commonParamsSymbol({ commonParameters }: Api): CodeSymbol | undefined {
  return commonParameters === undefined ? undefined : { name: commonParameters.typeName, module: 'operations/service' };
}

/** The parameters that an operation has beyond those that all share. */
export function ownParameters(api: Api, operation: Operation): readonly Parameter[] {
  const isCommon = commonTest(api, operation);
  return callerParameters(api, operation).filter((parameter) => !isCommon(parameter.property));
}

/** The members of an operation's params object beyond those that all share. */
export function ownMembers(api: Api, operation: Operation): readonly Member[] {
  const isCommon = commonTest(api, operation);
  return paramsMembers(api, operation).filter((member) => !isCommon(member.name));
}

function commonTest(api: Api, operation: Operation): (property: string) => boolean {
  const shared = commonParamsOf(api, operation) === undefined ? [] : (api.commonParameters?.parameters ?? []);
  const names = new Set(shared.map(({ property }) => property));
  return (property) => names.has(property);
}
