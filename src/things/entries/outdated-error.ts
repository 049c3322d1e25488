import type { RestError } from '../../platform/rest/response.ts'
import { formatShopDateTime } from '../../platform/time/shop-time.ts'
import type { SaveProblem } from './save-entry.ts'

/** The error for a save that is based on an outdated version. */
export const outdatedError = ({ version, savedAt }: Extract<SaveProblem, { kind: 'outdated' }>): RestError => ({
  status: 409,
  code: 'samovar_rest_outdated',
  message: `Somebody else saved this at ${formatShopDateTime(savedAt)}, and your changes are still in this form: copy what you need, reload the page, and save again.`,
  data: { version },
})
