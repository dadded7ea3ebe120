/** What package.json says beyond the spec, from speccast.yaml. */
export interface PackageSettings {
  /** Semantic version of the package. Default: `0.1.0`. */
  readonly version?: string;
  /** SPDX expression, `UNLICENSED`, or `SEE LICENSE IN LICENSE`. Default: `MIT`, whose text becomes LICENSE. */
  readonly license?: string;
  /** `Name <address> (page)`; the licence of MIT names the holder. Default: `speccast contributors`. */
  readonly author?: string;
  /** Default: some that hold of any generated package. */
  readonly keywords?: readonly string[];
  /** `git+https://…` URL of the repository. */
  readonly repository?: string;
  /** Folder of the package in the repository: `generated/pet-store`. */
  readonly directory?: string;
  readonly homepage?: string;
  readonly bugs?: string;
}
