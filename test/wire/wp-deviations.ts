/** How our answers of `wp/v2` and the index differ from the recorded ones. */
import { deviation } from './recorded-suite.ts'

export const wpDeviations = {
  always: [
    deviation('errors-name-no-methods', /^header allow$/),
    deviation('refusals-not-cached', /^header (cache-control|expires|vary)$/),
  ],
  ofFile: {},
  byName: {},
}
