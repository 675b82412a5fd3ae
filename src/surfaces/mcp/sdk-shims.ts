// Stands in for a module of the SDK when the server is bundled: the SDK's own brings a JSON Schema compiler along,
// a third of the bundle, for elicitation and for checking arguments. The tools check theirs themselves.
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Schemas are validated by the tools');
  }
}
