/** What package.json says beyond the spec, from speccast.yaml. */
export interface PackageSettings {
  /** Semantic version of the package. Default: `0.1.0`. */
  readonly version?: string;
  /** `git+https://…` URL of the repository. */
  readonly repository?: string;
  /** Folder of the package in the repository: `generated/video-platform`. */
  readonly directory?: string;
  readonly homepage?: string;
  readonly bugs?: string;
}
