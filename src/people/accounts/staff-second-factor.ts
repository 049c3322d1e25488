import { can } from '../../platform/access/permissions.ts'
import type { AuthSession } from './auth-session.ts'
import type { AccountSettings } from './settings.ts'

/** Whether this session opens nothing of the back office until its owner has set up a second factor. */
export const mustSetUpSecondFactor = (
  { requireSecondFactor }: Pick<AccountSettings, 'requireSecondFactor'>,
  { user, hasSecondFactor }: AuthSession,
): boolean => requireSecondFactor && !hasSecondFactor && can(user, 'admin.access')
