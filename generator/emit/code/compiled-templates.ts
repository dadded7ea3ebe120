/** A template as the build of speccast has compiled it. */
export interface CompiledTemplate {
  /** The template itself: what was compiled from another one does not count. */
  readonly text: string;
  /** Names of the partials that it renders. */
  readonly partials: readonly string[];
  /** Result of `precompile` of Handlebars. */
  readonly specification: TemplateSpecification;
}

/**
 * Templates by path that need not be compiled any more. None in the sources: the build puts a module of the same shape in the
 * place of this one (see build-generator.ts).
 */
export const compiledTemplates: ReadonlyMap<string, CompiledTemplate> = new Map();
